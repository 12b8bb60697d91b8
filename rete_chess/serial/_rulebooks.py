"""How a variant is played, in sentences for people who do not know it: its goal and its ends, what its pieces
carry, what its rules do, whom they forbid what. Made from its documents, in the words of their authors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler import catalog
from rete_chess.errors import ReteChessError
from rete_chess.serial._deeds import conditions, deeds_in, moment_of, numbers_in, value_words
from rete_chess.serial._phrases import (
    bound_by,
    listed,
    plural,
    prey,
    sentence,
    spelled,
    told,
    where,
    whom,
)

if TYPE_CHECKING:
    from rete_chess.compiler.variant import Variant
    from rete_chess.serial import shapes

_Data = Mapping[str, Any]


def rulebook_data(variant: Variant) -> list[shapes.RuleTold]:
    """All that a variant itself says of how it is played, beside its presets, pieces and squares; each thing
    once."""
    return list({(entry["about"], entry["text"]): entry for entry in _Book(variant).entries()}.values())


class _Book:
    """The documents of one variant, the most general first, read as data."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        values: list[Any] = [tree.value for tree in variant.trees]
        self.bodies: list[_Data] = [value for value in values if isinstance(value, Mapping)]
        self.presets = [self._preset(use.id) for use in variant.presets()]
        #: Attributes whose values mean something to players.
        self.known = {name for body in (*self.bodies, *self.presets) for name in body.get("attributes") or ()}

        self.promotions = self._promoted()
        self.played = self._in_play()

    def entries(self) -> Iterator[shapes.RuleTold]:
        for body in self.bodies:
            yield from _ends(body)
        yield _entry("goal", "goal", "Goal", self._goal())
        yield from self._turns()
        yield from self._hands()
        yield from self._sight()
        yield from self._promotions()
        yield from self._carried("ability", self._uses("abilities"))
        yield from self._carried("modifier", self._uses("modifiers"))
        for body in self.bodies:
            yield from self._acts(body)
            yield from self._ways(body)
            yield from self._limits(body)
            yield from self._rules(body)
        for body in self.bodies:
            yield from self._counters(body)

    def name_of(self, piece: str) -> str:
        """What people call a piece type, in the middle of a sentence."""
        try:
            document = catalog.piece_document(piece, self.variant.neighbours)
        except ReteChessError:
            return piece.replace("-", " ")
        return catalog.card_of(document).label.lower()

    def _preset(self, name: str) -> _Data:
        known = catalog.presets()
        document = catalog.own_preset(name, self.variant.neighbours)
        document = document or (known.get(name) if known.has(name) else None)
        value = None if document is None else document.tree.value
        return value if isinstance(value, Mapping) else {}

    # -- how it is won -------------------------------------------------------------------------

    def _goal(self) -> str:
        bodies = [*self.bodies, *self.presets]
        royal: Any = next((body["royal"] for body in reversed(bodies) if "royal" in body), [])
        is_mate = not any((body.get("result") or {}).get("defaults") == "suppress" for body in bodies)
        if not royal:
            return "Nobody is in check, and there is no checkmate"
        kings = listed((name for chosen in royal for name in self._types(chosen)), "or")
        if any("selfCheck" in body and body["selfCheck"] != "forbid" for body in bodies):
            return f"The {kings} may be left attacked, and is lost when it is captured"
        if not is_mate:
            return f"The {kings} is worth the game, but checkmate does not end it"
        return (
            f"Checkmate wins: attack the enemy {kings} so that no move saves it. Nobody may leave the own one"
            " attacked. Who is not attacked and has no legal move draws (stalemate), unless told otherwise"
        )

    def _types(self, chosen: _Data) -> list[str]:
        """The names of the piece types that a filter names."""
        return [self.name_of(name) for name in _type_ids(chosen)]

    def _turns(self) -> Iterator[shapes.RuleTold]:
        for body in self.bodies:
            turn = body.get("turn") or {}
            moves = turn.get("moves")
            if isinstance(moves, int) and moves != 1:
                yield _entry("turn", "turn", "A turn", f"A turn has {moves} moves")
            by_side = [
                f"{side.capitalize()} {_count(turn[side])}" for side in ("white", "black") if side in turn
            ]
            if by_side:
                yield _entry("turn", "turn", "A turn", f"Moves in a turn: {listed(by_side)}")
            if turn.get("parts"):
                parts = (
                    spelled(part["act"]).lower() if part != "move" else "a move" for part in turn["parts"]
                )
                yield _entry(
                    "turn",
                    "turn",
                    "A turn",
                    f"A turn has {len(turn['parts'])} parts: {', then '.join(parts)}",
                )

    # -- hands ---------------------------------------------------------------------------------

    def _hands(self) -> Iterator[shapes.RuleTold]:
        policy: dict[str, Any] = {}
        for body in self.bodies:
            policy.update(body.get("hands") or {})
        if not policy:
            return
        says = [_CAPTURED.get(policy.get("captured", "nobody"), "")]
        held = [name for name in policy.get("holds") or () if name in self.played]
        if held:
            says.append(f"The hand may hold {listed(plural(self.name_of(name)) for name in held)}.")
        if not any(_is_no_drop(entry) for body in self.bodies for entry in body.get("moves") or ()):
            says.append("Instead of a move, a piece in hand may be put on an empty square.")
        if policy.get("becomes"):
            says.append("A captured piece that had promoted is what it was before again.")
        yield _entry("hand", "hand", "Pieces in hand", " ".join(filter(None, says)))
        for body in self.bodies:
            for number, entry in enumerate(body.get("drops") or ()):
                types = set(_type_ids(entry.get("for") or {}))
                if entry.get("because") and (not types or types & self.played):
                    who = spelled(whom(entry["for"], self.name_of)) + " not" if entry.get("for") else "Not"
                    text = f"{who} everywhere: {entry['because']}"
                    yield _entry("hand", f"drop-{number}", "Putting pieces", text)

    def _sight(self) -> Iterator[shapes.RuleTold]:
        """What a side sees of the other."""
        entries = [entry for body in self.bodies for entry in body.get("sight") or ()]
        hidden = [whom(entry["hide"]["piece"], self.name_of) for entry in entries if "hide" in entry]
        says = [f"{spelled(who)} are hidden from the other side." for who in hidden]
        if any(entry.get("see") == "reach" for entry in entries):
            says.append("A side sees its own pieces and the squares that they can move to.")
        around = [entry["around"] for entry in entries if "around" in entry]
        if around:
            says.append(f"A side sees what is at most {max(around)} king's steps from its pieces.")
        if says:
            yield _entry("limit", "sight", "What is seen", " ".join([*says, "After the game all is shown."]))

    def _promotions(self) -> Iterator[shapes.RuleTold]:
        for piece, (policy, to) in self.promotions.items():
            if piece in self.played:
                names = listed((self.name_of(name) for name in to), "or")
                may = "become" if policy.get("must", True) else "may become"
                text = f"{plural(self.name_of(piece))} {may} {names} {_zone(policy)}"
                yield _entry("promotion", f"promotion-{piece}", "Promotion", text)

    def _promoted(self) -> dict[str, tuple[_Data, list[str]]]:
        """How piece types promote, and to what, as the variant, its presets or their own documents say."""
        said = {name: entry["promotion"] for name, entry in self._promoting("promotion")}
        chosen = {name: entry["promote"] for name, entry in self._promoting("promote")}
        found: dict[str, tuple[_Data, list[str]]] = {}
        for piece in dict.fromkeys(self.variant.pieces().values()):
            value: Any = catalog.piece_document(piece, self.variant.neighbours).tree.value
            policy = said.get(piece) or value.get("promotion")
            to = chosen.get(piece, (policy or {}).get("to"))
            if policy and isinstance(to, list) and to:
                found[piece] = (policy, to)
        return found

    def _promoting(self, key: str) -> Iterator[tuple[str, _Data]]:
        """The entries of moves that say something of promotion, with each piece type that they are for."""
        for body in (*self.bodies, *self.presets):
            for entry in body.get("moves") or ():
                yield from ((name, entry) for name in _type_ids(entry.get("for") or {}) if key in entry)

    def _in_play(self) -> set[str]:
        """The piece types of the start, and what becomes of them; others are only inherited."""
        begun = self.variant.start.partition(" ")[0].lower()
        found = {name for letter, name in self.variant.pieces().items() if letter in begun}
        for body in self.bodies:
            for held in ((body.get("hands") or {}).get("start") or {}).values():
                found.update(held)
        waiting = list(found)
        while waiting:
            made = set(self.promotions.get(waiting.pop(), ({}, ()))[1]) - found
            found |= made
            waiting.extend(made)
        return found

    # -- what pieces carry ---------------------------------------------------------------------

    def _uses(self, key: str) -> Iterator[_Data]:
        for body in self.bodies:
            yield from body.get(key) or ()

    def _carried(self, about: str, uses: Iterator[_Data]) -> Iterator[shapes.RuleTold]:
        for use in uses:
            name, description = self._words(about, use["id"])
            settings = [
                f"{spelled(key).lower()} {_value(value)}" for key, value in (use.get("config") or {}).items()
            ]
            beside = f" In this game: {listed(settings)}." if settings else ""
            whose = whom(use.get("for") or {}, self.name_of)
            yield _entry(about, use["id"], name, f"{sentence(description)}{beside}", whose)

    def _words(self, kind: str, name: str) -> tuple[str, str]:
        """What an ability or modifier is called, and what it says of itself; those inside documents first."""
        inner = [found for body in self.bodies for found in body.get("customModifiers") or ()]
        own = next((found for found in inner if kind == "modifier" and found["id"] == name), None)
        if own is not None:
            return own.get("name") or spelled(name), own.get("description") or ""
        beside = self.variant.neighbours
        given = {catalog.id_of(found): found for found in self.variant.modifiers}
        document = None if beside is None else beside.known.get((kind, name))
        document = document or (given.get(name) if kind == "modifier" else None)
        registry = catalog.abilities() if kind == "ability" else catalog.modifiers()
        card = catalog.card_of(document or registry.get(name))
        return card.label, card.description

    # -- what can be done, and what happens ----------------------------------------------------

    def _acts(self, body: _Data) -> Iterator[shapes.RuleTold]:
        parts = [part for other in self.bodies for part in (other.get("turn") or {}).get("parts") or ()]
        for act in body.get("acts") or ():
            scene = _scene(act)
            bound = bound_by(scene, self.name_of)
            does = told(act["describe"], scene, self.name_of) if "describe" in act else ""
            does = does or deeds_in(act.get("do") or (), bound, self.name_of)
            by = f"{whom(act['by'], self.name_of)} can do it" if "by" in act else "either side can do it"
            when = "before a move, and then moves" if act.get("turn") == "free" else "instead of a move"
            if {"act": act["id"]} in parts:
                when = "in its part of a turn alone"
            only = conditions(act.get("when") or (), self.known, self.name_of)
            with_ = f", with {listed(only)}" if only else ""
            aim = self._aim(act.get("on") or {}, bool(act.get("describe")))
            yield _entry(
                "act", act["id"], spelled(act["id"]), f"{does and does + ': '}{by}, {when}{with_}{aim}"
            )

    def _aim(self, on: _Data, is_described: bool) -> str:
        """What an act is aimed at, unless its description has said so."""
        if on.get("piece") and not is_described:
            return f"; its target is one of {whom(on['piece'], self.name_of)}"
        if "square" in on or "empty" in on:
            kind = "an empty square" if on.get("empty") else "a square"
            return f"; its target is {kind}{where(on.get('square'))}"
        return ""

    def _ways(self, body: _Data) -> Iterator[shapes.RuleTold]:
        for number, entry in enumerate(body.get("moves") or ()):
            if "for" not in entry:
                continue
            who = spelled(whom(entry["for"], self.name_of))
            if entry.get("offer"):
                tags = listed((spelled(tag).lower() for tag in entry["offer"]), "or")
                yield _entry("way", f"moves-{number}", who, f"{who} may add to a move: {tags}")
            if entry.get("promote") == []:
                yield _entry("way", f"moves-{number}", who, f"{who} do not promote")
            if entry.get("captures"):
                yield _entry("way", f"moves-{number}", who, f"{who} capture {prey(entry['captures'])}")
            for modified, words in _BENT.items():
                if modified in (entry.get("modify") or {}):
                    yield _entry("way", f"moves-{number}", who, f"{who} {words}")

    def _limits(self, body: _Data) -> Iterator[shapes.RuleTold]:
        for number, entry in enumerate(body.get("moves") or ()):
            chosen = entry.get("forbid") or entry.get("require")
            if not chosen or not entry.get("because"):
                continue
            who = spelled(whom(chosen["piece"], self.name_of)) if chosen.get("piece") else ""
            names = [*_type_ids(chosen["piece"]), who.lower()] if who else []
            is_said = who in ("", "All pieces") or any(name in entry["because"] for name in names)
            may = " may not move" if entry.get("forbid", {}).keys() == {"piece"} else ""
            text = entry["because"] if is_said else f"{who}{may}: {entry['because']}"
            title = "Not allowed" if "forbid" in entry else "Must be done first"
            yield _entry("limit", f"moves-{number}", title, text)

    def _rules(self, body: _Data) -> Iterator[shapes.RuleTold]:
        for rule in body.get("rules") or ():
            if all("log" in deed for deed in rule["do"]) and "." in rule.get("describe", ""):
                continue  # it only tells what something is worth just then
            when = rule.get("when") or ()
            bound = bound_by(when, self.name_of)
            does = told(rule["describe"], when, self.name_of) if "describe" in rule else ""
            effects = (numbers_in if does else deeds_in)(rule["do"], bound, self.name_of)
            text = f"{does} ({effects})" if does and effects else does or effects
            if text:
                moment = moment_of(rule["at"], when)
                only = conditions(when, self.known, self.name_of)
                with_ = f", with {listed(only)}" if only else ""
                yield _entry("rule", rule["id"], spelled(rule["id"]), f"{moment}{with_}: {text}")

    def _counters(self, body: _Data) -> Iterator[shapes.RuleTold]:
        for name, attribute in (body.get("attributes") or {}).items():
            owner = attribute["of"]
            whose = _OWNERS.get(owner) or whom(attribute.get("for") or {}, self.name_of)
            if owner not in ("piece", *_OWNERS):
                continue
            says = [
                f"a number of {whose}" if attribute["type"] in ("int", "number") else f"a mark of {whose}"
            ]
            start = attribute.get("start")
            if value := "" if isinstance(start, (bool, str)) else value_words(start, self.name_of):
                says.append(f"{value} at the start")
            if isinstance(attribute.get("max"), (int, float)):
                says.append(f"at most {attribute['max']}")
            yield _entry("counter", name, spelled(name), ", ".join(says))


_CAPTURED: Final = {
    "captor": "A captured piece changes sides and goes into the hand of its captor.",
    "owner": "A captured piece goes back into the hand of its owner.",
    "nobody": "",
}
_BENT: Final = {
    "wrap": "go around the edge of the board",
    "bounce": "go on off the edges",
    "range": "go farther",
    "captures": "capture without leaving their squares",
}
_OWNERS: Final = {"side": "each side", "game": "the whole game"}


def _is_no_drop(entry: _Data) -> bool:
    """Whether an entry of moves forbids to put pieces from the hand, whatever holds."""
    return entry.get("forbid") == {"kind": "drop"} and "when" not in entry


def _count(moves: Any) -> str:
    """How many moves a turn has, which may grow with the game."""
    if not isinstance(moves, Mapping):
        return str(moves)
    of = str(moves.get("of")).rpartition(".")[2]
    base = "the number of the move" if of == "FullmoveNumber" else spelled(of)
    times, plus = moves.get("times", 1), moves.get("plus", 0)
    more = f" {'+' if plus > 0 else '-'} {abs(plus)}" if isinstance(plus, (int, float)) and plus else ""
    return f"{'' if times == 1 else f'{times} times '}{base}{more}"


def _type_ids(chosen: _Data) -> list[str]:
    """The piece types that a filter names."""
    test = chosen.get("type")
    names = test.get("in", ()) if isinstance(test, Mapping) else test if isinstance(test, list) else [test]
    return [name for name in names if isinstance(name, str)]


def _scene(act: _Data) -> list[Any]:
    """The patterns of an act, its target and its doer among them."""
    scene: list[Any] = [*(act.get("when") or ())]
    for name, part in (("self", act.get("by")), ("target", (act.get("on") or {}).get("piece"))):
        if part is not None:
            scene.append({"piece": {**part, "id": f"${name}"}})
    return scene


def _ends(body: _Data) -> Iterator[shapes.RuleTold]:
    """The ways to end the game that a document adds, each reason once."""
    found: dict[str, None] = {}
    for end in (body.get("result") or {}).get("ends") or ():
        if "draw" in end:
            reason = end["draw"] if isinstance(end["draw"], str) else end["draw"].get("because", "")
            found[f"The game is drawn: {reason}"] = None
        else:
            who = f"{end['win'].capitalize()} wins" if end["win"] in ("white", "black") else "A side wins"
            found[f"{_stuck(end) or who}: {end.get('because') or end.get('reason')}"] = None
    for number, text in enumerate(found):
        yield _entry("end", f"end-{number}", "The game also ends", text)


def _stuck(end: _Data) -> str:
    """What becomes of a side without a legal move, if an end says so."""
    patterns = end.get("when") or ()
    sides = [part["side"] for part in patterns if "side" in part]
    is_stuck = {"not": {"move": {}}} in patterns or any(side.get("stalemated") is True for side in sides)
    winner: _Data = next((side for side in sides if side.get("color") == end["win"]), {})
    if not is_stuck or not str(end["win"]).startswith("$"):
        return ""
    return f"Who has no legal move {'wins' if winner.get('stalemated', winner.get('toMove')) else 'loses'}"


def _zone(policy: _Data) -> str:
    """Where a piece promotes."""
    zone = policy.get("zone")
    when = policy.get("when") or []
    by = "when a move of theirs begins or ends" if "leaving" in when else "when they arrive"
    if zone == "last-rank":
        return f"{by} on the last rank"
    ranks = zone.get("ownRank") if isinstance(zone, Mapping) else None
    rows = ranks if isinstance(ranks, list) else [ranks]
    return f"{by} on rank {listed((str(rank) for rank in rows), 'or')} as their side counts" if ranks else by


def _value(value: Any) -> str:
    return listed(map(str, value)) if isinstance(value, list) else str(value)


def _entry(about: str, name: str, title: str, text: str, who: str = "") -> shapes.RuleTold:
    entry: Any = {"about": about, "id": name, "name": title, "text": sentence(text)}
    if who:
        entry["whom"] = who
    told: shapes.RuleTold = entry
    return told
