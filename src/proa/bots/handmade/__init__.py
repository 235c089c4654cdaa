"""Bots made by hand: each plays one plan, told in a page of code.

They know what search doesn't, so that levels have somebody to beat, and they show how a bot is
written: a subclass of :class:`~proa.bots.handmade.plan.Plan`, or of :class:`~proa.bots.bot.Bot`.
"""

HAND = {
    "bidder": "proa.bots.handmade.tahiti:Bidder",
    "saver": "proa.bots.handmade.tahiti:Saver",
    "rival": "proa.bots.handmade.tahiti:Rival",
    "collector": "proa.bots.handmade.borneo:Collector",
    "rounder": "proa.bots.handmade.borneo:Rounder",
    "climber": "proa.bots.handmade.borneo:Climber",
    "settler": "proa.bots.handmade.borabora:Settler",
    "householder": "proa.bots.handmade.borabora:Householder",
    "builder": "proa.bots.handmade.borabora:Builder",
    "taskmaster": "proa.bots.handmade.borabora:Taskmaster",
}
"""Where each is found by its name."""
