"""Two friends play a slow game over three days: accounts, notices and clocks together.

The server is a process, killed in between; its clock moves as the test says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authenticator import Authenticator
from post_office import PostOffice, post_office
from proa.server.config.settings import Settings
from server.accounts.person import Person
from server.clocked_server import HOUR, ClockedServer
from server.notices.receivers import Browser, receiving
from server.ports import free_port
from waiting import until

pytestmark = pytest.mark.anyio
DAY = 24 * HOUR
SOON = 60
"""Seconds before a notice is sent."""
HINA, TEVA = "hina@example.org", "teva@example.org"


class Friends:
    """Hina at a laptop, told by mail, and Teva at a phone, who begins as a guest."""

    def __init__(self, server: ClockedServer, office: PostOffice, phone: Browser) -> None:
        self.server, self.office, self.phone = server, office, phone
        self.table = ""
        self.people: list[Person] = []
        self.key = b""

    def state(self) -> tuple[str, int | None, float | None]:
        return self.server.read("SELECT status, turn, due FROM tables")

    def mails(self) -> list[Any]:
        """Return the mails about turns."""
        return [mail for to, mail in self.office.came if to == HINA and "List-Unsubscribe" in mail]

    def messages(self) -> list[Any]:
        """Return what the phone was sent."""
        return self.phone.messages(self.key)

    def is_all_sent(self) -> bool:
        """Return whether the server has noted what it sent: a claim that runs out is sent again."""
        claimed: int = self.server.read("SELECT count(*) FROM notices WHERE owner != ''")[0]
        return claimed == 0

    async def person_to_move(self) -> int | None:
        """Wait for the bot; return the person to move, or None after the end."""
        await until(lambda: self.state()[0] == "over" or self.state()[1] in (0, 1))
        status, turn, _ = self.state()
        return None if status == "over" else turn

    async def play_on(self) -> int | None:
        """Play until another person is to move; return who, or None after the end."""
        mover = turn = await self.person_to_move()
        while turn is not None and turn == mover:
            browser, path = self.people[turn].browser, f"/table/{self.table}"
            page = (await browser.get(path)).text
            codes = re.findall(r'form="act" name="code" value="([^"]+)"', page)
            frame = re.search(r'name="frame" value="(\d+)"', page)
            assert codes, page
            assert frame
            answer = await browser.post(f"{path}/act", data={"frame": frame[1], "code": codes[0]})
            assert answer.status_code == 200, answer.text
            turn = await self.person_to_move()
        return turn


async def follow_link(person: Person, office: PostOffice, number: int, **fields: str) -> str:
    """Ask for a link by mail, open it and press its button; return the page."""
    person.browser.headers["Accept-Language"] = "en"
    path = office.link(number)
    assert "button" in (await person.browser.get(path)).text
    answer = await person.browser.post(path, data=fields)
    assert answer.status_code == 200, answer.text
    return answer.text


async def begin(friends: Friends) -> None:
    """Let Hina make an account, open a table and invite Teva, who sits down as a guest."""
    hina, teva = friends.people
    hina.key = Authenticator(friends.server.url)
    await hina.sign_up("Hinano")
    await hina.post("mail", address=HINA)
    await follow_link(hina, friends.office, 1)
    assert (await hina.browser.post("/notices/mail")).status_code == 200
    form = {"game": "toy", "pace": str(int(DAY)), "name": "Hina", "level": "easy"}
    form |= {"who0": "me", "who1": "friend", "who2": "bot", "title": "Papeete"}
    page = await hina.browser.post("/tables", data=form)
    friends.table = page.url.path.rpartition("/")[2]
    [invitation] = set(re.findall(r"/sit/[0-9a-f]{32}", page.text))
    await hina.browser.post(f"/table/{friends.table}/ready", data={"nonce": "00"})
    sat = await teva.browser.post(invitation, data={"name": "Teva", "nonce": "01"})
    assert sat.url.path == f"/table/{friends.table}", sat.text


async def make_an_account(friends: Friends) -> None:
    """Let Teva make an account by mail, move the seat there, and be told on the phone."""
    teva, seat = friends.people[1], f"{friends.table}.1"
    came = len(friends.office.came)
    await teva.post("mail", address=TEVA)
    page = await follow_link(teva, friends.office, came + 1, name="Tevaarii")
    assert f'value="{seat}"' in page
    assert (await teva.browser.get(f"/table/{friends.table}")).status_code == 404
    assert (await teva.post("seats", seat=seat)).status_code == 200
    data = {"endpoint": friends.phone.endpoint, **friends.phone.keys}
    assert (await teva.browser.post("/notices/push", data=data)).status_code == 200


async def three_days(friends: Friends, told: list[Callable[[], list[Any]]]) -> list[int]:
    """Play to the end; return how often each was told of a turn."""
    server, turns, handovers = friends.server, [0, 0], 0
    has_way = [True, False]
    while (mover := await friends.play_on()) is not None:
        handovers += 1
        turns[mover] += has_way[mover]
        if handovers == 5:
            due = friends.state()[2]
            assert due
            left = due - server.now
            server.kill()
            server.pass_time(30 * HOUR)  # more than a player has
            server.start()
            await until(lambda: (friends.state()[2] or 0) > server.now)
            assert (friends.state()[2] or 0) - server.now == pytest.approx(left, abs=SOON)
        await server.live(SOON + 1)
        await until(lambda: [len(one()) for one in told] == turns)
        await until(friends.is_all_sent)
        if handovers == 3:
            await make_an_account(friends)
            has_way[1] = True
        await server.live(8 * HOUR)
    assert handovers > 5
    return turns


async def test_a_slow_game_of_two_friends(tmp_path: Path):
    with post_office() as office:
        async with receiving() as service:
            port = free_port()
            server = ClockedServer(tmp_path, port, notices_after=SOON, **office.settings)
            server.start()
            began = server.now
            try:
                async with Person(server) as hina, Person(server) as teva:
                    friends = Friends(server, office, Browser(service))
                    friends.people = [hina, teva]
                    friends.key = Settings(tmp_path / "data").key
                    await begin(friends)
                    turns = await three_days(friends, [friends.mails, friends.messages])
                    await at_the_end(friends, turns)
            finally:
                server.kill()
            assert server.now - began > 3 * DAY


async def at_the_end(friends: Friends, turns: list[int]) -> None:
    server, path = friends.server, f"/table/{friends.table}"
    server.pass_time(SOON + 1)
    mails, messages = friends.mails, friends.messages
    await until(lambda: len(mails()) + len(messages()) > sum(turns))
    await until(lambda: server.read("SELECT count(*) FROM notices")[0] == 0)
    assert any("over" in mail["Subject"] for mail in mails()) or any(
        "over" in message["notification"]["title"] for message in messages()
    )
    for mail in mails():
        assert f"{server.url}{path}" in mail.get_content()
    for message in messages():
        assert message["notification"]["navigate"] == f"{server.url}{path}"
        assert message["notification"]["body"] == "Papeete (Toy)"
    for person in friends.people:
        assert (await person.browser.get(path)).status_code == 200
    async with Person(server) as laptop:  # the same account on another device
        came = len(friends.office.came)
        await laptop.post("mail", address=TEVA)
        assert "Tevaarii" in await follow_link(laptop, friends.office, came + 1)
        assert (await laptop.browser.get(path)).status_code == 200
