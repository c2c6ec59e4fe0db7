"""A figure of the table: what was measured, and what it should be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

_WIDTHS = (48, 8, 15, 14, 4)
_HEAD = ("name", "measured", "unit", "target (reach)", "")


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is to be measured: `quick` is for a look in between, and its figures are rough."""

    quick: bool = False

    @property
    def citations(self) -> tuple[int, ...]:
        """The sizes of whole answers."""
        return (20, 200, 2000)

    @property
    def growing(self) -> tuple[int, ...]:
        """The sizes of whole answers whose growth is looked at."""
        return (200, 2000) if self.quick else (200, 2000, 20_000)

    @property
    def events(self) -> tuple[int, ...]:
        """The lengths of streams."""
        return (500, 5000) if self.quick else (500, 5000, 50_000)

    @property
    def rounds(self) -> int:
        """How often the baseline and ours are timed in turn."""
        return 5 if self.quick else 11


@dataclass(frozen=True, slots=True)
class Figure:
    """One line. Without a target it is for information; `reach` is what would be better still."""

    name: str
    measured: float | str
    unit: str = ""
    target: float | None = None
    reach: float | None = None
    detail: str = ""
    good: bool | None = None  # of what is no number

    @property
    def missed(self) -> bool:
        """Whether there is a target and it is not met."""
        if isinstance(self.measured, str):
            return self.good is False
        return self.target is not None and self.measured > self.target

    def line(self) -> str:
        """The line of the table."""
        told = self.measured if isinstance(self.measured, str) else short(self.measured)
        judged = self.target is not None or self.good is not None
        verdict = ("miss" if self.missed else "ok") if judged else ""
        return _columns(self.name, told, self.unit, self._aim(), verdict) + f"  {self.detail}".rstrip()

    def _aim(self) -> str:
        if self.target is None:
            return ""
        return f"<= {short(self.target)}" + (f" ({short(self.reach)})" if self.reach is not None else "")


Benchmark = Callable[[Plan], Iterator[Figure]]


def head() -> str:
    """The head of the table."""
    line = _columns(*_HEAD)
    return f"{line}  minima, and what else was seen\n{'-' * (len(line) + 32)}"


def short(number: float) -> str:
    """Three figures that matter, two behind the point for ratios.

    >>> short(0.456), short(12.34), short(1677.2)
    ('0.46', '12.3', '1,677')
    """
    size = abs(number)
    return f"{number:,.0f}" if size >= 100 else f"{number:.1f}" if size >= 10 else f"{number:.2f}"


def _columns(*cells: str) -> str:
    return "  ".join(
        cell.rjust(width) if number == 1 else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    )
