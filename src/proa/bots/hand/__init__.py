"""Bots made by hand: each plays one plan, told in a page of code.

They know what search doesn't, so that levels have somebody to beat, and they show how a bot is
written: a subclass of :class:`~proa.bots.hand.plan.Plan`, or of :class:`~proa.bots.bot.Bot`.
"""

HAND = {
    "bidder": "proa.bots.hand.tahiti:Bidder",
    "saver": "proa.bots.hand.tahiti:Saver",
    "rival": "proa.bots.hand.tahiti:Rival",
    "collector": "proa.bots.hand.borneo:Collector",
    "rounder": "proa.bots.hand.borneo:Rounder",
    "climber": "proa.bots.hand.borneo:Climber",
    "settler": "proa.bots.hand.borabora:Settler",
    "householder": "proa.bots.hand.borabora:Householder",
    "builder": "proa.bots.hand.borabora:Builder",
    "taskmaster": "proa.bots.hand.borabora:Taskmaster",
}
"""Where each is found by its name."""
