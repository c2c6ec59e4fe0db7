"""Whether a place in Markdown is code, decided from the text before it alone.

A fence of either kind, or a run of backticks that is open in the paragraph, makes what follows code, closed later or
not. So the answer is the same for a whole text and for a stream, however it is cut.
"""

import re

from citebridge.text.code_spans import CLOSING, OPENING, QUOTED

_OPENING, _CLOSING, _QUOTED = re.compile(OPENING).match, re.compile(CLOSING).match, re.compile(QUOTED).match
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_RUN = re.compile(r"`+")
_HEAD = 256  # a fence that begins further right on its line is not looked for


class CodeTracker:
    """Reads a text piece by piece and knows whether its end is in code.

    >>> tracker = CodeTracker()
    >>> tracker.feed("Run `a[1]")
    >>> tracker.in_code
    True
    """

    __slots__ = (
        "_escaped",
        "_fence",
        "_head",
        "_last_tick",
        "_last_word",
        "_length",
        "_open",
        "_plain",
        "_quoted",
        "_run",
    )

    def __init__(self) -> None:
        self._fence = ""  # the fence that is open, as it was written
        self._quoted = False  # whether it is in a quotation, with which it ends
        self._open = 0  # the length of the backtick run that is open in this paragraph
        self._plain: list[str] = []  # the end of the line, which is not looked at before a sign of code comes
        self._new_line()

    def _new_line(self) -> None:
        self._head = ""  # how the current line begins
        self._length = 0  # of the current line
        self._last_tick = self._last_word = -1  # where its last backtick and its last visible character stand
        self._run = 0  # the backticks at its end, which may go on
        self._escaped = False  # whether a backslash escapes them, or what comes at the end of the line

    @property
    def in_code(self) -> bool:
        """Whether what comes next is code."""
        if self._plain:
            return False
        fence, run = self._after_line()
        return bool(fence) or run > 0

    def feed(self, piece: str) -> None:
        """Take in more text."""
        if not self._fence and "`" not in piece and "~" not in piece:
            if self._open or self._length:
                self._feed_plain(piece)
            else:  # nearly always: there is no code, and none begins
                if "\n" in piece:
                    self._plain.clear()
                self._plain.append(piece[piece.rfind("\n") + 1 :])
            return
        if self._plain:
            line = "".join(self._plain)
            self._plain.clear()
            self._feed_line(line)
        *lines, rest = piece.split("\n")
        for line in lines:
            self._feed_line(line)
            self._end_line()
        self._feed_line(rest)

    def _feed_plain(self, piece: str) -> None:
        """Text without a fence or backtick only matters for where lines and paragraphs end."""
        if "\n" in piece:
            first, _, rest = piece.partition("\n")
            self._feed_line(first)
            self._end_line()
            last = rest.rfind("\n")
            if self._open and _BLANK_LINE.search("\n" + rest[: last + 1]):
                self._open = 0
            piece = rest[last + 1 :]
        self._feed_line(piece)

    def _feed_line(self, part: str) -> None:
        """More of the current line."""
        if not part:
            return
        if len(self._head) < _HEAD:
            self._head += part[: _HEAD - len(self._head)]
        escaped = self._escaped and not self._run
        if part[0] != "`":
            self._close_run()
        at = 0
        for run in _RUN.finditer(part):
            if run.start() > at:
                self._close_run()
                self._escaped = _escapes(part[at : run.start()], escaped and not at)
            self._run += len(run.group())
            at = run.end()
            self._last_tick = self._length + at - 1
        if at < len(part):
            self._close_run()
            self._escaped = _escapes(part[at:], escaped and not at)
        words = len(part.rstrip())
        self._last_word = self._length + words - 1 if words else self._last_word
        self._length += len(part)

    def _close_run(self) -> None:
        self._open, self._run, self._escaped = self._after_run(), 0, False

    def _after_run(self) -> int:
        """The open run once the backticks at the end are complete: a run is closed by one of its own length.

        A backslash escapes but the first of them, and none in code.
        """
        if not self._run:
            return self._open
        if self._open:
            return 0 if self._open == self._run else self._open
        return self._run - 1 if self._escaped else self._run

    def _end_line(self) -> None:
        before, (self._fence, self._open) = self._fence, self._after_line()
        if self._fence:
            self._quoted = _QUOTED(self._head) is not None and (self._quoted or not before)
        if self._last_word < 0:
            self._open = 0
        self._new_line()

    def _after_line(self) -> tuple[str, int]:
        """The fence and the run that are open after the line as far as it has come."""
        if self._fence and not (self._quoted and _QUOTED(self._head) is None):
            mark = _CLOSING(self._head)
            closes = mark is not None and mark[1].startswith(self._fence) and self._last_word < mark.end()
            return ("" if closes else self._fence), 0
        mark = _OPENING(self._head)
        if mark is not None and not (mark[1][0] == "`" and self._last_tick >= mark.end()):
            return mark[1], 0
        return "", self._after_run()


def _escapes(text: str, escaped: bool) -> bool:
    """Whether the last backslash of a text escapes what follows; `escaped` says that its first sign is escaped."""
    plain = len(text.rstrip("\\"))
    return (len(text) - plain + (escaped and not plain)) % 2 == 1
