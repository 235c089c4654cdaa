"""Check that this Python can run proa and make virtual environments; else exit with a sentence."""

import sys

LOWEST, BEYOND = (3, 11), (3, 15)

version = ".".join(map(str, sys.version_info[:2]))
if not LOWEST <= sys.version_info[:2] < BEYOND:
    sys.exit(
        f"proa needs Python {LOWEST[0]}.{LOWEST[1]} to {BEYOND[0]}.{BEYOND[1] - 1}, and this is "
        f"{version}. Name another one: make PYTHON=python3.12 ..."
    )
try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError:
    sys.exit(
        f"This Python {version} can't make virtual environments. On Debian and Ubuntu install "
        f"python{version}-venv (sudo apt install python{version}-venv) and try again."
    )
