"""Ctrl+C in tests of this process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """Send SIGINT to the main thread in a moment; fail unless it interrupts what is done here.

    A process that a shell starts in the background ignores the signal: here it is heard.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident
    timer = threading.Timer(seconds, signal.pthread_kill, [main, signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
        timer.join()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
