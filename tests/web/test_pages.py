"""Drawings and files that pages share."""

from __future__ import annotations

from proa.web.pages import drawing, still


def test_a_still_drawing_is_rendered_once_for_the_same_values():
    large, small = drawing("tahiti").plan(7, 24), drawing("tahiti").plan(3, 4)
    drawn = still("games/tahiti/track.svg.jinja", plan=large)
    assert drawn is still("games/tahiti/track.svg.jinja", plan=large)
    assert drawn.count('class="pad"') == 24
    assert still("games/tahiti/track.svg.jinja", plan=small).count('class="pad"') == 4
