"""Names: invisible characters are refused or left out, wherever a name is written."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proa.server.errors import Refusal
from proa.server.tables import names
from server.site import Player, play_to_end

pytestmark = pytest.mark.anyio
INVISIBLE = [
    " ",
    "\u00a0\u3000",
    "\u200b",
    "\u200d\u2060\ufeff",
    "\u202e\u202c",
    "\u2066\u2069\u061c",
    "\u3164",
    "\u115f\u1160\uffa0",
    "\u2800\u2800",
    "\u034f\ufe0f\U000e0101",
    "\u0301\u0301",
    "\x00\x07\x7f",
    "\u2028",
    "\ud800",
    "\U0001d159",
    "\U000e0041",
    "\ue000",
]


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_a_name_of_nothing_is_refused(name):
    with pytest.raises(Refusal, match="is invisible"):
        names.checked(name)


def test_no_name_is_no_fault():
    assert names.checked("") == ""


@pytest.mark.parametrize(
    "name",
    [
        "Hina",
        "Анна-Мария",
        "Māui ʻō",
        "山田 太郎",
        "שָׁלוֹם",
        "สวัสดี",
        "नमस्ते",
        "Nguyễn Thị",
        "🏝🐢",
        "محمد",
        "می‌خواهم",
        "ක්‍ෂ",
        "👨‍👩‍👧‍👦",
        "👩🏽‍🚀",
        "🏳️‍🌈",
        "❤️",
        "1️⃣",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "#1",
        "x̂",
    ],
)
def test_names_of_people_stay_as_they_are(name):
    assert names.checked(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Hi\u200dna", "Hina"),
        ("\u202eanih", "anih"),
        ("Hi\u200cna", "Hina"),
        ("a\ufe0f\u200d1\ufe0f", "a1"),
        ("🐢\u200d", "🐢"),
        ("\U0001f3f4\U000e0041", "\U0001f3f4"),
        ("Te\u200bva\n", "Te va"),
        ("a" + "\u0301" * 30 + "b", "á" + "\u0301" * 3 + "b"),
        (" \u0335\u0335x", "x"),
        ("x" * 60, "x" * 40),
        ("👨‍👩‍👧‍👦" * 10, "👨‍👩‍👧‍👦" * 5),
        ("नि" * 13 + "x" * 13 + "नि", "नि" * 13 + "x" * 13),
        ("🏝🏻\u200d" * 40, "🏝🏻\u200d" * 13 + "🏝"),
    ],
)
def test_what_can_not_be_seen_is_left_out(name, seen):
    assert names.checked(name) == seen


@given(
    st.text(max_size=80)
    | st.text("a \u0301\u094dی\u200c\u200d\u202e\ufe0f🏝🏻\U000e0067", max_size=80)
)
def test_whatever_is_written_can_be_shown(text):
    name = names.clean(text)
    assert len(name) <= names.LONGEST
    assert "".join(char for char in name if char not in names._JOINERS).isprintable()
    assert name == name.strip() == names.clean(name)
    name.encode()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Hina", "Hina"),
        ("hina", "Hina"),
        ("INA", "ina"),
        ("Ｈｉｎａ", "Hina"),
        ("Hi\u200dna", "Hina"),
        ("Аnna", "Anna"),
        ("АNNA", "Anna"),
        ("Рора", "Popa"),
        ("Iimes", "limes"),
        ("Moana", "Rnoana".lower()),
        ("می‌خواهم", "میخواهم"),
        ("🏝️", "🏝"),
        ("👨‍👩‍👧‍👦" * 5, "👨‍👩‍👧‍👦" * 5),
    ],
)
def test_nobody_is_called_like_another(name, other):
    seen = names.clean(name)
    unlike = names.unlike(seen, [other], 1)
    assert unlike.endswith(" 2")
    assert seen.startswith(unlike.removesuffix(" 2"))
    assert names.clean(unlike) == unlike


@pytest.mark.parametrize(
    ("name", "other"), [("Анна", "Anna"), ("Hína", "Hina"), ("Teva", "Tiare"), ("🏝", "🐢")]
)
def test_other_names_stay(name, other):
    assert names.unlike(name, [other], 1) == name


async def test_a_cyrillic_name_gets_a_number_beside_its_latin_look_alike(site):
    opened = await site.open("me", "friend", "friend")
    await Player(site, opened["table"], 0, opened["token"]).post("rename", name="Popa")
    invite = opened["seats"][1]["invite"]
    async with site.client() as client:
        answer = await client.post(f"/api/invitations/{invite}", json={"name": "Рора"})
    assert answer.status_code == 201
    assert (await site.tables.load(opened["table"])).names[:2] == ["Popa", "Рора 2"]


@pytest.mark.parametrize(
    ("others", "seat", "name"),
    [
        (["Hina"], 1, "Teva"),
        (["Hina", "Teva"], 1, "Moana"),
        (["TEVA", "Hina"], 0, "Rua"),
        (list(names.USUAL), 1, "Teva"),
    ],
)
def test_who_chooses_no_name_gets_a_usual_one(others, seat, name):
    assert names.usual(others, seat) == name


async def test_a_friend_without_a_name_is_called_by_one(site):
    """Not by a number: the name that was meant for the seat, or a usual one."""
    opened = await site.open("me", "friend", "friend")
    invite = opened["seats"][1]["invite"]
    async with site.browser() as browser:
        await browser.post(f"/sit/{invite}", data={"name": "", "nonce": "1"})
    assert (await site.tables.load(opened["table"])).names[1] == "Teva"


async def test_invisible_names_are_refused_at_every_door(site):
    """Of seats, tables and spectators, by program and by form; nothing is written."""
    opened = await site.open("me", "friend", "friend", watchers_chat=True)
    before = await site.tables.load(opened["table"])
    player = Player(site, opened["table"], 0, opened["token"])
    watch = Player(site, opened["table"], -1, opened["watch"])
    invite = opened["seats"][1]["invite"]
    three = [{"who": "me", "name": "\u200b"}, {"who": "me"}, {"who": "me"}]
    form = {"game": "toy", "who0": "me", "who1": "here", "who2": "here"}
    async with site.client() as client, site.browser() as browser:
        answers = [
            await player.post("rename", name="\u3164"),
            await watch.post("chat", text="Ia ora na", name="\u202e"),
            await client.post(f"/api/invitations/{invite}", json={"name": "\u2800"}),
            await client.post("/api/tables", json={"game": "toy", "seats": three}),
            await client.post(
                "/api/tables", json={"game": "toy", "seats": three, "name": "\u00ad"}
            ),
            await browser.post(f"/sit/{invite}", data={"name": "\u200d"}),
            *[
                await browser.post("/tables", data={**form, field: "\u3164"})
                for field in ("name", "title", "name1")
            ],
        ]
    for answer in answers:
        assert answer.status_code == 422
        assert "That name is invisible" in answer.text
    after = await site.tables.load(opened["table"])
    assert (after.row, after.seats) == (before.row, before.seats)


async def test_what_is_said_can_be_seen(site):
    opened = await site.open("me", "friend", "friend")
    player = Player(site, opened["table"], 0, opened["token"])
    assert (await player.post("chat", text="\u200b\u3164")).status_code == 422
    await player.post("chat", text="so\u202e\nZ" + "\u0301" * 400)
    (line,) = (await player.get("chat")).json()
    assert line["text"] == "so\nŹ" + "\u0301" * 3


async def test_names_in_uploaded_records_are_shown_as_they_can_be_seen(site):
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    record = (await players[0].get("record")).json()
    record["seats"][0]["name"], record["seats"][1]["name"] = "\u200b", "Te\u202eva"
    async with site.client() as client, site.browser() as browser:
        upload = (await client.post("/api/records", content=json.dumps(record))).json()["record"]
        page = (await browser.get(f"/records/{upload}")).text
        assert "#1" in page
        assert "Teva" in page
        assert "\u202e" not in page
        body = {"at": 0, "seats": [0], "level": "easy"}
        assert (await client.post(f"/api/records/{upload}/continue", json=body)).status_code == 201
