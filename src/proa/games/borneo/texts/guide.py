"""Notes for a first game: one for each kind of decision, with its rule."""

from __future__ import annotations

from proa.engine.core.view_types import Note
from proa.games.borneo import state as at
from proa.games.borneo.messages import say

_PLACE: Note = {
    "key": "place",
    "title": say("Rank decides who picks first"),
    "text": say(
        "When goods are distributed, the first-ranked merchant of a company picks first. Each "
        "company has its own ranks, and in an empty row the first rank is free."
    ),
    "rule": "BO-8.2",
}
_MISSION: Note = {
    "key": "mission",
    "title": say("Goods turn into points"),
    "text": say(
        "A good in your warehouse is worth one point. Four of them paid for a mission are "
        "worth six or eight points, and more of them even more."
    ),
    "rule": "BO-4.11",
}
_COMPANY: Note = {
    "key": "company",
    "title": say("A place further left"),
    "text": say(
        "The further left, the earlier a merchant picks. A move goes to the end of another "
        "row; a fight wins a rival's place in the same row and costs the cards you play."
    ),
    "rule": "BO-5.1",
}
_ATTACK: Note = {
    "key": "attack",
    "title": say("Flags count, and ties are yours"),
    "text": say(
        "If you win, your merchant takes the rival's rank. The defender may answer with as "
        "many cards as you play, and gets one bonus flag for each merchant between you. One "
        "matching card must stay in your hand."
    ),
    "rule": "BO-6.11",
}
_DEFEND: Note = {
    "key": "defend",
    "title": say("Defend and keep a card"),
    "text": say(
        "You need more flags than the attacker. If you hold, you may put one of the cards you "
        "played into your warehouse. If you lose, you choose where your merchant goes."
    ),
    "rule": "BO-6.17",
}
_BEATEN: Note = {
    "key": "beaten",
    "title": say("Losing can be worth it"),
    "text": say("The end of a short row may be worth more than the place the attacker left."),
    "rule": "BO-6.13",
}
_SHIPMENT: Note = {
    "key": "shipment",
    "title": say("Flags decide, goods are the prize"),
    "text": say(
        "A card covers the lower flag of the one before. A company with enough visible flags "
        "takes everything (a monopoly); a full harbor without a monopoly is shared by flags."
    ),
    "rule": "BO-7.4",
}
_PICK: Note = {
    "key": "pick",
    "title": say("What the others left"),
    "text": say("Four of one good, or one of each: check what your missions still need."),
    "rule": "BO-8.3",
}

_PAY: Note = {
    "key": "pay",
    "title": say("Card by card, without change"),
    "text": say(
        "Each card you pay leaves your warehouse, and you lose its point. A card marked 2 pays "
        "for two goods; any surplus is lost."
    ),
    "rule": "BO-4.8",
}
_TARGET: Note = {
    "key": "target",
    "title": say("Move away, or push forward"),
    "text": say(
        "In another company, your merchant starts at the end of the row. In this row, you can "
        "attack a rival further left if at least two cards in your hand show the company."
    ),
    "rule": "BO-6.5",
}
_REWARD: Note = {
    "key": "reward",
    "title": say("A good for the winner"),
    "text": say("Take what your missions need; the other cards are discarded."),
    "rule": "BO-6.17",
}
_DISCARD: Note = {
    "key": "discard",
    "title": say("Keep six cards"),
    "text": say("Keep flags of your companies: for shipments, and two of a kind for a fight."),
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
