"""Measures speed, growth and memory, and prints one table.

    python -m tests.benchmarks [--quick] [--only NAME] [--strict]

A missed target is printed; only with `--strict` it is also the exit status, since others may be using the machine.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from citebridge import __version__
from tests.benchmarks import (
    asking,
    figures,
    floors,
    imports,
    locating,
    marked,
    memory,
    resolving,
    stream,
    texts,
    validating,
    whole,
)
from tests.benchmarks.figures import Benchmark, Figure, Plan

BENCHMARKS: dict[str, Benchmark] = {
    "import": imports.time_import,
    "anthropic": whole.time_anthropic,
    "gemini": whole.time_gemini,
    "openai": whole.time_openai,
    "stream": stream.time_streams,
    "offsets": texts.time_offsets,
    "memory": memory.weigh,
    "marks": marked.time_marks,
    "growth": whole.time_growth,
    "floors": floors.time_floors,
    "asking": asking.time_asking,
    "locating": locating.time_locating,
    "resolving": resolving.time_resolving,
    "validating": validating.time_validating,
}
_PACKAGES = ("pydantic", "pydantic-core", "anthropic", "openai", "google-genai", "httpx2")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a target was missed and that matters."""
    options = _options(arguments)
    print("\n".join(facts()), end="\n\n")
    print(figures.head())
    missed = 0
    for figure in measure(options.only or list(BENCHMARKS), Plan(options.quick)):
        print(figure.line(), flush=True)
        missed += figure.missed
    print(f"\n{missed} missed" if missed else "\nno target missed")
    return 1 if missed and options.strict else 0


def measure(names: Sequence[str], plan: Plan) -> Iterator[Figure]:
    """The figures of these benchmarks."""
    for name in names:
        yield from BENCHMARKS[name](plan)


def facts() -> list[str]:
    """What was measured, and on what."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [
        f"{python}, {platform.system()} {platform.machine()}, {cores} cores{load}",
        ", ".join([f"citebridge {__version__}", *(f"{name} {version(name)}" for name in _PACKAGES)]),
        "CPU time, the baseline and ours in turn in one run; ratios are medians of the rounds, times the shortest seen",
    ]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure speed, growth and memory.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller sizes, rougher figures")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a target is missed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
