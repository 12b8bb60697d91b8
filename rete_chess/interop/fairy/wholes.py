"""Rules of documents that only together are what a key says: checks that are counted, explosions, a race.

Each is recognised as a whole, all parts in one document, and then taken out of what is still to be said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rete_chess.interop.fairy.exporter import Export

Body = dict[str, Any]
#: Words for people, which change nothing.
SPOKEN: Final = ("because", "reason", "describe", "id", "priority")


def meant(entry: Any) -> Any:
    """An entry without what is only said to people."""
    if isinstance(entry, dict):
        return {key: part for key, part in entry.items() if key not in SPOKEN}
    return entry


@dataclass(frozen=True)
class Whole:
    """Parts of a document, by its keys, and what says that they are there."""

    parts: dict[str, list[Any]]
    say: Callable[[Export, Body], bool]
    check: Any = None


def add_wholes(made: Export, body: Body) -> Body:
    """What is left of a document without the wholes that a section can say."""
    left: Body = dict(body)
    left["ends"] = list((body.get("result") or {}).get("ends") or ())
    for whole in WHOLES:
        places = {
            key: [_place(left.get(key) or (), part) for part in parts] for key, parts in whole.parts.items()
        }
        found = all(place is not None for several in places.values() for place in several)
        if not found or (whole.check is not None and left.get("check") != whole.check):
            continue
        if whole.say(made, body):
            for key, several in places.items():
                left[key] = [entry for number, entry in enumerate(left[key]) if number not in several]
            if whole.check is not None:
                left["check"] = {}
    return left


def _place(entries: Any, part: Any) -> int | None:
    """Where a part stands among the entries of a document."""
    return next((number for number, entry in enumerate(entries) if meant(entry) == part), None)


def _counts_checks(made: Export, body: Body) -> bool:
    declared = dict(body.get("attributes") or {})
    counter = dict(declared.pop("ChecksLeft", {}))
    if declared or not isinstance(counter.pop("start", None), int):
        return False
    made.done.add("attributes")
    made.keys["checkCounting"] = "true"
    return counter == {"of": "side", "type": "int", "min": 0, "fen": True}


def _races(made: Export, body: Body) -> bool:
    kings = [kind.letter for kind in made.program.laws.white if kind.id == "king"]
    if not kings or made.height != 8:
        return False
    made.keys.update({"flagPiece": kings[0], "flagRegion": "*8", "flagMove": "true"})
    return True


def _hordes(made: Export, body: Body) -> bool:
    """One side without a king loses with its last piece; the other one cannot lose its king."""
    placement = made.program.start.partition(" ")[0]
    if not made.program.laws.royal or "k" not in placement:
        return False
    made.keys.update({"extinctionValue": "loss", "extinctionPieceTypes": "*"})
    return True


def _explodes(made: Export, body: Body) -> bool:
    laws = made.program.laws
    if [royal.types for royal in laws.royal] != [("king",)]:
        return False
    king = next(kind.letter for kind in laws.white if kind.id == "king")
    made.done |= {"explosions", "king"}
    made.keys.update({"king": "-", "commoner": king, "blastOnCapture": "true"})
    made.keys.update(
        {"extinctionValue": "loss", "extinctionPieceTypes": king, "extinctionPseudoRoyal": "true"}
    )
    return True


_KING: Final = {"type": "king"}
_HOME: Final = {"rank": 8}


def _runner(color: str) -> Any:
    return {"piece": {**_KING, "color": color, "square": _HOME}}


WHOLES: Final = (
    Whole(
        {
            "rules": [
                {
                    "at": "check",
                    "when": [{"event": {"kind": "received", "side": "$side"}}],
                    "do": [{"add": {"target": {"side": "$side"}, "attr": "ChecksLeft", "by": -1}}],
                }
            ],
            "ends": [{"win": "$side", "when": [{"side": {"color": "$side", "ChecksLeft": 0}}]}],
        },
        _counts_checks,
    ),
    Whole(
        {
            "ends": [
                {"draw": "both arrived", "when": [_runner("white"), _runner("black")]},
                {"win": "black", "when": [_runner("black")]},
                {
                    "win": "white",
                    "when": [
                        _runner("white"),
                        {"not": {"move": {"side": "black", "piece": _KING, "to": _HOME}}},
                    ],
                },
            ]
        },
        _races,
    ),
    Whole({"ends": [{"win": "black", "when": [{"not": {"piece": {"color": "white"}}}]}]}, _hordes),
    Whole(
        {
            "moves": [{"forbid": {"kind": "capture", "piece": _KING}}],
            "rules": [
                {
                    "at": "capture",
                    "when": [{"event": {"piece": "$attacker", "to": "$centre"}}],
                    "do": [
                        {"destroy": {"target": "$attacker", "kind": "explosion"}},
                        {
                            "destroy": {
                                "target": {"around": "$centre", "filter": {"type": {"not": "pawn"}}},
                                "kind": "explosion",
                            }
                        },
                        {"effect": {"kind": "explosion", "square": "$centre"}},
                    ],
                }
            ],
        },
        _explodes,
        {
            "unless": [
                {"piece": {**_KING, "color": "white", "square": "$k"}},
                {"piece": {**_KING, "color": "black", "square": {"near": "$k"}}},
            ]
        },
    ),
)
