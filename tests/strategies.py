"""What several torture tests share: texts full of marks, JSON, cuts, and how work grows with the input."""

import gc
from collections.abc import Callable
from math import log
from time import process_time
from typing import Any

from hypothesis import strategies as st

from citebridge.marks import (
    ASSISTANTS,
    ASSISTANTS_BEFORE,
    DOCUMENTS,
    NUMBERED_LINK,
    NUMBERS,
    PARENTHESIZED_LINK,
    PRIVATE_USE,
    PRIVATE_USE_ESCAPED,
    Grammar,
)

GRAMMARS: tuple[Grammar, ...] = (
    *(PARENTHESIZED_LINK, NUMBERED_LINK, PRIVATE_USE, PRIVATE_USE_ESCAPED, ASSISTANTS, ASSISTANTS_BEFORE),
    *(NUMBERS, DOCUMENTS),
)
MARKS = (
    *("[1]", "[2]", "[999]", "[doc1]", "[doc12]", "【4:0†source】", "【12:34†a b.pdf】"),
    *("【4†https://yes.example/】", "【12†source】"),
    *("\ue200cite\ue202turn0search0\ue201", "\ue200filecite\ue202turn0file1\ue202L8-L13\ue201"),
    *("\\ue200cite\\ue202turn0news2\\ue201", "\\uE200cite\\uE202a\\uE201"),
    *("([site](https://yes.example/a))", "([site](https://no.example/a))", "([a [b]](https://yes.example/c_(d)))"),
    *("[[1]](https://yes.example/x)", "[[2]](https://no.example/)"),
)
"""One or two of every grammar; links are annotated when their address says `yes`."""

HALF_MARKS = (
    *(
        "[",
        "[1",
        "[[",
        "[[1]",
        "[[1]](",
        "[doc",
        "(",
        "([",
        "([site](",
        "([site](https://yes.example/a)",
        "【",
        "【4:0",
    ),
    *("【4:0†", "\ue200", "\ue200cite", "\ue202", "\ue201", "\\", "\\ue2", "\\ue200cite", "]", ")", "))", "】", "†"),
)
PROSE = (
    *(
        " ",
        "  ",
        "        ",
        "\t",
        "\xa0",
        "\u3000",
        "\n",
        "\n\n",
        " \n",
        ".",
        ",",
        "; ",
        "!",
        "a",
        "It rose",
        "café",
        "Ångström",
        "🐕",
        "汉字",
    ),
    *("`", "``", "```", "```\n", "\n```\n", "~~~\n", "- ", "*", "**", "***", "(see ", "[x]", "[x](https://z.example)"),
    *("[1234]", "[1.2-3.4]", "[mg / dl]", "x" * 300, " " * 12),
    *("> ", "> ~~~\n", "\r\n", ", ", "（", "）"),
)

words = st.text(alphabet=st.sampled_from("ab é汉🐕\u0301.\n"), max_size=12)
marked = st.lists(st.sampled_from((*MARKS, *MARKS, *HALF_MARKS, *PROSE, *PROSE)), max_size=14).map("".join)
"""Text full of marks, half marks, code and blanks."""

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)


def json_values(leaves: st.SearchStrategy[Any] = scalars) -> st.SearchStrategy[Any]:
    """JSON values, or other trees of the same build with other leaves."""
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=12,
    )


@st.composite
def cuts(draw: st.DrawFn, size: int, most: int = 12) -> list[tuple[int, int]]:
    """Ranges that together make up `range(size)`, in order."""
    inner = draw(st.lists(st.integers(0, size), max_size=most))
    edges = [0, *sorted(inner), size]
    return [(edges[n], edges[n + 1]) for n in range(len(edges) - 1)]


@st.composite
def cut(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> list[Any]:
    """A text or bytes in pieces; joined they are the whole."""
    value = draw(whole)
    every_one = draw(st.booleans())
    ranges = [(n, n + 1) for n in range(len(value))] if every_one else draw(cuts(len(value)))
    return [value[begin:end] for begin, end in ranges]


IN_STEP = 1.4
"""Less growth than this is growth in step with the input: over eight times of it, this is 2.3 times what it should be."""


def sizes(n: int) -> tuple[int, int]:
    """The sizes between which `growth` measures."""
    return n // 4, 2 * n


def growth(run: Callable[[int], object], n: int) -> float:
    """How work grows with the input, around a size of `n`: as its first power, in step with it, or as its second.

    Processor time, the best of three each, without the garbage collector; measured again when it is too much. The sizes
    are far apart, so that what a busy machine adds is never taken for a square.
    """

    def best(size: int) -> float:
        times: list[float] = []
        for _ in range(3):
            begun = process_time()
            run(size)
            times.append(process_time() - begun)
        return min(times)

    few, many = sizes(n)
    power = 0.0
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            power = log(best(many) / best(few), many / few)
            if power < IN_STEP:
                break
    finally:
        gc.enable()
    return power
