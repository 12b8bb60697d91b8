"""Synonyms that authors write for words of the language, so that a hint can name the right word.

Only the spelling is told: whoever asks says which words there are at the place, and one that is none of
them is never offered. This module knows no other module of the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

#: A word of the language, and what is written for it, without capitals, hyphens and underscores.
_WRITTEN_FOR: Final[dict[str, str]] = {
    # comparisons
    "ge": "gte >= => atleast min minimum from notless greaterorequal greaterthanorequal",
    "le": "lte <= =< atmost max maximum upto notmore lessorequal lessthanorequal",
    "gt": "> greater greaterthan more morethan above over bigger",
    "lt": "< less lessthan fewer below under smaller",
    "not": "ne neq != <> isnot isnt unless except notequal notequals notin noneof no",
    "ne": "neq != <> not isnot notequal notequals",
    "eq": "= == equal equals is same",
    "in": "oneof anyof among any isin either",
    # what documents hold
    "scope": "color colour side for player team",
    "color": "colour side owner player team",
    "side": "color colour player team owner",
    "type": "kind piece piecetype tiletype sort to into becomes",
    "kind": "type sort",
    "square": "at on position pos location place field where cell to",
    "description": "desc about summary text info",
    "describe": "description message text says say",
    "name": "title label",
    "id": "key identifier",
    "extends": "extend base parent inherits inherit from basedon",
    "layout": "setup start startposition board position",
    "fen": "position startfen startingposition start setup",
    "pieces": "piece piecetypes types letters",
    "presets": "preset rulesets mods",
    "attributes": "attribute attrs attr variables vars state counters properties",
    "config": "settings setting options option parameters params",
    "tiles": "tile squares terrain",
    "abilities": "ability powers skills",
    "tests": "test scenarios scenario examples",
    "royal": "king kings royals",
    "result": "results win ending end ends victory goal",
    "ends": "end wins win conditions victory",
    "moves": "move movement moving",
    "rules": "rule triggers effects",
    "acts": "act spells powers skills pass",
    "value": "worth points score to amount",
    "letter": "symbol char character abbreviation",
    "start": "initial default begin begins init value",
    "of": "owner on for belongsto",
    # rules
    "at": "on stage trigger event phase during moment",
    "when": "if condition conditions where on requires given match",
    "do": "then actions action effect effects run",
    "because": "reason message why",
    "reason": "because why message",
    "attr": "attribute name property",
    "by": "amount value delta count",
    "amount": "by value damage points hp",
    "piece": "attacker mover",
    "target": "piece who on to victim defender captured",
    "to": "value destination target square",
    # actions
    "destroy": "kill die explode delete",
    "remove": "delete vanish take",
    "add": "increase increment inc plus decrease decrement gain give lose subtract",
    "set": "assign change let put update",
    "spawn": "create summon place drop make",
    "recolor": "recolour defect turncoat flip",
    "transform": "become promote change turninto convert",
    "relocate": "teleport push pull move moveto bounce",
    "damage": "hit hurt harm attack wound",
    "damaged": "ondamage ondamaged hurt",
    "heal": "cure restore repair",
    "refuse": "reject deny prevent illegal",
    "cancel": "stop abort prevent ignore",
    "win": "winner wins victory won",
    "draw": "drawn tie remis",
    "extra-move": "again moveagain anothermove bonusmove",
    "log": "print say message echo",
    # stages and moments, with what triggers and other engines call them
    "capture": "oncapture captures captured aftercapture take taken kill",
    "before-capture": "onbeforecapture precapture",
    "move": "onmove moves moved",
    "before-move": "onbeforemove premove",
    "after-move": "onaftermove postmove",
    "promotion": "onpromotion promote promoted promotes",
    "check": "oncheck checked",
    "turn-start": "onturnstart startturn startofturn beginturn turnbegin upkeep",
    "turn-end": "onturnend endturn endofturn",
    "square-entry": "onsquareentry enter entry onenter step",
    "death": "ondeath die dies died dead destroyed",
    "on-capture": "capture captures",
    "on-captured": "captured",
    "on-damaged": "damaged damage ondamage",
    "on-move": "move moved moves",
    "on-promotion": "promotion promoted onpromote",
    "on-turn-start": "turnstart startturn",
    "on-turn-end": "turnend endturn",
    "on-moved-onto-square": "squareentry enter onenter onsquare",
    # movement
    "leap": "jump step leaper jumps steps",
    "slide": "ride rider line slider run slides",
    "hop": "hopper hops jumpover",
    "castle": "castling castles",
    "orthogonal": "straight rook orthogonally",
    "diagonal": "bishop diagonally",
    "all": "any queen king every",
    "forward": "forwards ahead up north",
    "backward": "back backwards down south",
    "sideways": "side horizontal left right",
    "any": "all every everyone everybody anyone anybody",
    "both": "all any everyone",
    # pieces
    "rook": "tower",
    "knight": "horse springer",
    "queen": "lady",
    # scenarios
    "play": "moves steps",
    "then": "expect expects after assert facts",
    "fires": "fired fire triggers",
    "notFires": "notfired silent",
    "given": "before setup with",
    "ongoing": "none running open continues inprogress playing",
    "empty": "free vacant none",
}


def written_for(word: str, names: set[str]) -> Iterator[str]:
    """The names that a word is often written for, in the order of the table."""
    plain = squeezed(word)
    for name, words in _WRITTEN_FOR.items():
        if name in names and plain in words.split():
            yield name


def squeezed(word: str) -> str:
    """A word in the form of the table: `onCapture`, `on_capture` and `on-capture` are the same."""
    return "".join(letter for letter in word.lower() if letter not in "-_ ")
