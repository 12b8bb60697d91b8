"""Actions: what a rule does. Each is a mapping of one key, or a bare word where nothing needs saying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core.atoms import HAND
from rete_chess.core.geometry import NEUTRAL, OWNERS
from rete_chess.documents.language._template import Template, TemplateText
from rete_chess.documents.language.atom import TagWord
from rete_chess.documents.language.chance import DrawnValue, Pick
from rete_chess.documents.language.filter import Amount, AttributeName
from rete_chess.documents.language.ids import Reason
from rete_chess.documents.language.pattern import EVENT_FIELDS
from rete_chess.documents.language.picks import DrawnAmount, DrawnOwner, DrawnType
from rete_chess.documents.language.reasons import ONE_NEEDED, reason_findings
from rete_chess.documents.language.target import Place, Target
from rete_chess.documents.language.values import (
    ColorValue,
    Number,
    OwnerValue,
    Positive,
    Ref,
    RefText,
    TypeValue,
)
from rete_chess.documents.modelling.alternatives import Keyed
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Form, OneOf
from rete_chess.errors import clip
from rete_chess.stages import BEFORE_TURN_END, DERIVE, POINTS

#: How a product becomes a whole number.
ROUNDINGS: Final = ("down", "up", "nearest")

DataKey = Annotated[str, KeyForm(r"[A-Za-z][\w-]{0,39}", "a name such as damage")]

_TARGET: Final = "Whom it concerns."


#: Every action by its word, in the order of their definition; a new one enters itself.
ACTIONS: Final[dict[str, Any]] = {}


class ActionModel(DocumentModel):
    """One action. Its class says its word, and the points at which it may stand if not at all of them."""

    word: ClassVar[str]
    points: ClassVar[tuple[str, ...]] = POINTS

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "word" in vars(cls):
            ACTIONS[cls.word] = cls

    def texts(self) -> tuple[Template, ...]:
        """The texts with placeholders that it writes."""
        return ()

    def end_reason(self) -> str | None:
        """Why the game is over by it, for people, if it ends the game."""
        return None

    def made_tile(self) -> str | Ref | None:
        """The type of the tile that it makes, if it makes one."""
        return None

    def made_types(self) -> tuple[str | Ref, ...]:
        """The types of the piece that it makes: one, none, or those that chance picks from."""
        return ()

    def meant(self) -> ActionModel:
        """The action that it is; another one that says the same, where it has two names."""
        return self


class DamageAction(ActionModel):
    """Deals damage, which other rules may change or absorb; without them it kills."""

    word: ClassVar[str] = "damage"

    target: Target = Field(description=_TARGET)
    amount: DrawnAmount = Field(description="How much.")
    kind: TagWord | None = Field(None, description="What kind of damage, such as poison.")
    by: RefText | None = Field(None, description="The piece that deals it.")


class HealAction(ActionModel):
    """Gives Hp back."""

    word: ClassVar[str] = "heal"

    target: Target = Field(description=_TARGET)
    amount: DrawnAmount = Field(description="How much.")
    effect: TagWord | None = Field(None, description="What is shown on each piece that gets some back.")


class DestroyAction(ActionModel):
    """Kills, whatever the damage rules say."""

    word: ClassVar[str] = "destroy"

    target: Target = Field(description=_TARGET)
    kind: TagWord | None = Field(None, description="What kind of death, such as explosion.")


class RemoveAction(ActionModel):
    """Takes off the board without a death: a conversion."""

    word: ClassVar[str] = "remove"

    target: Target = Field(description=_TARGET)


class CaptureAction(ActionModel):
    """A further capture with everything that belongs to one."""

    word: ClassVar[str] = "capture"

    target: Target = Field(description=_TARGET)
    by: RefText | None = Field(None, description="The piece that captures.")


class SpawnAction(ActionModel):
    """Puts a new piece on the board."""

    word: ClassVar[str] = "spawn"

    type: DrawnType = Field(description="The piece type.")
    color: DrawnOwner = Field(description="The side it belongs to, or neutral.")
    square: Place = Field(description="Where it appears.")
    from_: Annotated[str, OneOf((HAND,))] | None = Field(
        None, description="hand: it comes out of the hand of that side, or not at all."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "from" in data and data.get("color") == OWNERS[NEUTRAL]:
            message = "nobody holds pieces that are nobody's"
            yield finding("E_DOC_CONFLICT", ("from",), message, key=True, hint="leave `from` out")

    def made_types(self) -> tuple[str | Ref, ...]:
        return self.type.pick if isinstance(self.type, Pick) else (self.type,)


class TransformAction(ActionModel):
    """Makes a piece another type, or gives it to a side, or both, where it stands."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["type"]}, {"required": ["color"]}]})
    word: ClassVar[str] = "transform"

    target: Target = Field(description=_TARGET)
    type: DrawnType | None = Field(None, description="The new piece type; without it, it stays what it is.")
    color: OwnerValue | None = Field(None, description="The side that it belongs to from now on, or neutral.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "type" not in data and "color" not in data:
            yield finding("E_DOC_MISSING", (), "`transform` needs one of type, color")

    def made_types(self) -> tuple[str | Ref, ...]:
        if self.type is None:
            return ()
        return self.type.pick if isinstance(self.type, Pick) else (self.type,)

    def meant(self) -> ActionModel:
        if self.type is not None or self.color is None:
            return self
        return RecolorAction.model_construct(target=self.target, color=self.color)


class RecolorAction(ActionModel):
    """Gives pieces to a side, where they stand; their attributes stay."""

    word: ClassVar[str] = "recolor"

    target: Target = Field(description=_TARGET)
    color: OwnerValue = Field(description="The side that they belong to from now on, or neutral.")


class RelocateAction(ActionModel):
    """Moves a piece without a move being played."""

    word: ClassVar[str] = "relocate"

    target: Target = Field(description=_TARGET)
    to: Place = Field(description="Where it goes.")


class SwapAction(ActionModel):
    """Lets two pieces change places without a move being played."""

    word: ClassVar[str] = "swap"

    first: RefText = Field(description="One of them.")
    second: RefText = Field(description="The other one.")


class _AttributeAction(ActionModel):
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

    to: DrawnValue = Field(description="The new value.")
    if_missing: bool = Field(False, description="Whether it is set only where there is no value yet.")


class AddAction(_AttributeAction):
    """Adds to an attribute."""

    word: ClassVar[str] = "add"

    by: DrawnAmount = Field(description="How much; may be negative.")
    min: Number | None = Field(None, description="How far down this change goes at most.")
    max: Number | None = Field(None, description="How far up this change goes at most.")


class MultiplyAction(_AttributeAction):
    """Multiplies an attribute."""

    word: ClassVar[str] = "multiply"

    by: DrawnAmount = Field(description="The factor.")
    round: Annotated[str, OneOf(ROUNDINGS)] | None = Field(
        None, description="How to make the product a whole number: down, up or nearest."
    )


class AbsorbAction(ActionModel):
    """Takes the pending damage out of an attribute."""

    word: ClassVar[str] = "absorb"

    target: Target = Field(description=_TARGET)
    with_: AttributeName = Field(description="The attribute that pays.")
    at_most: DrawnAmount | None = Field(None, description="How much one hit may take at most.")
    rate: Positive = Field(1, description="How much damage one point of the attribute absorbs.")
    fatal: bool = Field(False, description="Whether the piece dies when the attribute is used up.")


class TileAction(ActionModel):
    """Changes what a square is."""

    word: ClassVar[str] = "tile"

    square: Place = Field(description="The square.")
    type: TypeValue = Field(description="The tile type; `standard` for an ordinary square.")

    def made_tile(self) -> str | Ref:
        return self.type


class EffectAction(ActionModel):
    """Shows something to people, without any influence on the game."""

    word: ClassVar[str] = "effect"

    kind: TagWord = Field(description="What is shown, such as explosion.")
    square: Place = Field(description="Where it is shown.")
    ttl: Annotated[int, Field(ge=0, le=600_000)] = Field(
        1000, description="How long it is shown, in milliseconds."
    )
    data: FrozenMap[DataKey, DrawnValue] = Field(
        default_factory=FrozenMap, description="Whatever else belongs to it, by name."
    )


class RefuseAction(ActionModel):
    """Refuses the move and takes everything back; only before the move."""

    word: ClassVar[str] = "refuse"
    points: ClassVar[tuple[str, ...]] = ("before-move",)

    because: Reason = Field(description="The reason that the player reads.")


class ConsumeAction(ActionModel):
    """Replaces the capture, or takes the rest of the damage."""

    word: ClassVar[str] = "consume"


class CancelAction(ActionModel):
    """Drops the pending event; the move goes on."""

    word: ClassVar[str] = "cancel"


class WinAction(ActionModel):
    """Ends the game with a winner."""

    model_config = ConfigDict(json_schema_extra=ONE_NEEDED)
    word: ClassVar[str] = "win"

    side: ColorValue = Field(description="The side that wins.")
    because: Reason | None = Field(None, description="Why, for people.")
    reason: Reason | None = Field(None, description="The same as `because`.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from reason_findings(data)

    @property
    def why(self) -> str:
        """The reason of the end."""
        return self.because or self.reason or ""

    def end_reason(self) -> str:
        return self.why


class DrawAction(ActionModel):
    """Ends the game without a winner."""

    model_config = ConfigDict(json_schema_extra=ONE_NEEDED)
    word: ClassVar[str] = "draw"

    because: Reason | None = Field(None, description="Why, for people.")
    reason: Reason | None = Field(None, description="The same as `because`.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from reason_findings(data)

    @property
    def why(self) -> str:
        """The reason of the end."""
        return self.because or self.reason or ""

    def end_reason(self) -> str:
        return "a draw"


class ExtraMoveAction(ActionModel):
    """Gives the moving side one more half-move in this turn; only before `turn-end`."""

    word: ClassVar[str] = "extra-move"
    points: ClassVar[tuple[str, ...]] = BEFORE_TURN_END


class ContributeAction(ActionModel):
    """Adds to an attribute as long as the rule matches; only at `derive`."""

    word: ClassVar[str] = "contribute"
    points: ClassVar[tuple[str, ...]] = (DERIVE,)

    target: Target = Field(description=_TARGET)
    attr: AttributeName = Field(description="The attribute.")
    by: Amount = Field(description="How much; may be negative.")


class LogAction(ActionModel):
    """Writes a line into the record of the move."""

    word: ClassVar[str] = "log"

    text: TemplateText = Field(description="The line, with placeholders such as {piece}.")

    def texts(self) -> tuple[Template, ...]:
        return (self.text,)


#: Actions that are written as a bare word, because there is nothing to say about them.
BARE: Final = tuple(word for word, model in ACTIONS.items() if not model.model_fields)

Action = Annotated[ActionModel, Keyed("action", ACTIONS, bare=BARE).named("Action")]
