"""A new option with a default changes nothing that there is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import proa
from proa import records
from proa.engine.core.game_spec import Option
from proa.engine.errors import BadDocument
from proa.engine.messages import LOCALES, say
from proa.games import GAMES, spec
from proa.server.config.settings import Settings
from proa.server.games import opened_games
from proa.server.tables import proof
from proa.web.samples import sample
from server.site import Player, play_to_end, running

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
WIND = Option(say("The wind"), {"still": say("rests"), "storm": say("blows")})


@pytest.fixture
def grow(monkeypatch):
    """Gives every game an option more, from now on."""

    def grown():
        kinds = map(spec, GAMES)
        more = {one.name: replace(one, components=_with_wind(one.components)) for one in kinds}
        monkeypatch.setattr(GAMES, "_specs", more)
        _forget()

    yield grown
    monkeypatch.undo()
    _forget()


def _with_wind(components):
    return replace(components, options=components.options | {"wind": WIND})


def _forget():
    sample.cache_clear()
    opened_games._standard.cache_clear()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_records_verify_and_are_written_as_they_were(path, grow):
    document = json.loads(path.read_text(encoding="utf-8"))
    grow()
    record = records.verify(document)
    assert record.game.options == document["options"] | {"wind": "still"}
    assert records.to_json(record)["options"] == document["options"]
    with pytest.raises(BadDocument, match="options"):
        records.verify(document, proa.game(document["game"], wind="storm"))


@pytest.mark.parametrize("name", GAMES)
def test_positions_load_and_compare_as_equal(name, grow):
    old = proa.game(name)
    position = old.start(old.players[1], seed=5)
    document = old.dump(position)
    assert "wind" not in document["options"]
    grow()
    new = proa.game(name)
    assert new.load(document) == new.start(old.players[1], seed=5)
    assert new.dump(new.load(document))["options"] == new.options
    with pytest.raises(BadDocument, match="options"):
        proa.game(name, wind="storm").load(document)


def test_samples_are_shown(grow):
    grow()
    for name in GAMES:
        for locale in LOCALES:
            assert (sample(name, locale) is None) == (spec(name).board.sample is None)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_table_goes_on_and_its_proof_holds(tmp_path, grow, anyio_backend, monkeypatch):
    monkeypatch.setattr(opened_games, "PATIENCE", 600)
    settings = Settings(tmp_path / "data")
    async with running(settings) as before:
        players = await before.begun("me", "me", "me")
        await (players[0] if (await players[0].codes()) else players[1]).play()
        promise = (await players[0].get()).json()["table"]
    grow()
    async with running(settings) as after:
        async with after.browser() as browser:
            assert (await browser.get("/")).status_code == 200
        again = [Player(after, player.table, player.seat, player.token) for player in players]
        table = (await again[0].get()).json()["table"]
        assert table["status"] == "running"
        for name in ("options", "commitment"):
            assert table[name] == promise[name]
        await play_to_end(again)
        document = (await again[0].get("record")).json()
        assert document["options"] == {"tide": "wild"}
        proof.check_proof(records.verify(document))
        fresh = await after.begun("me", "me", "me")
        await play_to_end(fresh)
        document = (await fresh[0].get("record")).json()
        assert document["options"] == {"tide": "wild", "wind": "still"}
        proof.check_proof(records.verify(document))
