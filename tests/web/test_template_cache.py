"""Compiled templates are cached as long as their sources are unchanged."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from proa.web import template_cache
from proa.web.pages import environment

TEMPLATE = "_bar.html"


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """Return a list that fills with the languages compiled from now on, with a separate cache."""
    monkeypatch.setenv("PROA_CACHE", str(tmp_path / "cache"))
    found = []
    compile_template = Environment.compile

    def noted(self, source, name=None, *where, **how):
        if name == TEMPLATE:
            found.append(self.globals["locale"])
        return compile_template(self, source, name, *where, **how)

    monkeypatch.setattr(Environment, "compile", noted)
    return found


def another_process(locale: str = "en") -> str:
    """Return what another process renders from a template."""
    made = environment.__wrapped__(locale)
    return made.get_template(TEMPLATE).render(locale=locale, names=())


def test_a_template_is_compiled_once(compiled):
    first = another_process()
    assert compiled == ["en"]
    assert another_process() == first
    assert len(compiled) == 1


def test_each_language_has_its_own(compiled):
    english, russian = another_process("en"), another_process("ru")
    assert english != russian
    assert [another_process("en"), another_process("ru")] == [english, russian]
    assert compiled == ["en", "ru"]


def test_one_is_made_anew_when_anything_of_proa_changes(compiled, monkeypatch):
    another_process()
    monkeypatch.setattr(template_cache, "_fingerprint", lambda folders: "another version")
    another_process()
    assert len(compiled) == 2


def test_every_file_counts_and_what_python_makes_of_them_does_not(tmp_path):
    seen = [template_cache._fingerprint.__wrapped__((tmp_path,))]
    for name, content in [("a.po", "1"), ("a.po", "2"), ("b/c.css", "1"), ("b/d.css", "1")]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        seen.append(template_cache._fingerprint.__wrapped__((tmp_path,)))
    assert len(set(seen)) == 5
    (tmp_path / "b" / "e.cpython-311.pyc").write_text("1")
    assert template_cache._fingerprint.__wrapped__((tmp_path,)) == seen[-1]


@pytest.mark.parametrize("folder", ["/dev/null/cache", "/proc"])
def test_where_nothing_can_be_kept_each_start_compiles(compiled, monkeypatch, folder):
    monkeypatch.setenv("PROA_CACHE", folder)
    assert another_process() == another_process()
    assert len(compiled) == 2


def test_a_broken_file_is_made_anew(compiled, tmp_path):
    first = another_process()
    (file,) = (tmp_path / "cache" / "templates").iterdir()
    file.write_bytes(file.read_bytes()[:-20])
    assert another_process() == first
    assert len(compiled) == 2
