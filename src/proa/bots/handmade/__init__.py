"""Handmade bots: each plays one plan in a page of code.

They are opponents of another kind for the levels, and examples of how to write a bot: as a subclass
of :class:`~proa.bots.handmade.plan.Plan` or of :class:`~proa.bots.bot.Bot`.
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
"""The class of each bot, by name."""
