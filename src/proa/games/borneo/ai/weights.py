"""Points that each evaluation feature brings until the end of the game.

For three or four players and for five: at the end and at the start of a game. Found by
``scripts/fit_evaluation.py borneo FOLDER --players 5 --games 160 --bots steady,expert:200 --stray
0.05 --seed 5``; those for fewer players are older, rounded, and from games of three.
"""

Ends = tuple[float, float]

TO_COME: dict[str, tuple[Ends, Ends]] = {
    "most of one good": ((-0.60, 0.30), (-0.41, 0.09)),
    "goods of all, four at most of each": ((-0.10, -0.10), (-0.10, 0.48)),
    "missions of one good, begun": ((0.60, -0.30), (0.38, -0.18)),
    "missions of one good, nearly had": ((0.25, 0.40), (0.04, 0.24)),
    "missions of each good, begun": ((0.10, 0.00), (0.12, -0.02)),
    "missions of each good, nearly had": ((0.20, 0.20), (0.06, 0.15)),
    "best mission that can be had": ((0.65, -0.40), (0.64, -0.45)),
    "first places": ((0.15, 0.80), (0.41, 0.76)),
    "second places": ((0.00, -0.25), (0.06, 0.26)),
    "third places": ((-0.25, -1.00), (-0.10, -0.31)),
    "fourth places": ((-0.15, -1.60), (-0.41, -0.69)),
    "open harbors of companies with first place": ((2.00, 0.20), (3.34, 0.96)),
    "open harbors of companies with second place": ((1.00, 1.20), (0.84, 1.18)),
    "open harbors of companies with third place": ((0.80, 0.00), (0.51, 0.36)),
    "goods that lie there for first places": ((0.10, 0.20), (-0.30, 0.19)),
    "cards in hand": ((0.60, 1.10), (0.27, 1.09)),
    "flags in hand of companies with first place": ((0.10, 0.05), (0.17, 0.23)),
    "flags in hand of one company, most": ((-0.10, -0.40), (-0.05, -0.03)),
    "harbors": ((-1.00, 0.10), (0.09, -0.81)),
}
