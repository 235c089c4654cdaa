"""When a server looks for garbage, what refers to itself: it stands still meanwhile.

Up to version 3.13 Python looks through all that it keeps whenever that has grown by a quarter. Of
20 tables these are 200,000 things, every four seconds, for 0.15 s each time: that alone was the
slowest hundredth of all answers, and a seventh of the processor time. What is found there is next
to nothing, as templates and requests leave what can be thrown away at once. Later versions look at
a part of it each time.
"""

from __future__ import annotations

import gc
import sys

YOUNG, GENERATIONS, OLD = 4_000, 4, 5_000
"""So many new things bring a look at them; so many looks one at those that were left; so many of
these one at all: with twenty tables after an hour or more, with hundreds after some minutes."""


def collect_rarely() -> None:
    """From now on look seldom."""
    if sys.version_info < (3, 14):
        gc.set_threshold(YOUNG, GENERATIONS, OLD)
    else:
        gc.set_threshold(YOUNG)


def freeze_all() -> None:
    """What there is now is here to stay, as compiled code and what it brings: never look at it
    again, which took a third of a page's time."""
    gc.collect()
    gc.freeze()
