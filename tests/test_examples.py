"""Every example runs, if its dependencies are installed: the extra ``examples``, and PufferLib."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from proa.bots import bot_named

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
GUIDE = (ROOT / "docs" / "guide" / "studying.md").read_text(encoding="utf-8")
LEARNING = {
    "ppo.py": (
        ("torch", "matplotlib"),
        ("--decisions", "40000", "--games", "2", "--looks", "1"),
        r"against random, .* against search:200, .* against bidder",
    ),
    "with_sb3.py": (
        ("sb3_contrib",),
        ("--decisions", "5000", "--games", "2"),
        r"after 5,000 decisions: \d+% won against search:50",
    ),
    "with_torchrl.py": (
        ("torchrl",),
        ("--decisions", "4096", "--games", "2"),
        r"after: \d+% won against random",
    ),
    "with_torchrl_seats.py": (
        ("torchrl", "pettingzoo"),
        ("--decisions", "1000", "--games", "3"),
        r"after: \d+% won against random",
    ),
    "with_rllib.py": (
        ("ray.rllib", "torch"),
        ("--decisions", "4096", "--games", "2"),
        r"after: \d+% won against random",
    ),
    "with_pufferlib.py": (
        ("pufferlib",),
        ("--decisions", "60000"),
        r"65,536 decisions: \d+% won",
    ),
}
"""The packages of each example, short arguments, and the expected output."""
TESTED_ELSEWHERE = {"bot_account.py", "http_client.py"}


def python(*arguments: str | Path, cwd: Path) -> str:
    """Return what a run of Python prints; like an installed ``proa`` it does not import from
    ``cwd``."""
    source = {"PYTHONPATH": str(ROOT / "src"), "PROA_LANG": "en"}
    environment = {**os.environ, **source, "OMP_NUM_THREADS": "2"}
    command = [sys.executable, "-P", "-W", "ignore", *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", LEARNING)
def test_those_that_learn_run(name, tmp_path):
    needed, arguments, printed = LEARNING[name]
    for module in needed:
        pytest.importorskip(module)
    assert re.search(printed, python(EXAMPLES / name, *arguments, cwd=tmp_path))
    if name == "ppo.py":
        assert (tmp_path / "ppo.svg").read_text(encoding="utf-8").endswith("</svg>\n")
        learned = f"examples.ppo:Learned:{tmp_path / 'ppo.pt'}"
        bots = ("--bots", f"{learned},random", "--games", "2", "--json")
        assert learned in python("-m", "proa", "arena", "tahiti", *bots, cwd=ROOT)


@pytest.mark.parametrize("game", ["tahiti", "borneo", "borabora"])
def test_the_bot_of_twenty_lines_plays_every_game(game):
    bots = ("--bots", "examples.dreamer:Dreamer,random")
    told = python("-m", "proa", "arena", game, *bots, "--games", "1", "--json", cwd=ROOT)
    assert '"examples.dreamer:Dreamer"' in told


def test_it_is_offered_to_the_page(monkeypatch):
    """By the place that ``pip install ./examples`` tells of."""
    told = tomllib.loads((EXAMPLES / "pyproject.toml").read_text(encoding="utf-8"))
    (place,) = told["project"]["entry-points"]["proa.bots"].values()
    monkeypatch.syspath_prepend(EXAMPLES)
    assert bot_named(place).name == "dreamer"


def test_it_has_twenty_lines():
    tree = ast.parse((EXAMPLES / "dreamer.py").read_text(encoding="utf-8"))
    (bot,) = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    assert bot.end_lineno - bot.lineno < 20


def test_the_notebook_runs(tmp_path):
    for module in ("ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(module)
    nbclient = pytest.importorskip("nbclient")
    text = (EXAMPLES / "study.ipynb").read_text(encoding="utf-8")
    few = text.replace("GAMES = 100_000", "GAMES = 500")
    assert few != text
    nbformat = pytest.importorskip("nbformat")
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(nbformat.reads(few, 4), resources=resources, timeout=600).execute()


def test_the_notebook_is_kept_small_and_with_what_it_drew():
    text = (EXAMPLES / "study.ipynb").read_text(encoding="utf-8")
    drawn = [
        output
        for cell in json.loads(text)["cells"]
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(drawn) == 4
    assert len(text) < 120_000
    assert '"output_type": "error"' not in text


def test_all_are_named_in_the_guide_and_run_here():
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    assert (
        files
        == set(LEARNING) | {"dreamer.py", "study.ipynb"} | {"pyproject.toml"} | TESTED_ELSEWHERE
    )
    for name in files - {"pyproject.toml"} - TESTED_ELSEWHERE:
        assert f"(../../examples/{name})" in GUIDE, name
