"""What people see and read in whole games, as goldens: sentences as text, the rest as digests.

``told`` asks the engine (views, choices, previews, stories), ``pages`` asks a server as browsers
do, ``dom`` writes a page so that only what a person notices is left of it, ``golden`` keeps
them in files, ``choosing`` chooses the decisions of a new game.
"""
