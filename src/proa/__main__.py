"""Run the command line: ``python -m proa`` is ``proa``."""

from proa.cli import main

main()
