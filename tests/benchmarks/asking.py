"""Answers without a model: how long five megabytes take, and `citebridge ask` in a process of its own."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from citebridge.extractive import extract
from citebridge.models import Source
from tests.benchmarks.figures import Figure, Plan
from tests.benchmarks.timing import compare, exponent
from tests.benchmarks.words import Words
from tests.questions import POLICY, write_contract

_ROOT = Path(__file__).parent.parent.parent
_QUESTION = "How long do refunds take when the sea is rough?"
_FILES = 5
# Typer and rich are there before; all else is loaded by the first question.
_ASK = """
import io, json, sys
from contextlib import redirect_stdout
from time import perf_counter, process_time
from citebridge.cli.app import run
times = []
for _ in range(2):
    began, used = perf_counter(), process_time()
    with redirect_stdout(io.StringIO()):
        run(["ask", "How long do refunds take?", "policy.md", "contract.pdf"])
    times.append((perf_counter() - began, process_time() - used))
print(json.dumps(times))
"""


def time_asking(plan: Plan) -> Iterator[Figure]:
    """Large sources, against splitting them into words; and the command line on two small files."""
    sizes = (50_000, 500_000) if plan.quick else (50_000, 500_000, 5_000_000)
    timed = {}
    for size in sizes:
        sources = _sources(size)
        texts = [source.text or "" for source in sources]
        timed[size] = compare(
            lambda texts=texts: [text.split() for text in texts], partial(extract, _QUESTION, sources), 3
        )
    largest = timed[sizes[-1]].ours
    told = ", ".join(f"{size / 1e6:g} MB: {one.ours:.3f} s" for size, one in timed.items())
    yield Figure("extractive, a question", largest, "s", detail=told)
    yield Figure("extractive, growth", exponent({size: one.ours for size, one in timed.items()}), "exponent", 1.1)
    (first, used), (again, _) = _asked(plan)
    detail = f"{used:.2f} s of CPU; the second question {again * 1e3:.0f} ms"
    yield Figure("citebridge ask, after its import", first, "s", 1.0, None, detail)


def _sources(size: int) -> list[Source]:
    """Markdown of sections of some sentences; one in fifty speaks of refunds."""
    words, found = Words(), list[Source]()
    for number in range(_FILES):
        parts: list[str] = []
        length = 0
        while length < size // _FILES:
            said = "Refunds take ten days. " if len(parts) % 50 == 7 else ""
            parts.append(f"## {words.clause()}\n\n{said}{words.prose(400)}\n\n")
            length += len(parts[-1])
        found.append(Source(id=f"{number}", title=f"File {number}", media_type="text/markdown", text="".join(parts)))
    return found


def _asked(plan: Plan) -> list[list[float]]:
    """The shortest of some processes: seconds, and seconds of CPU, of the first question and of the second."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "policy.md").write_text(POLICY, encoding="utf-8")
        write_contract(Path(folder) / "contract.pdf")
        call = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(_ROOT)!r})\n{_ASK}"]
        runs = [subprocess.run(call, cwd=folder, check=True, stdout=subprocess.PIPE) for _ in range(plan.rounds)]
    return min((json.loads(run.stdout) for run in runs), key=lambda times: times[0])
