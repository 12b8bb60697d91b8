"""Words say their own facts: a class that leaves one out cannot be defined; nobody lists words by name."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rete_chess.documents.language.action import ACTIONS
from rete_chess.facts.words import actions, filters, patterns, places, position_patterns, targets, terms
from rete_chess.facts.words.actions import Action, Touch
from rete_chess.facts.words.patterns import Pattern
from rete_chess.facts.words.targets import Target
from rete_chess.facts.words.terms import Const, Name, Term
from rete_chess.facts.words.word import Needs, Word, mentions_self, needs_of, walk
from tests.cli.helpers import environment

PACKAGE = Path(__file__).resolve().parents[2] / "rete_chess"
MODULES = (terms, places, filters, patterns, position_patterns, targets, actions)


def words(kind: type[Word] = Word) -> list[type[Word]]:
    """All words of a kind that rules may use."""
    found = [
        item
        for module in MODULES
        for item in vars(module).values()
        if inspect.isclass(item) and issubclass(item, kind) and item.__module__ == module.__name__
    ]
    return [word for word in dict.fromkeys(found) if "says" not in vars(word)]


@pytest.mark.parametrize("kind", [Action, Pattern, Target, Term])
def test_a_word_that_leaves_something_unsaid_cannot_be_defined(kind: type[Word]) -> None:
    with pytest.raises(TypeError, match=rf"Silent does not say: .*{kind.says[-1]}"):
        type("Silent", (kind,), {})


@pytest.mark.parametrize("word", words(Action), ids=lambda word: word.__name__)
@pytest.mark.parametrize("name", Action.says)
def test_each_fact_of_an_action_is_demanded(word: type[Word], name: str) -> None:
    facts = {key: vars(word)[key] for key in Action.says if key != name}
    with pytest.raises(TypeError, match=f"{word.__name__} does not say: {name}"):
        type(word.__name__, (Action,), facts)


def test_without_its_declaration_swap_fails_at_import(tmp_path: Path) -> None:
    source = inspect.getsource(actions)
    own = textwrap.dedent(inspect.getsource(actions.Swap))
    line = next(line for line in own.splitlines() if "touches" in line)
    unsaid = own.replace(line, "")
    (tmp_path / "broken.py").write_text(source.replace(own, unsaid), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import broken"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "broken.Swap does not say: touches, makes, writes, spares, consumes, hears" in done.stderr


def test_what_words_read_is_put_together_from_their_parts() -> None:
    target = targets.AroundTarget(Name("self", "square"), Const(1), False, filters.Filter(royal=True))
    action = actions.Write("add", target, "Hp", Name("other", "Might"))
    assert needs_of(action) == Needs(
        frozenset({"Might"}), place=True, others=True, royal=True, game=False, check=False, event=False
    )
    assert mentions_self(action)
    assert not mentions_self(action.value)
    assert [type(word).__name__ for word in walk(action)] == [
        "Write",
        "AroundTarget",
        "Name",
        "Const",
        "Filter",
        "Name",
    ]


def test_what_actions_touch() -> None:
    on_event = actions.Write("set", targets.EventTarget(), "amount", Const(0))
    on_game = actions.Write("set", targets.GameTarget(), "Rounds", Const(0))
    assert (on_event.touches, on_event.changes_board, on_event.spares) == (Touch.JUDGEMENT, True, True)
    assert (on_game.touches, on_game.changes_board) == (Touch.FACTS, False)
    changing = {word.__name__ for word in words(Action) if getattr(word, "touches", None) and _changes(word)}
    assert changing == {
        "Damage",
        "Destroy",
        "Remove",
        "Capture",
        "Spawn",
        "Transform",
        "Recolor",
        "Relocate",
        "Swap",
        "Absorb",
        "ChangeTile",
        "Consume",
        "Cancel",
        "CallHook",
    }


def _changes(word: type[Word]) -> bool:
    touches = vars(word)["touches"]
    return isinstance(touches, Touch) and bool(touches & actions.ON_BOARD)


# -- nobody asks for words by name -----------------------------------------------------------------

#: So many places may still ask what class a word is.
MOST_CHAINS = 17


def asked_by_class() -> list[str]:
    """Every `isinstance` over an action, pattern, target, filter or term, of rules and of documents."""
    names = {word.__name__ for word in words()} | {model.__name__ for model in ACTIONS.values()}
    names |= {"PieceTarget", "Ref", "Role", "Count", "EventPattern", "ActionModel"}
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
                if "ast." in ast.unparse(node.args[1]):
                    continue  # a word of Python itself
                asked = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(node.args[1])}
                # `Refuse` and `Consume` are answers of hooks, too.
                if asked & names and path.parent.name != "hooks" and path.parent.name != "presets":
                    found.append(f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_few_places_ask_for_the_class_of_a_word() -> None:
    found = asked_by_class()
    assert len(found) <= MOST_CHAINS, "\n".join(found)
