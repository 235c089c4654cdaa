"""Replace what is in a data folder: all of it or nothing, and nothing is deleted.

The new files are made ready in a folder of their own. Renaming that folder decides; from then on
:func:`put_in_place` moves them, and :func:`finish` does so at the next start if it was interrupted.
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
    """Make the folder in which the new files are made ready."""
    growing = data / f"{READY}{backup.time_now()}{GROWING}"
    growing.mkdir(mode=privacy.FOLDER)
    return growing


def switch(growing: Path) -> Path | None:
    """Decide for the new files, and put them in place; return where the old ones went."""
    _give_to_owner(growing, *growing.rglob("*"))
    backup.sync(growing)
    return put_in_place(growing.rename(growing.with_suffix("")))


def finish_interrupted(data: Path) -> None:
    """Finish what a restore that was interrupted has left in a data folder."""
    if any(data.glob(f"{READY}*")):
        with closing(Hold(data, alone=True)):
            finish(data)


def finish(data: Path) -> None:
    """Put everything in place that was made ready, and clear what was not."""
    for ready in sorted(data.glob(f"{READY}*")):
        if ready.suffix == GROWING:
            shutil.rmtree(ready)
        else:
            put_in_place(ready)


def put_in_place(ready: Path) -> Path | None:
    """Move each thing that is ready into the data folder, and what it replaces aside.

    It may be begun again wherever it was interrupted: as long as the new tables are not in place,
    all that is called like them is old.
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
    """Have paths belong to whom their data folder belongs, if the superuser restores."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = paths[0].parent.stat()
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)
