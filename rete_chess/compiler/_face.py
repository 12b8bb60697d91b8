"""Programs on request: of a document, of an id or a path, with more or fewer presets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, cast

from rete_chess.compiler import ahead
from rete_chess.compiler._joining import joined
from rete_chess.compiler._named import charge_for
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.assemble import assemble
from rete_chess.compiler.checks.active import after_next_end, check_durations
from rete_chess.compiler.loading import load
from rete_chess.compiler.profiles.documents import ProfileSource, model_of, parse_profiles
from rete_chess.compiler.sources import fingerprint, trees_of
from rete_chess.compiler.variant import ModifierChoice, Variant, chain, resolve, with_modifiers, with_parts
from rete_chess.documents import Document
from rete_chess.documents.reading.reader import AnySource
from rete_chess.errors import BudgetError, Problem, ReteChessError, RulesError, problems_in
from rete_chess.keeping import SharingKeeper
from rete_chess.metering import Budget, loading

#: Compiled programs by the hash of all that went into them, and by its texts, as rules name their lines.
_programs: Final[SharingKeeper[tuple[str, ...], Program]] = SharingKeeper()


def compile_document(
    document: Document | AnySource,
    presets: Sequence[ActivePreset] = (),
    modifiers: Sequence[ModifierChoice] = (),
    *,
    profiles: Iterable[ProfileSource] = (),
    budget: Budget | None = None,
) -> Program:
    """The program of a variant document, with further presets, modifiers and profiles after its own.

    A text, or the file of a path, is loaded first. Profiles that are named by their ids may be neighbours.
    """
    with loading("the document", budget):
        loaded = document if isinstance(document, Document) else load(document)
        return compiled(loaded, presets, modifiers, profiles)


def compiled(
    loaded: Document,
    presets: Sequence[ActivePreset],
    modifiers: Sequence[ModifierChoice],
    profiles: Iterable[ProfileSource],
) -> Program:
    """The program of a document within the call that is running; see `compile_document`."""
    variant = with_modifiers(resolve(loaded), modifiers)
    stacked = parse_profiles((*variant.profiles(), *profiles), variant.neighbours)
    return _sound(_program(variant, (*variant.presets(), *presets), stacked))


def compile_chain(
    documents: Sequence[Document], presets: Sequence[ActivePreset], profiles: Sequence[Document] = ()
) -> Program:
    """The program of a variant that comes with all it extends, the most general first, with these presets
    and profiles and no others."""
    return _sound(_program(chain(documents), tuple(presets), tuple(profiles)))


def _sound(program: Program) -> Program:
    """A program, unless something is wrong with its profiles."""
    if program.stack.notes:
        from rete_chess.compiler.profiles.reading import demand_sound  # late: most games have no profiles

        demand_sound(program.stack)
    return program


def compile_variant(
    variant: Variant,
    presets: Sequence[ActivePreset],
    profiles: Sequence[Document] = (),
    earned: Sequence[str] = (),
) -> Program:
    """The program of a resolved variant, with these presets and profiles and no others; `earned` as for
    `with_profiles`."""
    return _program(variant, tuple(presets), tuple(profiles), tuple(earned))


def with_more_modifiers(
    program: Program, presets: Sequence[ActivePreset], modifiers: Sequence[ModifierChoice]
) -> Program:
    """The same variant and profiles with some presets in force, whose pieces carry further modifiers."""
    variant = with_modifiers(program.variant, modifiers)
    return _program(variant, tuple(presets), program.stack.profiles, program.stack.earned)


def demand_joinable(program: Program, name: str) -> None:
    """Refuse a piece type that cannot join: nobody knows it, or its letter is taken."""
    joined(_letters(program), name, program.variant)


def with_more_types(program: Program, presets: Sequence[ActivePreset], types: Iterable[str]) -> Program:
    """The same program with further piece types in play, each by the letter of its document.

    Those that were in play before stay and keep their numbers, whoever has brought them.
    """
    letters = _letters(program)
    for name in types:
        letters = joined(letters, name, program.variant)
    own = program.variant.pieces()
    further = {letter: name for letter, name in letters.items() if letter not in own}
    return _program(
        with_parts(program.variant, pieces=further),
        tuple(presets),
        program.stack.profiles,
        program.stack.earned,
    )


def _letters(program: Program) -> dict[str, str]:
    return {piece.letter: piece.id for piece in program.laws.white}


def with_presets(program: Program, presets: Sequence[ActivePreset], earned: Sequence[str] = ()) -> Program:
    """The same variant and profiles with other presets in force; `earned` as for `with_profiles`."""
    return _program(program.variant, tuple(presets), program.stack.profiles, tuple(earned))


def with_profiles(
    program: Program,
    presets: Sequence[ActivePreset],
    profiles: Sequence[Document],
    earned: Sequence[str] = (),
) -> Program:
    """The same variant with these presets and profiles in force; `earned` names the modifier kinds of
    which pieces have something of their own, which they keep. What is wrong with an entry is told by the
    notes of the stack."""
    return _program(program.variant, tuple(presets), tuple(profiles), tuple(earned))


def _program(
    variant: Variant,
    presets: tuple[ActivePreset, ...],
    profiles: tuple[Document, ...] = (),
    earned: tuple[str, ...] = (),
) -> Program:
    """Durations belong to the game, so programs that differ in them alone are compiled once."""
    timeless = _timeless(presets)
    key = _key_of(variant, timeless, profiles, earned)
    program = _programs.get(key) or _from_before(key)
    with loading("the document") as meter:
        bought = None if meter.bought is None else meter.bought.get(key)
        if bought is not None:
            program = cast("Program", bought)
        elif program is None or not meter.affords(program.cost.steps):
            program = assemble(variant, timeless, profiles, earned)
            if any(model_of(profile).custom_modifiers for profile in profiles):
                program = _with_idle(program, timeless)
            meter.demand_budget()
            program = replace(program, cost=meter.cost)
            _programs.put(key, program, program.weight)
        else:
            charge_for(program, meter, 0)
        if bought is None and meter.bought is not None:
            meter.bought.add(key, program, program.weight)
    if program.variant.neighbours is not variant.neighbours:  # which may say more than has been asked yet
        program = replace(program, variant=variant)
    if timeless == presets:
        return program
    check_durations(presets)
    _demand_end(variant, presets, profiles, earned)
    return replace(program, presets=presets)


def _timeless(presets: tuple[ActivePreset, ...]) -> tuple[ActivePreset, ...]:
    return tuple(replace(preset, turns_remaining=None) for preset in presets)


def _key_of(
    variant: Variant,
    timeless: tuple[ActivePreset, ...],
    profiles: tuple[Document, ...] = (),
    earned: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """What a program is kept under."""
    sources = [tree.source for tree in trees_of(variant, timeless, profiles)]
    texts = (part for source in sources for part in (source.file, str(source.path), source.text))
    return fingerprint(variant, timeless, profiles, earned), *texts


def _from_before(key: tuple[str, ...]) -> Program | None:
    """The program of a game whose variant was compiled by an earlier process, if it is what is asked for."""
    program = ahead.in_use(key[0])
    if program is None or _timeless(program.presets) != program.presets:
        return None
    if _key_of(program.variant, program.presets) != key:
        return None
    _programs.put(key, program, program.weight)
    return program


def _with_idle(program: Program, presets: tuple[ActivePreset, ...]) -> Program:
    """The same program, which tells what is wrong with the modifiers that its profiles bring along and no
    entry names: some piece is given each of them, in a game that has all attributes they speak of."""
    from rete_chess.compiler.profiles import idle  # late: few profiles have any

    def found(trial: Document) -> list[Problem]:
        host = with_parts(program.variant, attributes=idle.lent_to(trial, program.vocabulary.attributes))
        try:
            return idle.blamed(assemble(host, presets, (trial,)).stack.notes)
        except BudgetError:
            raise
        except ReteChessError as error:
            return idle.blamed(problems_in(error))

    stack = program.stack
    wrong = [trial for trial in idle.put_to_use(stack.profiles, program.book.types[0]) if found(trial)]
    notes = [problem for trial in wrong for one in idle.one_by_one(trial) for problem in found(one)]
    fresh = [problem for problem in dict.fromkeys(notes) if problem not in stack.notes]
    return replace(program, stack=replace(stack, notes=(*fresh, *stack.notes))) if fresh else program


def _demand_end(
    variant: Variant,
    presets: tuple[ActivePreset, ...],
    profiles: tuple[Document, ...],
    earned: tuple[str, ...],
) -> None:
    """Refuse presets that end in a game whose other rules cannot go on without them."""
    left = after_next_end(presets)
    try:
        _program(variant, left, profiles, earned)
    except BudgetError:
        raise
    except ReteChessError as error:
        ended = [use.id for use in presets if all(use.id != other.id for other in left)]
        message = f"the other rules cannot go on when {' and '.join(ended)} ends: {error}"
        raise RulesError("E_PRESETS", message, hint="let it stay for good") from error
