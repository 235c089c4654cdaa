"""What the key of the compile cache is made of."""

from __future__ import annotations

import pytest

import proa
from proa.engine.sources import reached_by, source_hash


@pytest.mark.parametrize("name", ["tahiti", "toy"])
def test_rules_count_and_pages_do_not(name):
    verbs = proa.game(name).kind.verbs.values()
    reached = {path.name for path in reached_by(verbs)}
    assert {"rules.py", "state.py", "actions.py", "observe.py"} <= reached
    assert not {"view.py", "story.py", "dump.py", "__init__.py"} & reached


def test_a_file_counts_by_name_and_content(tmp_path):
    hashes = set()
    for folder, name, content in (("a", "x.py", "1"), ("b", "x.py", "2"), ("c", "y.py", "1")):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / name
        path.write_text(content)
        hashes.add(source_hash(path))
    assert len(hashes) == 3
