"""Texts within a text: what its escapes say, its quoted letters, and its base64; each with the way back."""

import base64
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from citebridge.cassettes.secrets.masking import ESCAPE
from citebridge.cassettes.secrets.strings import APART, Edit

_RUN = re.compile(r"[A-Za-z0-9+/_-]{20,}")
_READABLE = re.compile(
    r"(?:[\t\r\n\x20-\x7e]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}){8,}"
)
_STANDARD = str.maketrans("-_", "+/")
_OF_ADDRESSES = str.maketrans("+/", "-_")
_ALIGNMENTS = range(4)  # a run may begin with letters that are none of it, as those of a path
_SAYS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}


class Layer(Protocol):
    """A text, and the way back from it to what was sent."""

    text: str

    def edits(self, start: int, end: int, new: str) -> Iterator[Edit]:
        """What has to change in what was sent, so that `new` stands there."""
        ...


class Reading(NamedTuple):
    """Stretches that mean something else: which, what each says (`None`: what it is), and how it says another letter.

    What it is written as is as long as what was there.
    """

    pattern: re.Pattern[str]
    says: Callable[[str], str | None]
    written: Callable[[str, str], str]


class Read:
    """A text in which some stretches are read as what they say."""

    def __init__(self, parent: Layer, reading: Reading) -> None:
        self._parent, self._written = parent, reading.written
        self._starts = [0]  # of what stands between them, here
        self._origins = [0]  # and in the parent
        parts: list[str] = []
        at = size = 0
        for found in reading.pattern.finditer(parent.text):
            said = reading.says(found.group())
            if said is None:
                continue
            between = parent.text[at : found.start()]
            parts += between, said
            self._starts += size + len(between), size + len(between) + len(said)
            self._origins += found.start(), found.end()
            at, size = found.end(), size + len(between) + len(said)
        self.text = "".join([*parts, parent.text[at:]])

    def edits(self, start: int, end: int, new: str) -> Iterator[Edit]:
        """What stands between them, and those that can say something else in as many letters."""
        at = bisect_right(self._starts, start) - 1
        bounds = [*self._starts, len(self.text)]
        while at < len(self._starts) and self._starts[at] < end:
            begin, stop = max(start, bounds[at]), min(end, bounds[at + 1])
            origin = self._origins[at]
            part = new[begin - start : stop - start]
            if at % 2 == 0:
                origin += begin - bounds[at]
                yield from self._parent.edits(origin, origin + len(part), part)
            elif part:
                old = self._parent.text[origin : self._origins[at + 1]]
                yield from self._parent.edits(origin, origin + len(old), self._written(old, part))
            at += 1


class _Piece(NamedTuple):
    """Where a piece begins in the decoded text, its base64 in the parent, and it in what that says."""

    start: int
    origin: int
    skipped: int


class Decoded:
    """What the base64 of a text says, one piece after another, each letter a byte."""

    def __init__(self, sent: Layer) -> None:
        self._parent = parent = Read(sent, _BROKEN)
        self._pieces: list[_Piece] = []
        said: list[str] = []
        size = 0
        for run in _RUN.finditer(parent.text):
            for skipped in _ALIGNMENTS:
                for at, text in _readable(_plain(run.group()[skipped:])):
                    self._pieces.append(_Piece(size, run.start() + skipped, at))
                    said += text, APART
                    size += len(text) + len(APART)
        self.text = "".join(said)

    def edits(self, start: int, end: int, new: str) -> Iterator[Edit]:
        """Encodes anew the groups of four letters that are concerned, in the alphabet of the others."""
        piece = self._pieces[bisect_right(self._pieces, start, key=lambda one: one.start) - 1]
        before, within = divmod(start - piece.start + piece.skipped, 3)
        begin = piece.origin + 4 * before
        found = _RUN.match(self._parent.text, piece.origin)
        run_end = found.end() if found is not None else len(self._parent.text)
        old = self._parent.text[begin : min(run_end, begin + -(-(within + end - start) // 3) * 4)]
        data = _plain(old)
        data = data[:within] + new + data[within + len(new) :]
        letters = base64.b64encode(data.encode("latin-1")).decode("ascii").rstrip("=")
        if "-" in old or "_" in old:
            letters = letters.translate(_OF_ADDRESSES)
        yield from self._parent.edits(begin, begin + len(letters), letters)


def _said(escape: str) -> str | None:
    """What an escape says, in one letter; of a character told in two halves each half. `None` where it is none."""
    if len(escape) == 2:
        return _SAYS.get(escape[1])
    return chr(int(escape[2:], 16))


def _unquoted(part: str) -> str:
    """A byte of an address; of a form a blank too."""
    return " " if part == "+" else chr(int(part[1:], 16))


def _escaped(old: str, new: str) -> str:
    return f"\\u{ord(new):04x}" if len(old) == 6 else old


def _quoted(old: str, new: str) -> str:
    return old if old == "+" else "%2A"  # stars, whatever the mask of a byte by itself would be


def _nothing(end: str) -> str:
    return ""


def _same(old: str, new: str) -> str:
    return old


ESCAPED = Reading(ESCAPE, _said, _escaped)
"""JSON within JSON, with its escapes."""
QUOTED = Reading(re.compile(r"%[0-9A-Fa-f]{2}|\+"), _unquoted, _quoted)
"""What stands in an address or a form: each letter of a quoted one is a byte."""
_QUOTED_LETTER = re.compile("%[0-9A-Fa-f]{2}")
_BROKEN = Reading(re.compile(r"(?<=[A-Za-z0-9+/]{20})(?:\r\n?|\n)(?=[A-Za-z0-9+/]{2})"), _nothing, _same)
"""Base64 in lines, as mails and Ruby have it."""


def is_quoted(text: str) -> bool:
    """Whether letters are quoted as in an address."""
    return _QUOTED_LETTER.search(text) is not None


def _readable(data: str) -> Iterator[tuple[int, str]]:
    """What can hold a secret, and where it begins: all that is text, or what can be read of anything else."""
    try:
        data.encode("latin-1").decode()
    except UnicodeError:
        yield from ((found.start(), found.group()) for found in _READABLE.finditer(data))
    else:
        yield 0, data


def _plain(run: str) -> str:
    """What base64 says, without the rest that is no whole byte."""
    run = run.translate(_STANDARD)
    run = run[:-1] if len(run) % 4 == 1 else run
    return base64.b64decode(run + "=" * (-len(run) % 4)).decode("latin-1")
