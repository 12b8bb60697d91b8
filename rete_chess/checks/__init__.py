"""What can be wrong with a document that reads well: the gates it passes, and the checks of its meaning.

`examine` does it all. A check is a function that takes a `Subject` and yields problems.
"""

from __future__ import annotations

from rete_chess.checks.examination import Examination, examine
from rete_chess.checks.subject import Subject

__all__ = ["Examination", "Subject", "examine"]
