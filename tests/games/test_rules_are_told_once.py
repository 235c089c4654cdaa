"""No rule is told twice: what pages say of a choice comes from the rules, and follows them.

Views (``words`` and ``board``) ask the rules, or look at the position after the choice. What they
still reckon with fields and tables is listed here, each with its reason; and numbers that they
tell are compared with what happens, in editions with other numbers.
"""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import indent

import pytest

import proa
from games.conformance import walk
from proa.engine.fields import writable
from proa.engine.kind import ALL
from proa.games import OURS, kind
from proa.games.borabora import actions as bb
from proa.games.borabora.board.goals import goal
from proa.games.borabora.position import NONE, P_TASKS
from proa.games.borabora.rules.requirements import missing
from proa.games.borabora.rules.temple import score_temple
from proa.games.borabora.words.aftermath import most_priests
from proa.games.borneo import actions as act
from proa.games.borneo.board.previews import fewest_cards
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.position import BEATEN, DEFEND, HARBOR, MISSION, NO_DISTRIBUTION, PAY
from proa.games.borneo.words.forecast import clash, layings
from proa.games.borneo.words.goods import shortage
from proa.games.tahiti.position import BID, COLOURS
from proa.games.tahiti.words.banks import banks

ROOT = Path(proa.__file__).parent / "games"
INDEX = "the number of a thing that is printed, drawn or listed from another number on"
SHOWN = "adds up, or finds the most of, what lies there for all to see"
AS_IT_LIES = "says how things lie, not what a rule asks for them"
WHY_NOT = "which condition of the rule is not met; whether one is not, the legal actions say"
LABEL = "labels are made for every choice of every view; compared with previews below"
FOLLOWED = "the rules have it only in the course of a turn; compared with that course below"
SHEET = "explains a line of the score sheet, to which it adds up, as tested below"
MAY_RECKON = {
    "tahiti/board/data._idle": FOLLOWED,
    "tahiti/board/previews._may_win": FOLLOWED,
    "tahiti/words/labels.label": INDEX,
    "tahiti/words/questions._ask_land": INDEX,
    "tahiti/words/questions.most_to_stash": INDEX,
    "tahiti/words/reasons._share": SHEET,
    "tahiti/words/refusals._no_starting_pearl": INDEX,
    "tahiti/words/refusals._no_stash": WHY_NOT,
    "tahiti/words/sections._space_line": INDEX,
    "borneo/board/data._mission": SHOWN,
    "borneo/board/pieces.merchant": INDEX,
    "borneo/board/previews._beaten": INDEX,
    "borneo/board/previews._left_in_stack": AS_IT_LIES,
    "borneo/board/previews._nearest": SHOWN,
    "borneo/board/previews._payment": SHOWN,
    "borneo/board/previews.fewest_cards": FOLLOWED,
    "borneo/board/scenes._between": INDEX,
    "borneo/board/scenes._side": INDEX,
    "borneo/words/forecast._laying": FOLLOWED,
    "borneo/words/forecast.need": FOLLOWED,
    "borneo/words/forecast.resistance": FOLLOWED,
    "borneo/words/forecast.succeeds": FOLLOWED,
    "borneo/words/goods.overpays": FOLLOWED,
    "borneo/words/goods.shortage": FOLLOWED,
    "borneo/words/labels._end_of_row": INDEX,
    "borneo/words/reasons._mission": SHEET,
    "borneo/words/refusals._no_fall": WHY_NOT,
    "borneo/words/refusals._no_place": WHY_NOT,
    "borneo/words/story._drawn": AS_IT_LIES,
    "borneo/words/story._stands": INDEX,
    "borabora/board/data._people": INDEX,
    "borabora/board/mats._jewelry": SHOWN,
    "borabora/board/mats._spaces": AS_IT_LIES,
    "borabora/board/mats.mat": SHOWN,
    "borabora/board/previews/placing._lights": INDEX,
    "borabora/board/previews/placing._paths": INDEX,
    "borabora/board/previews/placing.gods_needed": AS_IT_LIES,
    "borabora/board/previews/choices._affordable": SHOWN,
    "borabora/board/previews/choices._fish_kind": INDEX,
    "borabora/board/previews/choices._pushed_out": AS_IT_LIES,
    "borabora/board/previews/choices.building": SHOWN,
    "borabora/board/previews/choices.payment": SHOWN,
    "borabora/board/previews/choices.person": INDEX,
    "borabora/words/aftermath.most_priests": FOLLOWED,
    "borabora/words/labels._place": LABEL,
    "borabora/words/labels._use": LABEL,
    "borabora/words/questions._mine": INDEX,
    "borabora/words/reasons._built": SHEET,
    "borabora/words/reasons._god_tiles": SHEET,
    "borabora/words/refusals._no_person": INDEX,
    "borabora/words/refusals._no_place": WHY_NOT,
    "borabora/words/refusals._no_task": INDEX,
    "borabora/words/refusals._no_trade": WHY_NOT,
    "borabora/words/sections._ceremony": INDEX,
    "borabora/words/seen.cards_held": SHOWN,
    "borabora/words/seen.cards_left": SHOWN,
    "borabora/words/story._outcome": INDEX,
    "borabora/words/story.reveals": AS_IT_LIES,
}
"""Functions of views that reckon with numbers of positions or tables, and why each may."""

# -- nothing is reckoned that isn't listed ---------------------------------------------------

FROM_ONE = {"card", "company", "mission", "harbor", "depth", "round", "laid"}
"""Fields that count from 1, as places in lists don't."""
NO_NUMBERS = {"players", "to_move", "mover", "kind", *FROM_ONE}
"""Whose turn it is and what is looked at: no rule's numbers."""
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


ADDS_UP = ("len", "sum", "min", "max")
"""Functions that reckon; what others find is not reckoned where they are called."""


class Reckoning(ast.NodeVisitor):
    """Whether a function reckons with numbers of positions or tables."""

    def __init__(self, modules):
        self.modules = modules
        self.known = {}
        """The fields that local names were read from."""
        self.lines = []

    def numbers(self, node):
        """The fields that an expression reads, as ``(whose, which)``."""
        whose, which = chain(node)
        if which and whose is not None:
            if whose not in self.modules and which[0] not in NO_NUMBERS:
                yield whose, which
        elif isinstance(node, ast.Name):
            yield from self.known.get(node.id, ())
        elif not isinstance(node, ast.Call) or adds_up(node):
            for part in ast.iter_child_nodes(node):
                yield from self.numbers(part)

    def visit_Assign(self, node):
        """What a local name is read from is remembered."""
        self.generic_visit(node)
        target = node.targets[0]
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        for name, value in pairs:
            self.remember(name, value)

    def visit_AnnAssign(self, node):
        """The same, with a type."""
        self.generic_visit(node)
        if node.value is not None:
            self.remember(node.target, node.value)

    def visit_NamedExpr(self, node):
        """The same, within an expression."""
        self.generic_visit(node)
        self.remember(node.target, node.value)

    def visit_For(self, node):
        """Each of a field's numbers."""
        self.remember(node.target, node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node):
        """The same, in a list that is made of them."""
        self.remember(node.target, node.iter)
        self.generic_visit(node)

    def comprehended(self, node):
        """What the names are read from comes before what is made of them."""
        for part in node.generators:
            self.visit(part)
        self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = comprehended  # noqa: N815

    def visit_AugAssign(self, node):
        """A sum that grows."""
        self.generic_visit(node)
        if isinstance(node.op, ARITHMETIC):
            self.compare(node, node.target, node.value)

    def remember(self, name, value):
        """Note the fields that a local name was read from."""
        if isinstance(name, ast.Name):
            self.known[name.id] = set(self.numbers(value))

    def visit_BinOp(self, node):
        """Sums and the like; what two positions differ in, may be told."""
        self.generic_visit(node)
        is_list = isinstance(node.left, ast.List)
        if isinstance(node.op, ARITHMETIC) and not is_list:
            self.compare(node, node.left, node.right)

    def visit_Compare(self, node):
        """Which is more."""
        self.generic_visit(node)
        if any(isinstance(sign, ORDER) for sign in node.ops):
            self.compare(node, node.left, *node.comparators)

    def visit_Call(self, node):
        """Sums and the like of many."""
        self.generic_visit(node)
        if adds_up(node) and node.func.id != "len" and any(self.numbers(node)):
            self.lines.append(node.lineno)

    def compare(self, node, *sides):
        """Remember a line that reckons with other than the same fields of two positions."""
        read = [{which for _, which in self.numbers(side)} for side in sides]
        if any(read) and not all(fields == read[0] for fields in read):
            self.lines.append(node.lineno)


def adds_up(call):
    """Whether a call reckons."""
    return isinstance(call.func, ast.Name) and call.func.id in ADDS_UP


def chain(node):
    """Of ``a.b[i].c`` the name ``a`` and the names of the fields, the last first; of what a
    function finds, no name."""
    fields = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            fields.append(node.attr)
        node = node.value
    which = tuple(field for field in fields if field != "fields")
    whose = "" if isinstance(node, ast.Call) else None
    return (node.id if isinstance(node, ast.Name) else whose), which


def reckoning(path):
    """The functions of a file that reckon with numbers, and the lines where they do."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    modules = {name.asname or name.name for node in imports for name in node.names}
    found = {}
    for function in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]:
        visitor = Reckoning(modules)
        visitor.visit(function)
        if visitor.lines:
            found[function.name] = visitor.lines
    return found


def views(name):
    """The files that make a game's views, without the one of places and paths."""
    geometry = Path(kind(name).board.geometry.__file__)
    rooms = [ROOT / name / "words", ROOT / name / "board"]
    return [path for room in rooms for path in room.rglob("*.py") if path != geometry]


@pytest.mark.parametrize(
    "lines",
    [
        "return state.need + 1",
        "n = 0\nn += state.cash\nreturn n",
        "need: int = state.need\nreturn need + 1",
        "return (need := state.need) + need * 2",
        "return [x + 1 for x in state.die]",
        "for x in state.die:\n    yield x - 1",
        "return max(state.die)",
        "return state.cash < rules.price",
    ],
)
def test_what_reckons_is_found(tmp_path, lines):
    source = tmp_path / "view.py"
    source.write_text("def f(rules, state):\n" + indent(lines, "    "), encoding="utf-8")
    assert reckoning(source)


@pytest.mark.parametrize("name", OURS)
def test_views_reckon_nothing_anew(name):
    found = {
        f"{path.relative_to(ROOT).with_suffix('')}.{function}"
        for path in views(name)
        for function in reckoning(path)
    }
    listed = {place for place in MAY_RECKON if place.startswith(f"{name}/")}
    assert not found - listed, "ask the rules, or look at the position after the choice"
    assert not listed - found, "these don't any more"


# -- and what is told follows the rules, in other editions too -------------------------------

CHANGES = {
    "tahiti": [
        ("faces = [0, 0, 1, 2, 3, 4] ", "faces = [0, 0, 0, 2, 3, 5] "),
        ("stash = 10 ", "stash = 4 "),
        ("money = 15 ", "money = 9 "),
    ],
    "borneo": [
        ("card_limit = 3\nmonopoly_number = 5", "card_limit = 2\nmonopoly_number = 4"),
        ("number = 2\npoints = 15", "number = 4\npoints = 16"),
        ("number = 4\npoints = 8", "number = 3\npoints = 9"),
    ],
    "borabora": [
        ("building = [10, 10, 7, 7, 4, 4]", "building = [3, 9, 8, 5, 6, 2]"),
        ('["CM", "CB", 2]', '["CM", "CB", 5]'),
        ('["CP", "EF", 2]', '["CP", "EF", 6]'),
        ("land = { alone = [2, 4, 6], ", "land = { alone = [1, 3, 4], "),
        ("points = { alone = [2, 4, 6], ", "points = { alone = [3, 5, 7], "),
        ("necklace = [[1, 1], [2, 3]", "necklace = [[2, 5], [4, 1]"),
    ],
}
"""Other numbers than the printed ones, in the words of the edition's file."""


@pytest.fixture(scope="module", params=[False, True], ids=["printed", "changed"])
def played(request, tmp_path_factory):
    """Positions of a random game in an edition: those in which somebody decides."""

    def play(name, players=3):
        game = proa.game(name)
        if request.param:
            text = (game.kind.folder / "components.toml").read_text(encoding="utf-8")
            for old, new in CHANGES[name]:
                assert old in text
                text = text.replace(old, new)
            path = tmp_path_factory.mktemp("editions") / f"{name}.toml"
            path.write_text(text, encoding="utf-8")
            game = proa.game(name, path)
        for seed in range(2):
            for position, _ in walk(game, players, seed):
                if position.to_move >= 0 or position.is_over:
                    yield game, position

    return play


def previews(game, position):
    """What is told of each choice, by its number."""
    told = game.board(position, position.to_move)["previews"] if position.to_move >= 0 else {}
    return {game.all_codes.index(code): preview for code, preview in told.items()}


@pytest.mark.parametrize("name", OURS)
def test_reasons_add_up_to_the_score_sheet(name, played):
    for game, position in list(played(name))[::20]:
        for seat in range(position.players):
            found = dict.fromkeys(game.sheet(position, seat), 0)
            for reason in game.kind.words.reasons(game, position, seat, ALL):
                found[reason["source"]] += reason["points"]
            assert found == game.sheet(position, seat)


def test_tahitis_banks_are_worth_what_they_score(played):
    for game, position in played("tahiti"):
        for bank in banks(game, position):
            assert {bank.shares[seat] for seat in bank.leaders} == {bank.worth}
        for seat in range(position.players):
            told = sum(bank.shares.get(seat, 0) for bank in banks(game, position))
            sheet = game.sheet(position, seat)
            assert told == sum(sheet[colour] for colour in COLOURS)


def test_whoever_can_win_an_auction_in_tahiti_sees_where_it_leads(played):
    found = set()
    for game, position in played("tahiti"):
        if position.fields.phase == BID:
            for seat in range(position.players):
                wins, is_told = can_win(game, position, seat), game.board(position, seat)["landing"]
                assert is_told or not wins
                found.add(bool(is_told))
    assert found == {True, False}


def can_win(game, position, seat):
    """Whether a seat that bids as little as it can wins when all others pass."""
    die = position.fields.die
    while position.fields.phase == BID:
        bids = [code for code in game.codes(position) if code.startswith("bid")]
        code = bids[0] if bids and position.to_move == seat else "pass"
        before, position = position, game.play(position, code, chance=False)
    return position.fields.player[seat].yacht != before.fields.player[seat].yacht and die > 0


def test_tahiti_tells_how_many_turns_without_a_move_end_it():
    game = proa.game("tahiti")
    position, left = game.start(3, seed=1), {}
    while not position.is_over:
        if position.fields.phase == BID:
            left[position.fields.idle] = game.board(position, 0)["idle"]["left"]
        codes = game.codes(position)
        position = game.play(position, "pass" if "pass" in codes else codes[0])
    assert list(left.values()) == list(range(len(left), 0, -1))


def test_what_borneo_tells_of_fights_and_missions_is_what_happens(played):
    seen = set()
    for game, position in played("borneo"):
        state, me = position.fields, position.fields.player[position.fields.mover]
        if state.phase == DEFEND:
            now = clash(game, state, state.picked)
            after = game.play(position, "commit", chance=False).fields
            assert now.succeeds == (after.phase == BEATEN)
            seen.add(now.succeeds)
        if state.phase == MISSION:
            for number in range(game.tables.mission_kinds):
                legal = act.MISSION + number in game.legal_actions(position)
                short = shortage(game.tables, me, number)
                assert legal == (not short and state.stack[number] > 0)
                if legal:
                    chosen = game.play(position, act.MISSION + number, chance=False)
                    assert fewest_cards(game.tables, me, number) == fewest_played(game, chosen)
                    seen.add("mission")
        if state.phase == PAY:
            for action, preview in previews(game, position).items():
                after = game.play(position, action, chance=False).fields
                paid = sum(state.lacks) - sum(after.lacks)
                if action < act.PAY_HARBOR and after.phase == PAY and not one_good(game, state):
                    worth = game.tables.worth[action - act.PAY]
                    assert preview["text"]["say"].startswith("One more") == (worth > paid)
    assert seen == {True, False, "mission"}


def one_good(game, state):
    """Whether the mission that is paid asks for one good only."""
    return game.tables.mission_goods[state.mission - 1] == ONE_GOOD


def fewest_played(game, position):
    """With how few payments the mission is paid; what is lacking decides what may be paid."""
    number, ahead = 0, [position]
    while True:
        number += 1
        found = {}
        for one in ahead:
            for action in game.legal_actions(one):
                after = game.play(one, action, chance=False)
                if after.fields.phase != PAY:
                    return number
                found[tuple(after.fields.lacks)] = after
        ahead = list(found.values())


def test_what_borneo_forecasts_of_a_shipment_is_what_happens(played):
    seen = set()
    for game, position in played("borneo"):
        if position.fields.phase == HARBOR:
            for laying in layings(game, position):
                after = game.play(position, act.AT + laying.harbor, chance=False).fields
                assert after.distribution.kind in (laying.kind, 0)
                stays = after.harbor[laying.slot].card == laying.harbor + 1
                if not after.distribution.kind:
                    assert stays == (laying.kind == NO_DISTRIBUTION)
                seen.add(laying.kind)
    assert len(seen) == 3


def test_what_bora_bora_tells_of_tasks_and_the_temple_is_what_counts(played):
    for game, position in played("borabora"):
        state = position.fields
        for seat in range(position.players):
            for task in state.player[seat].task:
                if task != NONE:
                    told = goal(game, state, seat, task, ALL)
                    assert told["need"] - told["have"] == missing(game.tables, state, seat, task)
        then = writable(state)
        if state.round > 0 and state.god_tiles > 0 and not position.is_over:
            score_temple(game.tables, then)
            both = zip(then.player, state.player, strict=True)
            took = [n for n, (new, old) in enumerate(both) if new.god_tiles > old.god_tiles]
            assert [most_priests(state)] == (took or [None])


GODS_OF = {"blue": "Blue", "white": "White", "green": "Green"}


def test_labels_and_previews_of_bora_bora_say_the_same(played):
    seen = set()
    for number, (game, position) in enumerate(played("borabora")):
        has_task = any(bb.COMPLETE <= action < bb.YELLOW for action in game.legal_actions(position))
        if number % 4 and not has_task:
            continue
        for action, preview in previews(game, position).items():
            label = game.kind.words.label(game, position, action)
            code = game.all_codes[action].partition(":")[0]
            if bb.PLACE <= action < bb.REGION or bb.USE <= action < bb.BUY:
                for god, name in GODS_OF.items():
                    assert (name in label["say"]) == (god in preview["gods"]), (code, label)
                    seen.add((god, god in preview["gods"]))
            if bb.USE <= action < bb.BUY:
                assert label["effect"] == preview["text"]["effect"]
            if bb.BUILD <= action < bb.SITE:
                then = game.play(position, action, chance=False)
                for built in previews(game, then).values():
                    assert built["title"]["n"] == preview["text"]["n"] == label["points"]["n"]
                    seen.add("built")
            if bb.COMPLETE <= action < bb.YELLOW:
                after = game.play(position, action, chance=False).fields
                mine = position.fields.mover
                was, then = position.fields.player[mine].points, after.player[mine].points
                assert preview["text"]["points"]["n"] == then[P_TASKS] - was[P_TASKS]
                seen.add("completed")
    assert {(god, is_there) for god in GODS_OF for is_there in (True, False)} <= seen
    assert {"built", "completed"} <= seen
