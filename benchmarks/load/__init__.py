"""A load test: many people at the tables of one server, what they do and what it costs."""

import sys
from importlib.util import find_spec

_missing = [name for name in ("aiohttp", "httpx", "psutil") if find_spec(name) is None]
if _missing:
    sys.exit(f"needs {', '.join(_missing)}: pip install -e '.[test]' brings what is missing")
