"""What players ask each other for: other rules, or moves taken back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import ClientMessage, RoomRequest, ServerMessage

Ask = Callable[..., Awaitable[ServerMessage]]
Decision = Literal["approve", "reject"]


class Takeback:
    """Taking moves back: at once for who plays alone, else by the other player's word."""

    def __init__(self, ask: Ask) -> None:
        self._ask: Final = ask

    async def propose(self, plies: int = 1) -> ServerMessage:
        """Ask to take moves back: `takeback.queued`, or `takeback.done` where nobody is asked."""
        return await self._ask(game.TakebackPropose, plies=plies)

    async def consent(self, decision: Decision = "approve", proposal_id: str | None = None) -> ServerMessage:
        """Answer the other player."""
        return await self._ask(game.TakebackConsent, decision=decision, proposal_id=proposal_id)


class Topic:
    """One thing that changes by consent: the profiles or the presets in force."""

    def __init__(self, ask: Ask, prefix: Literal["Profile", "Presets"]) -> None:
        self._ask: Final = ask
        self._prefix: Final = prefix

    def _kind(self, verb: str) -> type[ClientMessage]:
        kind: type[RoomRequest] = getattr(rules, self._prefix + verb)
        return kind

    async def propose(self, candidate: Any) -> ServerMessage:
        """Propose what shall be in force, to the other player: `queued`."""
        return await self._ask(self._kind("Propose"), candidate=candidate)

    async def consent(self, decision: Decision = "approve", proposal_id: str | None = None) -> ServerMessage:
        """Answer what the other player proposes: `consent-received` or `rejected`."""
        return await self._ask(self._kind("Consent"), decision=decision, proposal_id=proposal_id)

    async def withdraw(self) -> ServerMessage:
        """Take one's own proposal back: `rejected`."""
        return await self._ask(self._kind("Withdraw"))

    async def update(self, candidate: Any) -> ServerMessage:
        """Let something be in force from the end of the turn on, where nobody has to agree: `queued`."""
        return await self._ask(self._kind("Update"), candidate=candidate)
