"""`set-capture-flag`: the piece cannot be captured, cannot capture, or may capture its own side.

```yaml
{kind: set-capture-flag, flags: [CANNOT_BE_CAPTURED]}
```

```yaml
{kind: set-capture-flag, flags: [CANNOT_CAPTURE]}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.modifiers.capture_flags import FLAGS, KIND, bits_of
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive


class SetCaptureFlag(Primitive):
    """Raises flags of captures; a piece that cannot capture does not capture its own side either."""

    word = "set-capture-flag"
    flags: Annotated[tuple[Annotated[str, OneOf(tuple(FLAGS))], ...], Many(1, 3)] = Field(
        description="The flags."
    )

    def lower(self, context: Context) -> None:
        context.contribute(self.word, KIND.attr_name, bits_of(self.flags))
