"""The pages of error codes as data, from the YAML files of this folder, and as Markdown.

A page has `meaning` and `repair`, and one way to bring the error about: `document` (the ending of
the file name) with `example`, a `command`, lines of `python`, or an `occasion` in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rete_chess.documents import read_tree
from rete_chess.errors import CODES, NameLookupError, nearest

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Page:
    """The page of one code."""

    code: str
    family: str  # the file it stands in
    meaning: str
    repair: str
    document: str = ""
    example: str = ""
    command: str = ""
    python: str = ""
    occasion: str = ""

    @property
    def summary(self) -> str:
        """The sentence that goes with the code everywhere."""
        return CODES[self.code]

    @property
    def file(self) -> str:
        """A name for the example, so that its kind is known."""
        ending = self.document if "." in self.document else f"{self.document}.yaml"
        return "example.yaml" if self.document == "plain" else f"example.{ending}"

    def as_data(self) -> dict[str, Any]:
        """The page for JSON."""
        return {"summary": self.summary, **{key: value for key, value in vars(self).items() if value}}


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages by code, family by family in the order of the files."""
    found: dict[str, Page] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        value = read_tree(path).value
        assert isinstance(value, dict)
        for code, parts in value.items():
            assert isinstance(parts, dict)
            texts = {key: str(text).strip() for key, text in parts.items()}
            found[code] = Page(code, path.stem, **texts)
    return found


def page(code: str) -> Page:
    """The page of a code, in whatever case it is written."""
    known = pages()
    if code.upper() in known:
        return known[code.upper()]
    close = nearest(code.upper(), known) or nearest(f"E_{code.upper()}", known)
    hint = f"did you mean {close!r}?" if close else "`rete-chess explain-code` lists all codes"
    raise NameLookupError("E_UNKNOWN_NAME", "unknown code", found=code[:60], hint=hint)


def format_markdown() -> str:
    """All pages as the file `docs/error-codes.md`."""
    lines = [
        "# Error codes",
        "",
        "Every error and warning has a code that never changes; `rete-chess explain-code CODE` prints one.",
        "This file is generated from the pages in `rete_chess/error_pages`; do not edit it by hand.",
    ]
    for family, title in FAMILIES.items():
        lines += ["", f"## {title}"]
        for found in pages().values():
            if found.family == family:
                lines += _section(found)
    return "\n".join(lines) + "\n"


#: The families of codes in the order of the file, with their titles.
FAMILIES: Final = {
    "documents": "The form of documents",
    "rules": "The meaning of documents",
    "warnings": "Warnings",
    "games": "Games and the program",
    "rooms": "Rooms and their messages",
}


def _section(found: Page) -> list[str]:
    lines = ["", f"### {found.code}", "", f"{found.summary} {found.meaning}", ""]
    if found.occasion:
        lines += [f"Occasion: {found.occasion}", ""]
    else:
        language = "sh" if found.command else "python" if found.python else "yaml"
        text = found.command or found.python or found.example
        caption = f" in `{found.file}`" if found.example else ""
        lines += [f"Caused{caption} by:", "", f"```{language}", text, "```", ""]
    return [*lines, f"Repair: {found.repair}"]
