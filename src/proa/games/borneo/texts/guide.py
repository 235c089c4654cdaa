"""Notes for a first game: one for each kind of decision, with its rule."""

from __future__ import annotations

from proa.engine.core.view_types import Note
from proa.games.borneo import state as at
from proa.games.borneo.messages import say

_PLACE: Note = {
    "key": "place",
    "title": say("Rank is the order of taking"),
    "text": say(
        "When goods are handed out, the first-ranked merchant of a company chooses first. Each row "
        "has its own first rank, and an empty row gives it away for nothing."
    ),
    "rule": "BO-8.2",
}
_MISSION: Note = {
    "key": "mission",
    "title": say("Goods turn into points"),
    "text": say(
        "A good in the warehouse is one point. Paid for a mission, four of them are six or eight "
        "points, and more of them bring more."
    ),
    "rule": "BO-4.11",
}
_COMPANY: Note = {
    "key": "company",
    "title": say("A place further left"),
    "text": say(
        "Whoever stands further left takes goods earlier. A move leads to the end of another row; "
        "a fight wins a rival's place in the same row, and costs the cards you play."
    ),
    "rule": "BO-5.1",
}
_ATTACK: Note = {
    "key": "attack",
    "title": say("Flags count, and ties are yours"),
    "text": say(
        "Win, and your merchant takes the rival's rank. The defender may answer with as many cards "
        "as you play and gets a flag for each merchant between you. Keep one matching card."
    ),
    "rule": "BO-6.11",
}
_DEFEND: Note = {
    "key": "defend",
    "title": say("Hold, and a card is a good"),
    "text": say(
        "You need more flags than the attacker. If you hold, one of the cards you played may go "
        "into your warehouse. If you fall, you choose where your merchant goes."
    ),
    "rule": "BO-6.17",
}
_BEATEN: Note = {
    "key": "beaten",
    "title": say("A fall can be a choice"),
    "text": say("The end of a short row may be worth more than the place the attacker has left."),
    "rule": "BO-6.13",
}
_SHIPMENT: Note = {
    "key": "shipment",
    "title": say("Flags decide, goods are the prize"),
    "text": say(
        "A card covers the lower flag of the one before. A company with enough flags in sight "
        "takes everything; a full harbor without one is shared out by flags."
    ),
    "rule": "BO-7.4",
}
_PICK: Note = {
    "key": "pick",
    "title": say("What the others leave"),
    "text": say("Four of one good, or one of each: look which missions you are short of."),
    "rule": "BO-8.3",
}

_PAY: Note = {
    "key": "pay",
    "title": say("Card by card, without change"),
    "text": say(
        "Each card you pay leaves your warehouse, and its point with it. A card marked 2 pays two "
        "goods; what is too much is lost."
    ),
    "rule": "BO-4.8",
}
_TARGET: Note = {
    "key": "target",
    "title": say("Move away, or push forward"),
    "text": say(
        "Elsewhere your merchant begins at the end of the row. Whoever stands left of it in this "
        "row can be attacked, if at least two cards of your hand show the company."
    ),
    "rule": "BO-6.5",
}
_REWARD: Note = {
    "key": "reward",
    "title": say("A good for the winner"),
    "text": say("Take what your missions are short of; the other cards are discarded."),
    "rule": "BO-6.17",
}
_DISCARD: Note = {
    "key": "discard",
    "title": say("Six cards stay"),
    "text": say(
        "Keep flags of the companies in which you stand: for shipments, and two of a kind for a "
        "fight."
    ),
    "rule": "BO-10.2",
}

NOTES: dict[int, Note] = {
    at.PLACE: _PLACE,
    at.MISSION: _MISSION,
    at.PAY: _PAY,
    at.COMPANY: _COMPANY,
    at.TARGET: _TARGET,
    at.ATTACK: _ATTACK,
    at.DEFEND: _DEFEND,
    at.BEATEN: _BEATEN,
    at.REWARD: _REWARD,
    at.SHIPMENT: _SHIPMENT,
    at.HARBOR: _SHIPMENT,
    at.PICK: _PICK,
    at.DISCARD: _DISCARD,
}
