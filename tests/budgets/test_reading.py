"""What a document costs to be read: what is known of its models is found out once, however long it is."""

from __future__ import annotations

import pytest

from rete_chess.checks import examine_text
from rete_chess.documents.modelling import model
from tests.budgets.attacks import attacks


def test_the_keys_of_a_model_are_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    plain = model.document_key

    def counted(name: str) -> str:
        asked.append(name)
        return plain(name)

    monkeypatch.setattr(model, "document_key", counted)
    model.keys_of.cache_clear()
    model._required_keys.cache_clear()
    text = attacks()["a modifier of many"].text
    examine_text(text, "many.modifier.yaml")
    assert 0 < len(asked) < 2_000
    asked.clear()
    examine_text(text.replace("many", "again"), "again.modifier.yaml")
    assert not asked
