"""The words of PGN, cut out of bytes that come in pieces; each knows its line and column.

It holds a piece of the input and nothing of what it has gone past, whatever that was: comments and words
without end are cut. It knows how PGN is written, not what a game is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

#: The kinds of tokens.
TAG: Final = "tag"
MOVE: Final = "move"
OPEN: Final = "("
CLOSE: Final = ")"
COMMENT: Final = "comment"
NAG: Final = "nag"
RESULT: Final = "result"
WRONG: Final = "wrong"  # its text says what is wrong
LIMIT: Final = "limit"

#: The longest comment that is kept, and the longest line of a tag, in bytes.
LONGEST_COMMENT: Final = 65_536
LONGEST_TAG: Final = 2_097_152
#: How much is looked at together.
PIECE: Final = 65_536
#: No word is longer than this, so that one is never cut where a piece of the input ends.
_LONGEST_WORD: Final = 512
_AHEAD: Final = 1024

_NULLS: Final = rb"--|Z0|@@@@|0000(?![0-9.])"
_DASH: Final = rb"(?:-|\xe2\x80\x93)"
_HALF: Final = rb"(?:1/2|\xc2?\xbd)"
_STEP: Final = re.compile(
    rb"[ \t\v\f\0]*(?:"
    rb"(?P<line>\n[ \t\v\f\0\n]*)"
    rb"|(?P<result>(?:1" + _DASH + rb"0|0" + _DASH + rb"1|" + _HALF + _DASH + _HALF + rb"|1/2)(?![\w/-])|\*)"
    rb"|(?P<move>" + _NULLS + rb")"
    rb"|(?P<number>[0-9]{1,9}(?:\.+|\xe2\x80\xa6|(?=[ \t\v\f\n{(;$]|\Z))|\.+|\xe2\x80\xa6)"
    rb"|(?P<passed>e\.\s?p\.)"
    rb"|(?P<word>[^\s\0(){}\[\];$!?.*]{1,255}(?:\([A-Za-z]\))?(?:(?<=e)\.p\.)?)"
    rb"|(?P<mark>[!?]{1,8})|\$(?P<nag>[0-9]{1,5})"
    rb"|(?P<sign>[^\s\0])|\Z)"
)
#: A tag as it should be, and the name of one.
_TAG: Final = re.compile(rb'\[[ \t]*([^\s"\[\]]{1,255})[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]')
_NAME: Final = re.compile(rb'\[[ \t]*([A-Za-z][^\s"\[\]]{0,254})[ \t]*')
_ESCAPED: Final = re.compile(r'\\(["\\])')
#: Where a game begins for certain, whatever is left open before it.
_EVENT: Final = re.compile(rb'\n\[Event[ \t]+"')
_NEXT_TAG: Final = re.compile(rb'\n[ \t]*\[[A-Za-z][^\s"\[\]]{0,254}[ \t]*"')
_PERCENT: Final = ord("%")
_CONTINUED: Final = bytes(range(0x80, 0xC0))

#: Judgements in signs, and the numbers by which PGN knows them.
MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
#: The same for words that stand behind a move.
SIGNS: Final = {
    "=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16, "±": 16,
    "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146, "D": 220,
}  # fmt: skip
#: Words that say nothing which the move does not.
SILENT: Final = frozenset(("e.p.", "ep", "ch", "dbl", "mate", "+", "++", "#", "x", "-"))


class Token(NamedTuple):
    """A word of PGN: its kind, its text, a second text of a tag, and where it stands."""

    kind: str
    text: str
    value: str
    line: int
    column: int


def decoded(data: bytes) -> str:
    """A text in UTF-8, or in Latin-1 if it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


class Scanner:
    """An iterator of the tokens of a stream. Whoever gives a game up lets it `skip` to the next one."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._data = b""
        self._place = 0
        self._has_more = True
        self._cut = b""  # the end of a piece that may be half of a line's end
        self._line, self._column, self._counted = 1, 1, 0  # of a place that has been counted
        self._is_fresh = True  # nothing but blanks and tags stand before it on its line
        self.bytes = 0
        self._fill()
        if self._data.startswith(b"\xef\xbb\xbf"):
            self._data = self._data[3:]

    @property
    def is_utf16(self) -> bool:
        """Whether the stream begins as texts in UTF-16 do."""
        return self._data[:2] in (b"\xff\xfe", b"\xfe\xff")

    # -- the stream ------------------------------------------------------------------------------

    def _fill(self, keep: int = 0) -> bool:
        """Take one more piece; what lies before `keep` is forgotten."""
        if not self._has_more:
            return False
        taken, length = [self._cut], len(self._cut)
        self._cut = b""
        while length < PIECE and self._has_more:
            given = next(self._pieces, None)
            self._has_more = given is not None
            taken.append(given or b"")
            length += len(taken[-1])
            self.bytes += len(taken[-1])
        piece = b"".join(taken)
        if piece.endswith(b"\r") and self._has_more:
            piece, self._cut = piece[:-1], b"\r"
        if b"\r" in piece:
            piece = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self._where(keep)
        self._data = self._data[keep:] + piece
        self._counted -= keep
        self._place -= keep
        return True

    def _where(self, place: int) -> tuple[int, int]:
        """Line and column of a place that is not before the last one that was asked for."""
        begun, data = self._counted, self._data
        if place > begun:
            breaks = data.count(b"\n", begun, place)
            if breaks:
                self._line += breaks
                begun = data.rindex(b"\n", begun, place) + 1
                self._column = 1
            passed = data[begun:place]
            self._column += len(passed if passed.isascii() else passed.translate(None, _CONTINUED))
            self._counted = place
        return self._line, self._column

    # -- the tokens ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Token]:
        return self

    def __next__(self) -> Token:
        while True:
            while len(self._data) - self._place < _AHEAD and self._fill(self._place):
                pass
            if self._place >= len(self._data):
                raise StopIteration
            token = self._step()
            if token is not None:
                return token

    def _step(self) -> Token | None:
        found = _STEP.match(self._data, self._place)
        kind = None if found is None else found.lastgroup
        if found is None or kind is None:  # nothing but blanks
            self._place = len(self._data)
            return None
        if kind == "line":
            self._place = found.end()
            self._is_fresh = True
            return None
        if self._has_more and len(self._data) - found.start(kind) < _LONGEST_WORD:
            self._place = found.start(kind)  # after many blanks: the word may be cut where the piece ends
            return None
        if kind == "sign":
            return self._sign(found.start(kind))
        if self._is_fresh and self._is_escape(found.start(kind)):
            self._pass_line(found.start(kind))
            return None
        self._is_fresh = False
        self._place = found.end()
        if kind in ("number", "passed"):
            return None
        return self._told(kind, found.group(kind), found.start(kind))

    def _is_escape(self, place: int) -> bool:
        """Whether the sign at a place makes its whole line none of ours: `%` at the beginning."""
        return self._data[place] == _PERCENT and self._data[max(place - 1, 0) : place] in (b"", b"\n")

    def _told(self, kind: str, given: bytes, place: int) -> Token | None:
        """The token of a word."""
        where = self._where(place)
        if kind == "result":
            return Token(RESULT, _score(given), "", *where)
        if kind == "nag":
            return Token(NAG, given.decode(), "", *where)
        if kind == "mark":
            mark = given.decode()
            return Token(NAG, str(MARKS.get(mark) or MARKS.get(mark[:2], 0)), "", *where)
        text = decoded(given)
        if text in SILENT:
            return None
        if text in SIGNS:
            return Token(NAG, str(SIGNS[text]), "", *where)
        return Token(MOVE, text, "", *where)

    def _sign(self, place: int) -> Token | None:
        """The token that a sign begins."""
        sign = self._data[place : place + 1]
        self._place = place
        if sign == b"{":
            return self._comment(place)
        if sign == b"[" and self._is_fresh:
            return self._tag(place)
        where, self._place = self._where(place), place + 1
        if sign == b";":
            return self._rest_of_line(where)
        self._is_fresh = False
        if sign in b"()":
            return Token(sign.decode(), "", "", *where)
        return Token(WRONG, f"{decoded(sign)!r} has no meaning here", "", *where)

    def _comment(self, place: int) -> Token:
        """A comment in braces, cut where it is too long; it ends where another game begins for certain."""
        where, kept, begun, length = self._where(place), [], place + 1, 0
        self._is_fresh = False
        while True:
            end = self._data.find(b"}", begun)
            event = _EVENT.search(self._data, begun, len(self._data) if end < 0 else end)
            if event is not None:
                end = event.start()
            stop = (
                end if end >= 0 else max(begun, len(self._data) - 32) if self._has_more else len(self._data)
            )
            if length < LONGEST_COMMENT:
                kept.append(self._data[begun : min(stop, begun + LONGEST_COMMENT - length)])
            length += stop - begun
            self._place = stop
            if event is not None or (end < 0 and not self._has_more):
                return Token(WRONG, "a comment has no end", "", *where)
            if end >= 0:
                self._place = end + 1
                break
            self._fill(stop)
            begun = 0
        is_cut = "cut" if length > LONGEST_COMMENT else ""
        return Token(COMMENT, " ".join(decoded(b"".join(kept)).split()), is_cut, *where)

    def _rest_of_line(self, where: tuple[int, int]) -> Token:
        """A comment to the end of its line."""
        kept, length = [], 0
        while True:
            end = self._data.find(b"\n", self._place)
            stop = len(self._data) if end < 0 else end
            if length < LONGEST_COMMENT:
                kept.append(self._data[self._place : min(stop, self._place + LONGEST_COMMENT - length)])
            length += stop - self._place
            self._place = stop
            if end >= 0 or not self._fill(stop):
                text = " ".join(decoded(b"".join(kept)).split())
                return Token(COMMENT, text, "cut" if length > LONGEST_COMMENT else "", *where)

    def _pass_line(self, place: int) -> None:
        """Go on behind a line."""
        self._place = place
        while (end := self._data.find(b"\n", self._place)) < 0:
            self._place = len(self._data)
            if not self._fill(self._place):
                return
        self._place = end

    def _tag(self, place: int) -> Token:
        """A pair of brackets at the beginning of a line, or behind another one."""
        where, looked = self._where(place), 0
        while (end := self._data.find(b"\n", self._place + looked)) < 0:
            looked = len(self._data) - self._place
            if looked > LONGEST_TAG:
                self._pass_line(self._place)
                return Token(LIMIT, f"a tag is longer than {LONGEST_TAG:,} bytes", "", *where)
            if not self._fill(self._place):
                end = len(self._data)
                break
        found = _TAG.match(self._data, self._place, end)
        if found is not None:
            self._place = found.end()
            return Token(TAG, decoded(found[1]), _ESCAPED.sub(r"\1", decoded(found[2])), *where)
        line, self._place = self._data[self._place : end].rstrip(), end
        name = _NAME.match(line)
        if name is None or not line.endswith(b"]"):
            return Token(WRONG, 'this is no tag, such as [White "Ann"]', "", *where)
        value = decoded(line[name.end() : -1].strip().removeprefix(b'"').removesuffix(b'"'))
        return Token(TAG, decoded(name[1]), _ESCAPED.sub(r"\1", value), *where)

    def skip(self) -> bool:
        """Go on where the next game has its tags; whether there is one."""
        begun = max(self._place - 1, 0)
        while True:
            found = _NEXT_TAG.search(self._data, begun)
            if found is not None:
                self._place = found.start() + 1
                self._is_fresh = True
                return True
            rest = max(begun, len(self._data) - 512)
            self._place = rest
            if not self._fill(rest):
                self._place = len(self._data)
                return False
            begun = 0


def _score(given: bytes) -> str:
    """The score that a word tells, as PGN has it."""
    text = decoded(given).replace("–", "-")
    return "1/2-1/2" if text[:1] not in ("*", "0") and text != "1-0" else text
