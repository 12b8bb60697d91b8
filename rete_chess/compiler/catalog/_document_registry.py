"""Documents of one kind by id: the shipped ones, read when first asked for, and those that users add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from rete_chess import documents
from rete_chess.errors import DocumentError, NameLookupError, Problem
from rete_chess.keeping import Keeper
from rete_chess.metering import demand_budget
from rete_chess.registry import Registry, unknown_name
from rete_chess.resources import held

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.documents.reading.reader import AnySource

#: A document, or what one can be read from: a text, its bytes, or the path of a file.
Source: TypeAlias = "Document | AnySource"

Function = TypeVar("Function", bound=Callable[..., Any])

_forget: Final[list[Callable[[], None]]] = []


def kept(weigh: Callable[..., int]) -> Callable[[Function], Function]:
    """Let the answers of a function be kept until a registry changes.

    `weigh` takes an answer and what was asked, and says about how many bytes they hold together.
    """

    def keeping(function: Function) -> Function:
        answers: Keeper[tuple[Any, ...], Any] = Keeper()
        when_changed(answers.clear)

        @wraps(function)
        def ask(*asked: Any) -> Any:
            answer = answers.get(asked)
            if answer is None:
                answer = function(*asked)
                demand_budget()
                answers.put(asked, answer, weigh(answer, *asked))
            return answer

        return cast("Function", ask)

    return keeping


def when_changed(forget: Callable[[], None]) -> None:
    """Let something be forgotten when a registry changes."""
    _forget.append(forget)


def id_of(document: Document) -> str:
    """The id of a document that has one."""
    return cast("str", cast("Any", document.model).id)


class DocumentRegistry:
    """Named documents of one kind; whatever is registered counts as the shipped ones do."""

    def __init__(
        self,
        kind: str,
        noun: str,
        shipped: Iterable[Path],
        *,
        check: Callable[[Document], Document] = lambda document: document,
        is_taken: Callable[[str], bool] = lambda name: False,
        admit: Callable[[Document], None] = lambda document: None,
    ) -> None:
        self.kind = kind
        self.noun = noun
        self._check = check  # what a document of the kind must pass besides its schema
        self._is_taken = is_taken  # by something that is no document
        self.admit = admit  # what one that is registered must pass beside all others
        self._shipped: Registry[Path] = Registry(noun)
        for path in shipped:
            self._shipped.register(path.name.split(".")[0], path)
        self._documents: dict[str, Document] = {}  # those registered, and those read so far

    def register(self, source: Source, name: str | None = None) -> Document:
        """Make a document known, given as such, as a text or as the path of a file; an id is never taken
        twice. A `str` is always a text; `name` is what errors call it."""
        document = self.add(source, name)
        try:
            self.admit(document)
        except BaseException:
            self.remove(id_of(document))
            raise
        return document

    def add(self, source: Source, name: str | None = None) -> Document:
        """Make a document known before it is admitted, so that several may name each other."""
        document = source if isinstance(source, documents.Document) else documents.load_document(source, name)
        if document.kind != self.kind:
            raise refusal(document, f"not a {self.kind} but a {document.kind}", "kind")
        document = self._check(document)
        own = id_of(document)
        if self.has(own) or self._is_taken(own):
            message = f"{self.noun} {own!r} is registered already"
            raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")
        self._documents[own] = document
        _change()
        return document

    def remove(self, name: str) -> None:
        """Take a document out again that was registered; shipped ones stay."""
        registered = [own for own in self._documents if not self.is_shipped(own)]
        if name not in registered and self.is_shipped(name):
            raise NameLookupError("E_UNKNOWN_NAME", f"the {self.noun} {name!r} is shipped, and stays")
        if name not in registered:
            raise unknown_name(f"registered {self.noun}", name, registered)
        del self._documents[name]
        _change()

    def get(self, name: str) -> Document:
        """The document of that id, or an error that names the nearest one."""
        document = self._documents.get(name)
        if document is None:
            if not self.is_shipped(name):
                raise unknown_name(self.noun, name, self.list())
            document = self._documents[name] = self._check(_read(self._shipped.get(name)))
        return document

    def has(self, name: str) -> bool:
        """Whether there is a document of that id."""
        return name in self._documents or self.is_shipped(name)

    def registered(self) -> list[Document]:
        """The documents that users have registered."""
        return [document for name, document in self._documents.items() if not self.is_shipped(name)]

    def is_shipped(self, name: str) -> bool:
        """Whether a document of that id comes with the package."""
        return self._shipped.has(name)

    def list(self) -> tuple[str, ...]:
        """All ids, sorted."""
        return tuple(sorted({*self._shipped.list(), *self._documents}))

    def __iter__(self) -> Iterator[Document]:
        return (self.get(name) for name in self.list())

    def __len__(self) -> int:
        return len(self.list())


def _read(path: Path) -> Document:
    """A shipped document, as the process has begun to go by it."""
    from rete_chess.documents.kinds.document import document_of  # late, as all of documents
    from rete_chess.documents.reading.reader import read_file

    return document_of(read_file(path, content=held(path)))


def _change() -> None:
    for forget in _forget:
        forget()


def refusal(
    document: Document, message: str, key: str, code: str = "E_DOC_KIND", hint: str | None = None
) -> DocumentError:
    """The error of a document that cannot be registered, at the line of one of its keys."""
    line, column = document.tree.place((key,))
    return DocumentError(document.tree.file, [Problem(code, message, "error", key, line, column, hint)])
