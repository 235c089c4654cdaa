"""Goldens of what people see and read in whole games: sentences as text, the rest as digests.

``told`` uses the engine (views, choices, previews, stories), ``pages`` uses a server like browsers
do, ``dom`` reduces a page to what a person notices, ``golden`` reads and writes the files,
``choosing`` chooses the decisions of a new game.
"""
