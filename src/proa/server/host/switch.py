"""Replaces files in a data folder: all or none, and deletes nothing.

The new files are prepared in a folder of their own. Renaming that folder is the commit; after it
:func:`put_in_place` moves the files, and :func:`finish` does so at the next start if it was
interrupted.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

from proa.server.config import privacy
from proa.server.host import backup
from proa.server.host.locks import Hold

READY, BEFORE, GROWING = "restoring-", "before-restore-", ".part"


def new_folder(data: Path) -> Path:
    """Make the folder in which the new files are prepared."""
    staging = data / f"{READY}{backup.time_now()}{GROWING}"
    staging.mkdir(mode=privacy.FOLDER)
    return staging


def switch(staging: Path) -> Path | None:
    """Commit the new files, and put them in place; return the folder of the old ones."""
    _give_to_owner(staging, *staging.rglob("*"))
    backup.sync(staging)
    return put_in_place(staging.rename(staging.with_suffix("")))


def finish_interrupted(data: Path) -> None:
    """Finish an interrupted restore in a data folder."""
    if any(data.glob(f"{READY}*")):
        with closing(Hold(data, alone=True)):
            finish(data)


def finish(data: Path) -> None:
    """Put all committed files in place, and delete uncommitted ones."""
    for ready in sorted(data.glob(f"{READY}*")):
        if ready.suffix == GROWING:
            shutil.rmtree(ready)
        else:
            put_in_place(ready)


def put_in_place(ready: Path) -> Path | None:
    """Move each new file into the data folder, and what it replaces aside.

    It can be repeated after an interruption: while the new tables are not in place, all files with
    their names are old.
    """
    data = ready.parent
    aside = data / (BEFORE + ready.name.removeprefix(READY))
    for new in sorted(ready.iterdir()):
        ends = privacy.SIDE_FILES if new.name == backup.TABLES else ("",)
        for old in (data / (new.name + end) for end in ends):
            if old.exists() or old.is_symlink():
                if not aside.exists():
                    aside.mkdir(mode=privacy.FOLDER)
                    _give_to_owner(aside)
                old.rename(aside / old.name)
        new.rename(data / new.name)
    ready.rmdir()
    backup.sync(data)
    return aside if aside.exists() else None


def _give_to_owner(*paths: Path) -> None:
    """Give paths to the owner of their data folder, if the superuser restores."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = paths[0].parent.stat()
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)
