"""A table and its people, who decide by the clock, whether or not the server was on time.

Every decision has a due time, drawn before anything is measured. A person whose turn has not been
shown by then posts as soon as it is, and all waiting counts from the due time: a server that is
slow for a while does not get less load.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import aiohttp

from load.browser import RECONNECT, Browser, Person
from load.tally import Decision, Tally

PATIENCE = 30.0
"""Seconds after which a decision that could not be made counts as lost."""
JITTER = 0.4
LEVEL = "steady"
TROUBLES = (aiohttp.ClientError, ConnectionError, TimeoutError)


@dataclass(frozen=True)
class Pace:
    """When decisions are due: by the clock, until a time or for a number of whole games."""

    seconds: float
    """The mean time between two decisions of one table."""
    begin: float
    until: float
    games: int | None
    reloads: float
    """Loads of the whole page per decision."""

    def dues(self, choose: random.Random) -> Iterator[float]:
        """Yield the times at which one table's decisions are due."""
        due = self.begin + choose.uniform(0, self.seconds)
        while due < self.until:
            yield due
            due += self.seconds * choose.uniform(1 - JITTER, 1 + JITTER)


@dataclass(frozen=True)
class Laid:
    """A table that exists when the clock starts."""

    game: str
    id: str
    watch: str
    bots: int
    present: tuple[Person, ...]
    """The people by seat, then the spectators."""
    people: int


@dataclass
class Game:
    """One game of a table: its id, and the browsers of all who were present."""

    game: str
    id: str
    browsers: list[Browser]
    people: int


@dataclass
class Table:
    """A table from game to game."""

    url: str
    laid: Laid
    tally: Tally
    choose: random.Random
    games: list[Game] = field(default_factory=list)
    """The games so far, the current one last."""

    def __post_init__(self) -> None:
        self._news = asyncio.Event()
        laid = self.laid
        browsers = [self._browser(person) for person in laid.present]
        for number, browser in enumerate(browsers):
            is_seated = number < laid.people
            browser.path = f"/table/{laid.id}" if is_seated else f"/watch/{laid.watch}"
        self.games.append(Game(laid.game, laid.id, browsers, laid.people))

    @property
    def now(self) -> Game:
        """Return the current game."""
        return self.games[-1]

    def _browser(self, person: Person) -> Browser:
        return Browser(self.url, person, self.tally, self._changed)

    def _changed(self) -> None:
        self._news.set()

    async def arrive(self) -> None:
        """Load the page in every browser."""
        for browser in self.now.browsers:
            await browser.load()

    async def play(self, pace: Pace, meter: Callable[[], float] | None = None) -> None:
        """Decide at each due time; after the end of a game start the next one instead.

        ``meter`` is read before each decision. If this is cancelled, decisions that are due but not
        begun are recorded as never made.
        """
        dues = pace.dues(random.Random(self.choose.random()))
        try:
            await self._play(dues, pace, meter)
        except asyncio.CancelledError:
            now = time.perf_counter()
            missed = itertools.takewhile(lambda due: due < now, dues)
            self.tally.decisions += [Decision(self.now.id, due) for due in missed]
            raise

    async def _play(
        self, dues: Iterator[float], pace: Pace, meter: Callable[[], float] | None
    ) -> None:
        finished = 0
        for due in dues:
            await asyncio.sleep(due - time.perf_counter())
            if any(browser.over for browser in self.now.browsers):
                finished += 1
                self.tally.finished += 1
                if finished == pace.games:
                    return
                await self._next_game(due)
            else:
                await self._decide(due, meter() if meter else None)
                if self.choose.random() < pace.reloads:
                    await self._somebody_loads()

    # -- deciding ------------------------------------------------------------------------------

    async def _decide(self, due: float, spent: float | None) -> None:
        decision = Decision(self.now.id, due, spent=spent)
        self.tally.decisions.append(decision)
        end = max(due, time.perf_counter()) + PATIENCE
        while (left := end - time.perf_counter()) > 0:
            self._news.clear()
            asked = [b for b in self.now.browsers if b.turn is not None and not b.is_busy]
            if any(browser.over for browser in self.now.browsers):
                self.tally.decisions.remove(decision)  # a bot has ended the game
                return
            if asked and await self._post(asked[0], decision):
                return
            if not asked:
                await self._wait(left)

    async def _wait(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            self.tally.trouble(f"nothing new was shown for {PATIENCE:.0f} seconds")

    async def _post(self, browser: Browser, decision: Decision) -> bool:
        if self.laid.bots:  # the bot's thinking time is not a delay of the server
            decision.due = max(decision.due, browser.seen[browser.shown].at)
        decision.seat = self.now.browsers.index(browser)
        decision.frame = browser.shown
        decision.posted = decision.posted or time.perf_counter()
        assert browser.turn is not None
        decision.code = self.choose.choice(browser.turn.codes)
        try:
            is_taken = await browser.decide(decision.code)
        except TROUBLES as error:
            self.tally.trouble(f"post: {type(error).__name__}")
            is_taken = False
        if is_taken:
            decision.answered = time.perf_counter()
        return is_taken

    async def _somebody_loads(self) -> None:
        browsers = self.now.browsers
        idle = [browser for browser in browsers if browser.turn is None and not browser.is_busy]
        if idle and not any(browser.over for browser in browsers):
            try:
                await self.choose.choice(idle).load()
            except TROUBLES as error:
                self.tally.trouble(f"page: {error}")

    # -- from game to game ---------------------------------------------------------------------

    async def _next_game(self, due: float) -> None:
        """Load the score sheet in every browser; then open a new table and let the others join."""
        await self._everybody_sees_the_end()
        for browser in self.now.browsers:
            await browser.look_at_the_end()
            browser.hush()
        self.tally.asked("score sheets of all", due)
        while True:
            began = time.perf_counter()
            try:
                self.games.append(await self._opened())
            except TROUBLES as error:
                self.tally.trouble(f"opening a table: {error}")
                await asyncio.sleep(RECONNECT)
            else:
                self.tally.asked("opening a table", began)
                return

    async def _everybody_sees_the_end(self) -> None:
        end = time.perf_counter() + PATIENCE
        while not all(browser.over for browser in self.now.browsers):
            self._news.clear()
            if (left := end - time.perf_counter()) <= 0:
                return
            await self._wait(left)

    async def _opened(self) -> Game:
        laid = self.laid
        browsers = [self._browser(person) for person in laid.present]
        people, watchers = browsers[: laid.people], browsers[laid.people :]
        form = {"game": laid.game, "who0": "me", "name": "Hina"}
        form |= {f"who{seat}": "friend" for seat in range(1, laid.people)}
        for seat in range(laid.people, laid.people + laid.bots):
            form |= {f"who{seat}": "bot", f"level{seat}": LEVEL}
        for friend, invitation in zip(people[1:], await people[0].open(form), strict=True):
            await friend.sit(invitation)
        await people[0].ready()
        watch = ""
        for person in people:
            watch = await person.load()
        for watcher in watchers:
            watcher.path = watch
            await watcher.load()
        return Game(laid.game, people[0].path.removeprefix("/table/"), browsers, laid.people)

    async def close(self) -> None:
        """Close all browsers."""
        for game in self.games:
            for browser in game.browsers:
                await browser.close()
