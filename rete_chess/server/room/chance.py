"""Everything about a room that nobody can foresee: tokens, codes, who plays which side, and its dice."""

from __future__ import annotations

import hashlib
import random
import secrets
from typing import Final, Protocol

#: Letters and digits that nobody takes for one another.
ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 8
TOKEN_BYTES: Final = 32


class Chance(Protocol):
    """A source of what cannot be foreseen."""

    def token(self) -> str:
        """A secret of 256 bits."""

    def code(self) -> str:
        """The code of a new room."""

    def side(self) -> str:
        """A side, either as likely."""

    def seed(self) -> str:
        """The seed of what chance decides in a game: a secret of 256 bits, until the game is over."""


class SecureChance:
    """Chance for real rooms; the codes of those of one server may all begin alike."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix

    def token(self) -> str:
        return secrets.token_urlsafe(TOKEN_BYTES)

    def code(self) -> str:
        return self._prefix + "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))

    def side(self) -> str:
        return secrets.choice(("white", "black"))

    def seed(self) -> str:
        return secrets.token_hex(TOKEN_BYTES)


class SeededChance:
    """Chance that repeats itself, for tests and trials."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._seeds = random.Random(f"seeds {seed}")

    def token(self) -> str:
        return f"token-{self._chance.getrandbits(256):064x}"

    def code(self) -> str:
        return "".join(self._chance.choice(ALPHABET) for _ in range(CODE_LENGTH))

    def side(self) -> str:
        return self._chance.choice(("white", "black"))

    def seed(self) -> str:
        return f"{self._seeds.getrandbits(256):064x}"


def hash_of(token: str) -> str:
    """What is kept of a token. Tokens are long and random, so a plain digest gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()
