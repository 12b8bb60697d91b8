"""How large a document may be. Every bound is checked while reading, before anything is built."""

from __future__ import annotations

from typing import Final

#: Bytes of a document; a longer file is never read to its end.
MAX_BYTES: Final = 1_048_576

#: Lists and mappings inside one another.
MAX_DEPTH: Final = 64

#: Values of any kind, counted after every alias is replaced by what it stands for.
MAX_NODES: Final = 50_000

#: Uses of YAML aliases (`*name`).
MAX_ALIASES: Final = 100

#: Digits of one number, exponent included.
MAX_NUMBER_DIGITS: Final = 30

#: Findings listed for one document; the rest is only counted.
MAX_PROBLEMS: Final = 100

#: Findings inside a mapping that are kept beside those about its own keys.
MAX_CARRIED: Final = 200
