"""The library `bm25s`, which does the counting and knows the words that say nothing; nothing else here knows it.

It is imported when it is first used, since it brings numpy, which takes longer to load than all of citebridge.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Final, Protocol, cast

from citebridge.errors import MissingExtra

_NEEDED: Final = ("bm25s", "numpy")
_LANGUAGES: Final = (
    *("EN_PLUS", "GERMAN", "FRENCH", "SPANISH", "ITALIAN", "PORTUGUESE"),
    *("DUTCH", "RUSSIAN", "SWEDISH", "NORWEGIAN", "DANISH", "TURKISH"),
)
_K1: Final = 1.2
_B: Final = 0.5  # sentences differ in length by chance more than documents do


class _Scores(Protocol):
    """As much as we need of an array of numpy's."""

    def nonzero(self) -> tuple["_Scores", ...]: ...
    def tolist(self) -> list[float]: ...
    def __getitem__(self, at: "_Scores", /) -> "_Scores": ...


class _Index(Protocol):
    def index(
        self, corpus: tuple[list[list[int]], Mapping[str, int]], create_empty_token: bool, show_progress: bool
    ) -> None: ...
    def get_scores_from_ids(self, query_tokens_ids: list[int]) -> _Scores: ...


def scores_of(texts: Sequence[Sequence[int]], known: int) -> list[dict[int, float]]:
    """For each number from 1 to `known`, how well the texts that hold it fit, by their places.

    A text is the list of its words, each of them as its number, 0 for all that need not be told apart.

    >>> [found] = scores_of([[1, 0], [0, 0], [1, 1]], 1)
    >>> {place: round(score, 2) for place, score in found.items()}
    {0: 0.21, 2: 0.29}
    """
    kind = cast("Callable[..., _Index]", _library().BM25)
    # Without these words, it would count in other ways where numba or scipy happen to be installed.
    index = kind(k1=_K1, b=_B, method="lucene", dtype="float64", backend="numpy", csc_backend="numpy")
    vocabulary = {str(number): number for number in range(known + 1)}
    index.index(([list(one) or [0] for one in texts], vocabulary), create_empty_token=False, show_progress=False)
    found: list[dict[int, float]] = []
    for number in range(1, known + 1):
        scores = index.get_scores_from_ids([number])
        places = scores.nonzero()[0]
        found.append(dict(zip(map(int, places.tolist()), scores[places].tolist(), strict=True)))
    return found


@cache
def stop_words() -> tuple[frozenset[str], ...]:
    """The words that say nothing, for each language that is known."""
    lists = cast("ModuleType", _library().stopwords)
    return tuple(frozenset(cast("Sequence[str]", getattr(lists, f"STOPWORDS_{name}"))) for name in _LANGUAGES)


def _library() -> ModuleType:
    try:
        import bm25s  # pyright: ignore[reportMissingTypeStubs]
    except ModuleNotFoundError as error:
        if error.name is None or error.name not in _NEEDED:
            raise
        raise MissingExtra.of("answers without a model need", error.name, "extractive") from None
    return bm25s
