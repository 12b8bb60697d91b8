"""The examination of documents: the gates that each one passes, and the checks of its meaning.

`examine` runs all of them. A check is a function that takes a `Subject` and yields problems.
"""

from __future__ import annotations

from rete_chess.checks.examination import Examination, examine, examine_text
from rete_chess.checks.subject import Subject

__all__ = ["Examination", "Subject", "examine", "examine_text"]
