"""Actions: what a rule does. Each is a mapping of one key, or a bare word where nothing needs saying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, get_args

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.atom import TagWord
from rete_chess.documents.language.filter import Amount, AnyValue, AttributeName
from rete_chess.documents.language.ids import Reason
from rete_chess.documents.language.pattern import EVENT_FIELDS
from rete_chess.documents.language.target import Place, Target
from rete_chess.documents.language.template import TemplateText
from rete_chess.documents.language.values import ColorValue, Number, RefText, TypeValue
from rete_chess.documents.modelling.alternatives import Keyed
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Form, OneOf
from rete_chess.errors import clip

#: How a product becomes a whole number.
ROUNDINGS: Final = ("down", "up", "nearest")

_TARGET: Final = "Whom it concerns."


class DamageAction(DocumentModel):
    """Deals damage, which other rules may change or absorb; without them it kills."""

    word: ClassVar[str] = "damage"

    target: Target = Field(description=_TARGET)
    amount: Amount = Field(description="How much.")
    kind: TagWord | None = Field(None, description="What kind of damage, such as poison.")
    by: RefText | None = Field(None, description="The piece that deals it.")


class HealAction(DocumentModel):
    """Gives Hp back."""

    word: ClassVar[str] = "heal"

    target: Target = Field(description=_TARGET)
    amount: Amount = Field(description="How much.")


class DestroyAction(DocumentModel):
    """Kills, whatever the damage rules say."""

    word: ClassVar[str] = "destroy"

    target: Target = Field(description=_TARGET)
    kind: TagWord | None = Field(None, description="What kind of death, such as explosion.")


class RemoveAction(DocumentModel):
    """Takes off the board without a death: a conversion."""

    word: ClassVar[str] = "remove"

    target: Target = Field(description=_TARGET)


class CaptureAction(DocumentModel):
    """A further capture with everything that belongs to one."""

    word: ClassVar[str] = "capture"

    target: Target = Field(description=_TARGET)
    by: RefText | None = Field(None, description="The piece that captures.")


class SpawnAction(DocumentModel):
    """Puts a new piece on the board."""

    word: ClassVar[str] = "spawn"

    type: TypeValue = Field(description="The piece type.")
    color: ColorValue = Field(description="The side it belongs to.")
    square: Place = Field(description="Where it appears.")


class TransformAction(DocumentModel):
    """Makes a piece another type."""

    word: ClassVar[str] = "transform"

    target: Target = Field(description=_TARGET)
    type: TypeValue = Field(description="The new piece type.")


class RelocateAction(DocumentModel):
    """Moves a piece without a move being played."""

    word: ClassVar[str] = "relocate"

    target: Target = Field(description=_TARGET)
    to: Place = Field(description="Where it goes.")


class _AttributeAction(DocumentModel):
    """A change of one attribute, or of one field of the pending event."""

    target: Target = Field(description=_TARGET)
    attr: Annotated[
        str, Form("[A-Za-z][A-Za-z0-9]{0,63}", "the name of an attribute, such as Hp, or of an event's field")
    ] = Field(description="The attribute; of $event, one of its fields.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        attr = data.get("attr")
        if not isinstance(attr, str) or not attr:
            return
        if data.get("target") == "$event":
            if attr not in EVENT_FIELDS:
                message = f"an event has no field {clip(attr)}, expected one of {', '.join(EVENT_FIELDS)}"
                yield finding("E_DOC_CHOICE", ("attr",), message, choices=EVENT_FIELDS, word=attr)
        elif attr[0].islower():
            message = f"{clip(attr)} is no attribute; the names of attributes begin with a capital letter"
            capital = f"did you mean {attr[0].upper() + attr[1:80]!r}?"
            hint = "fields belong to the target $event" if attr in EVENT_FIELDS else capital
            yield finding("E_DOC_VALUE", ("attr",), message, hint=hint)


class SetAction(_AttributeAction):
    """Gives an attribute a value."""

    word: ClassVar[str] = "set"

    to: AnyValue = Field(description="The new value.")
    if_missing: bool = Field(False, description="Whether it is set only where there is no value yet.")


class AddAction(_AttributeAction):
    """Adds to an attribute."""

    word: ClassVar[str] = "add"

    by: Amount = Field(description="How much; may be negative.")
    min: Number | None = Field(None, description="How far down this change goes at most.")
    max: Number | None = Field(None, description="How far up this change goes at most.")


class MultiplyAction(_AttributeAction):
    """Multiplies an attribute."""

    word: ClassVar[str] = "multiply"

    by: Amount = Field(description="The factor.")
    round: Annotated[str, OneOf(ROUNDINGS)] | None = Field(
        None, description="How to make the product a whole number: down, up or nearest."
    )


class AbsorbAction(DocumentModel):
    """Takes the pending damage out of an attribute."""

    word: ClassVar[str] = "absorb"

    target: Target = Field(description=_TARGET)
    with_: AttributeName = Field(description="The attribute that pays.")
    at_most: Amount | None = Field(None, description="How much one hit may take at most.")
    rate: Number = Field(1, description="How much damage one point of the attribute absorbs.")
    fatal: bool = Field(False, description="Whether the piece dies when the attribute is used up.")


class TileAction(DocumentModel):
    """Changes what a square is."""

    word: ClassVar[str] = "tile"

    square: Place = Field(description="The square.")
    type: TypeValue = Field(description="The tile type; `standard` for an ordinary square.")


class EffectAction(DocumentModel):
    """Shows something to people, without any influence on the game."""

    word: ClassVar[str] = "effect"

    kind: TagWord = Field(description="What is shown, such as explosion.")
    square: Place = Field(description="Where it is shown.")


class RefuseAction(DocumentModel):
    """Refuses the move and takes everything back; only before the move."""

    word: ClassVar[str] = "refuse"

    because: Reason = Field(description="The reason that the player reads.")


class ConsumeAction(DocumentModel):
    """Replaces the capture, or takes the rest of the damage."""

    word: ClassVar[str] = "consume"


class CancelAction(DocumentModel):
    """Drops the pending event; the move goes on."""

    word: ClassVar[str] = "cancel"


class WinAction(DocumentModel):
    """Ends the game with a winner."""

    word: ClassVar[str] = "win"

    side: ColorValue = Field(description="The side that wins.")
    reason: Reason = Field(description="Why, for people.")


class DrawAction(DocumentModel):
    """Ends the game without a winner."""

    word: ClassVar[str] = "draw"

    reason: Reason = Field(description="Why, for people.")


class ExtraMoveAction(DocumentModel):
    """Gives the moving side one more half-move in this turn; only before `turn-end`."""

    word: ClassVar[str] = "extra-move"


class ContributeAction(DocumentModel):
    """Adds to an attribute as long as the rule matches; only at `derive`."""

    word: ClassVar[str] = "contribute"

    target: Target = Field(description=_TARGET)
    attr: AttributeName = Field(description="The attribute.")
    by: Amount = Field(description="How much; may be negative.")


class LogAction(DocumentModel):
    """Writes a line into the record of the move."""

    word: ClassVar[str] = "log"

    text: TemplateText = Field(description="The line, with placeholders such as {piece}.")


AnyAction = (
    DamageAction
    | HealAction
    | DestroyAction
    | RemoveAction
    | CaptureAction
    | SpawnAction
    | TransformAction
    | RelocateAction
    | SetAction
    | AddAction
    | MultiplyAction
    | AbsorbAction
    | TileAction
    | EffectAction
    | RefuseAction
    | ConsumeAction
    | CancelAction
    | WinAction
    | DrawAction
    | ExtraMoveAction
    | ContributeAction
    | LogAction
)

ACTIONS: Final[dict[str, Any]] = {kind.word: kind for kind in get_args(AnyAction)}

Action = Annotated[
    AnyAction, Keyed("action", ACTIONS, bare=("consume", "cancel", "extra-move")).named("Action")
]
