"""Static files have addresses that change with their content, and refer to each other."""

from __future__ import annotations

import gzip
import re

import brotli
import pytest

from proa.web import statics

FILES = list(statics.everything())


def test_an_address_leads_to_the_file_for_good():
    for file in FILES:
        path = statics.address(file.name).removeprefix(statics.PREFIX)
        assert statics.found(path) == (file, True)
        assert statics.found(file.name) == (file, False)
        assert statics.found(f"0123456789/{file.name}") == (file, False)


def test_a_version_changes_with_any_file_of_its_folder_only(monkeypatch):
    before = {folder: statics.version(folder) for folder in ("", "fonts", "games/tahiti")}
    changed = [*statics._files("").values()]
    changed[0] = statics.Static(changed[0].name, changed[0].body + b" ")
    assert statics._digest(changed) != before[""]
    assert len({*before.values()}) == 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_what_a_file_names_lies_where_it_looks(file):
    """Scripts import and styles name their neighbours, relative to themselves."""
    if "swagger" in file.name or file.name.endswith((*statics.PACKED, ".txt")):
        return
    text = file.body.decode()
    named = re.findall(r'(?:from|import) "\./([^"]+)"', text)
    named += re.findall(r"url\(([\w./-]+)\)", text) if file.name.endswith(".css") else []
    folder = file.name.rpartition("/")[0]
    for name in named:
        assert statics.exists(f"{folder}/{name}".lstrip("/")), name
    assert not re.search(r'(?:from|import|url\() ?["\']?(?:/static|\.\./)', text)


def test_every_variant_is_the_same_file():
    read = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}
    for file in (statics.file(name) for name in ("table.css", "emblems.js", "frames.js")):
        for coding in ("", *file.codings):
            assert read[coding](file.packed(coding)) == file.body
        assert len({file.tag(coding) for coding in ("", *file.codings)}) == 3
        assert len(file.packed("br")) < len(file.packed("gzip")) < len(file.body) / 2
    assert statics.file("fonts/alegreya-latin-700-normal.woff2").codings == ()


@pytest.mark.parametrize(
    "name",
    ["", "/", "x.css", "../pages.py", "games/tahiti/rules/disc.py", "games/x/board.css", "fonts"],
)
def test_there_is_nothing_else(name):
    assert statics.file(name) is None
    assert statics.found(name) is None
    with pytest.raises(FileNotFoundError):
        statics.address(name)
