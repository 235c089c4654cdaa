"""Settings of Python's garbage collector, which stops the server while it runs.

Up to version 3.13 Python scans all objects whenever their number has grown by a quarter. With 20
tables these are 200,000 objects, every four seconds, for 0.15 s each time: that alone made the
slowest 1% of all responses, and took a seventh of the processor time. It finds almost no garbage,
as templates and requests create few reference cycles. Later versions scan a part each time.
"""

from __future__ import annotations

import gc
import sys

YOUNG, GENERATIONS, OLD = 4_000, 4, 5_000
"""The thresholds of ``gc.set_threshold``. A full collection then runs after an hour or more with
twenty tables, after some minutes with hundreds."""


def collect_rarely() -> None:
    """Make collections rare from now on."""
    if sys.version_info < (3, 14):
        gc.set_threshold(YOUNG, GENERATIONS, OLD)
    else:
        gc.set_threshold(YOUNG)


def freeze_all() -> None:
    """Exclude all present objects, such as compiled code and its modules, from collections.

    Scanning them took a third of a page's time.
    """
    gc.collect()
    gc.freeze()
