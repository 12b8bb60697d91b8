"""Messages that change rules in mid-game: one mechanism for profiles and presets, and custom modifiers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rete_chess.serial import shapes
from rete_chess.server.wire.base import Broadcast, Fen, Json, Moment, Name, RoomRequest, ServerMessage, Side
from rete_chess.server.wire.game_messages import Decision, Why
from rete_chess.server.wire.parts import Clock, PresetRequest, Profiles

#: The presets that shall be in force.
PresetCandidate = Annotated[list[PresetRequest], Field(max_length=50)]


class _Consent(RoomRequest):
    """The other player's word about a proposal."""

    decision: Decision
    proposal_id: str | None = None
    """Which proposal is meant; needed once a proposal was replaced by another."""


class _Queued(ServerMessage):
    """A proposal waits for consent, or an update for the turn to end."""

    proposal_id: str | None = None
    expires_at: Moment | None = None
    now: Moment | None = None
    """The time of the server when it said this."""


class _Pending(ServerMessage):
    """The other player proposes a change."""

    proposal_id: str
    proposed_by: Side
    expires_at: Moment
    now: Moment | None = None
    """The time of the server when it said this."""
    problems: list[shapes.Problem]
    """Warnings and conflicts; what is wrong altogether is never proposed."""
    summary: str
    """What would change, in plain words."""


class _ConsentReceived(ServerMessage):
    """The proposal was approved, and waits for the turn to end."""

    proposal_id: str | None = None


class _Rejected(Broadcast):
    """A proposal is gone."""

    proposal_id: str
    why: Why


class _Updated(Broadcast):
    """Other rules are in force."""

    changes: shapes.Changes
    digest: str
    fen: Fen
    legal: list[shapes.LegalMove] | None = None
    check: bool
    checked: list[str]
    """The squares of royal pieces of the side to move that are attacked."""
    turn: Side
    hands: shapes.Hands | None = None
    """What is in hand, where anything can be."""
    vital: list[str] | None = None
    """The attributes without which no piece lives, if there are any."""
    result: shapes.Result | None = None
    clock: Clock | None = None


class ProfilePropose(RoomRequest):
    """Propose other profiles."""

    type: Literal["modifier-profile.propose"] = "modifier-profile.propose"
    candidate: Profiles
    """The profiles that shall be in force, or the only one."""


class ProfileUpdate(RoomRequest):
    """Let other profiles be in force, where nobody else has to agree."""

    type: Literal["modifier-profile.update"] = "modifier-profile.update"
    candidate: Profiles
    """The profiles that shall be in force, or the only one."""


class ProfileConsent(_Consent):
    """Agree to the profiles that are proposed, or not."""

    type: Literal["modifier-profile.consent"] = "modifier-profile.consent"


class ProfileWithdraw(RoomRequest):
    """Take one's proposal back."""

    type: Literal["modifier-profile.withdraw"] = "modifier-profile.withdraw"


class ProfileQueued(_Queued):
    """The proposal or update of profiles is accepted."""

    type: Literal["modifier-profile.queued"] = "modifier-profile.queued"


class ProfilePending(_Pending):
    """The other player proposes profiles."""

    type: Literal["modifier-profile.proposal-pending"] = "modifier-profile.proposal-pending"
    profiles: list[Json]
    profile: Json | None = None
    """The profile, where it is one."""


class ProfileConsentReceived(_ConsentReceived):
    """The profiles were approved."""

    type: Literal["modifier-profile.consent-received"] = "modifier-profile.consent-received"


class ProfileRejected(_Rejected):
    """The proposal of profiles is gone."""

    type: Literal["modifier-profile.rejected"] = "modifier-profile.rejected"


class ProfileUpdated(_Updated):
    """Other profiles are in force."""

    type: Literal["modifier-profile.updated"] = "modifier-profile.updated"
    profiles: list[Json]


class PresetsPropose(RoomRequest):
    """Propose other presets."""

    type: Literal["presets.propose"] = "presets.propose"
    candidate: PresetCandidate


class PresetsUpdate(RoomRequest):
    """Let other presets be in force, where nobody else has to agree."""

    type: Literal["presets.update"] = "presets.update"
    candidate: PresetCandidate


class PresetsConsent(_Consent):
    """Agree to the presets that are proposed, or not."""

    type: Literal["presets.consent"] = "presets.consent"


class PresetsWithdraw(RoomRequest):
    """Take one's proposal back."""

    type: Literal["presets.withdraw"] = "presets.withdraw"


class PresetsQueued(_Queued):
    """The proposal or update of presets is accepted."""

    type: Literal["presets.queued"] = "presets.queued"


class PresetsPending(_Pending):
    """The other player proposes presets."""

    type: Literal["presets.proposal-pending"] = "presets.proposal-pending"
    presets: list[shapes.ActivePreset]


class PresetsConsentReceived(_ConsentReceived):
    """The presets were approved."""

    type: Literal["presets.consent-received"] = "presets.consent-received"


class PresetsRejected(_Rejected):
    """The proposal of presets is gone."""

    type: Literal["presets.rejected"] = "presets.rejected"


class PresetsUpdated(_Updated):
    """Other presets are in force."""

    type: Literal["presets.updated"] = "presets.updated"
    presets: list[shapes.ActivePreset]
    config: dict[str, Json]


class ConfigUpdate(RoomRequest):
    """Change settings of one preset in force: a change of the presets in short form."""

    type: Literal["preset-config.update"] = "preset-config.update"
    preset: Name
    config: Json


class ModifierRegister(RoomRequest):
    """Let the room know a custom modifier."""

    type: Literal["custom-modifier.register"] = "custom-modifier.register"
    descriptor: Json


class ModifierRegistered(Broadcast):
    """The room knows a custom modifier; it acts once a profile in force uses it."""

    type: Literal["custom-modifier.registered"] = "custom-modifier.registered"
    descriptor: Json
