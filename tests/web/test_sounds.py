"""The sounds of the table are what the script makes, small, and served."""

from __future__ import annotations

import io
import runpy
import wave
from pathlib import Path

import proa
from proa.web import statics

ROOT = Path(__file__).parents[2]
FOLDER = Path(proa.__file__).parent / "web" / "static" / "sounds"


def test_the_files_are_those_of_the_script():
    made = runpy.run_path(str(ROOT / "scripts" / "sounds.py"))["files"]()
    assert {path.stem: path.read_bytes() for path in FOLDER.iterdir()} == made


def test_each_is_short_and_served_with_its_type():
    for path in FOLDER.iterdir():
        found = statics.file(f"sounds/{path.name}")
        assert found is not None
        assert found.media_type == "audio/wav"
        assert len(found.body) < 30_000
        with wave.open(io.BytesIO(found.body)) as sound:
            assert sound.getnframes() / sound.getframerate() < 1
