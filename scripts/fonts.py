"""Make the fonts of the pages: the letters of our own pages in small files, all others apart.

    python scripts/fonts.py FOLDER

The folder contains the files of the npm packages @fontsource/alegreya and @fontsource/alegreya-sans
under their names there (alegreya-latin-700-normal.woff2). The script needs fonttools and brotli. It
leaves out features that no page uses (fractions, proportional figures) and hints, a third of each
file, which current screens and font engines don't need; shapes and kerning stay. Both families have
the SIL Open Font License 1.1 and reserve no name, so parts of them may keep it; the licences are
beside the files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

FONTS = Path(__file__).resolve().parents[1] / "src" / "proa" / "web" / "static" / "fonts"
FACES = (
    ("Alegreya Sans", "400", "normal"),
    ("Alegreya Sans", "500", "normal"),
    ("Alegreya Sans", "700", "normal"),
    ("Alegreya Sans", "400", "italic"),
    ("Alegreya", "700", "normal"),
    ("Alegreya", "800", "normal"),
)
OURS = {
    "latin": {*range(0x20, 0x7F), *map(ord, "\u00a0·×«»–—‘’“”„•…−")},
    "cyrillic": {*range(0x410, 0x450), *map(ord, "Ёё№")},
}
"""The letters of our own pages."""
ALL = {
    "latin": {*range(0x400), *range(0x1E00, 0x2400)} - {0xD, 0x301},
    "cyrillic": {0x301, *range(0x400, 0x530), 0x2116},
}
"""The letters taken from each file: those for Cyrillic contain Latin ones as well."""
IN_PICTURES = {
    ("Alegreya Sans", "400"),
    ("Alegreya Sans", "700"),
    ("Alegreya", "700"),
    ("Alegreya", "800"),
}
"""The faces that are also written as TrueType, for pictures that the server draws."""
FEATURES = ("calt", "ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "rvrn", "tnum")
HEAD = """\
/* Alegreya and Alegreya Sans, both with Cyrillic. The licences (OFL 1.1) lie beside the files.
   Made by scripts/fonts.py: "latin" and "cyrillic" are what our pages write, "-more" all else. */
"""


def main(originals: Path) -> None:
    """Write all files, and the styles that refer to them."""
    from fontTools.ttLib import TTFont

    rules = []
    for family, weight, style in FACES:
        for script, ours in OURS.items():
            stem = f"{family.lower().replace(' ', '-')}-{{}}-{weight}-{style}.woff2"
            original = originals / stem.format(script)
            known = set(TTFont(original).getBestCmap()) & ALL[script]
            for name, letters in ((script, known & ours), (f"{script}-more", known - ours)):
                file = stem.format(name)
                _write(original, letters, FONTS / file)
                if (family, weight) in IN_PICTURES and style == "normal":
                    _write_for_pictures(FONTS / file)
                rules.append(
                    f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
                    f"font-style: {style}; font-display: swap; "
                    f'src: url({file}) format("woff2"); unicode-range: {_ranges(letters)}; }}\n'
                )
    (FONTS / "fonts.css").write_text(HEAD + "".join(rules), encoding="utf-8")


def _write(original: Path, letters: set[int], made: Path) -> None:
    from fontTools import subset

    options = subset.Options(
        flavor="woff2",
        layout_features=[*FEATURES],
        name_IDs=["*"],
        name_languages=["*"],
        hinting=False,
    )
    font = subset.load_font(str(original), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    subset.save_font(font, str(made), options)


def _write_for_pictures(file: Path) -> None:
    """Write a font without its compression, which rasterisers can't read."""
    from fontTools.ttLib import TTFont

    font = TTFont(file)
    font.flavor = None
    font.save(file.with_suffix(".ttf"))


def _ranges(letters: Iterable[int]) -> str:
    """Return letters as CSS writes them: ``U+20-7E, U+A0``."""
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in spans)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="has the files of the npm packages")
    main(parser.parse_args().folder)
