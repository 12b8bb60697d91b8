"""What rules do: actions as data. The engine executes them; nothing here changes anything."""

from __future__ import annotations

from rete_chess.facts.words.targets import PieceTarget, Place, Target
from rete_chess.facts.words.terms import Term
from rete_chess.facts.words.word import dataclass


@dataclass(frozen=True)
class Damage:
    """Hurt pieces by an amount."""

    target: PieceTarget
    amount: Term
    kind: str = "damage"
    by: Term | None = None


@dataclass(frozen=True)
class Heal:
    """Give hit points back, up to what a piece started with."""

    target: PieceTarget
    amount: Term
    attribute: str = "Hp"


@dataclass(frozen=True)
class Destroy:
    """A death without capture."""

    target: PieceTarget
    kind: str = "destroy"


@dataclass(frozen=True)
class Remove:
    """A conversion: the piece goes, but nobody died."""

    target: PieceTarget


@dataclass(frozen=True)
class Capture:
    """A further capture, with its triggers."""

    target: PieceTarget
    by: Term


@dataclass(frozen=True)
class Spawn:
    """A new piece."""

    type: Term
    color: Term
    square: Place


@dataclass(frozen=True)
class Transform:
    """Another type for a piece."""

    target: PieceTarget
    type: Term


@dataclass(frozen=True)
class Relocate:
    """Another square for a piece."""

    target: PieceTarget
    to: Place


@dataclass(frozen=True)
class Write:
    """Set, add to or multiply an attribute of pieces, of a side, or a field of the event."""

    op: str  # set, add, multiply
    target: Target
    attribute: str
    value: Term
    least: float | None = None  # how far down or up an addition goes at most
    most: float | None = None
    rounding: str = ""  # how a product becomes whole: down, up or nearest
    if_missing: bool = False  # whether it is set only where there is no value yet


@dataclass(frozen=True)
class Contribute:
    """Add to an attribute of pieces or of a side as long as the rule matches."""

    target: Target
    attribute: str
    amount: Term


@dataclass(frozen=True)
class Absorb:
    """Pay damage with an attribute: at most so much of it, at a rate; fatal if nothing is left of it."""

    target: PieceTarget
    attribute: str
    at_most: Term | None = None
    rate: Term | None = None
    fatal: bool = False


@dataclass(frozen=True)
class ChangeTile:
    """Another kind of square."""

    square: Place
    type: str
    blocks: bool = False  # whether it is closed


@dataclass(frozen=True)
class Show:
    """A visual effect for whoever watches."""

    kind: str
    square: Place
    ttl: int = 1000


@dataclass(frozen=True)
class Refuse:
    """Reject the move (at before-move only); everything is rolled back."""

    reason: str


@dataclass(frozen=True)
class Consume:
    """Take the capture over: nothing of the usual capture happens."""


@dataclass(frozen=True)
class Cancel:
    """Drop the event; the move goes on."""


@dataclass(frozen=True)
class EndGame:
    """A win for a side, or a draw if there is none."""

    side: Term | None
    reason: str


@dataclass(frozen=True)
class ExtraMove:
    """The turn does not end with this half-move."""


@dataclass(frozen=True)
class Log:
    """A line in the trace."""

    text: str


@dataclass(frozen=True)
class CallHook:
    """Call a hook of a Python preset: the one at this place among the program's hooked presets."""

    hook: str
    place: int

    @property
    def may_consume(self) -> bool:
        """Whether it may take over what is judged."""
        return self.hook in ("on_before_capture", "on_damage")


Action = (
    Damage
    | Heal
    | Destroy
    | Remove
    | Capture
    | Spawn
    | Transform
    | Relocate
    | Write
    | Contribute
    | Absorb
    | ChangeTile
    | Show
    | Refuse
    | Consume
    | Cancel
    | EndGame
    | ExtraMove
    | Log
    | CallHook
)
