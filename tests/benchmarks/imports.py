"""What `import citebridge` costs, in fresh processes, and what it does not load."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from tests.benchmarks.figures import Figure, Plan

_ROOT = Path(__file__).parent.parent.parent
_BARE = "pass"
_REFERENCE = "import pydantic\nclass M(pydantic.BaseModel): a: int"
_OURS = "import citebridge; citebridge.normalize"
_LOADED = f"{_OURS}\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
_NEVER = ("anthropic", "openai", "google", "boto3", "cohere", "mistralai", "httpx", "httpx2", "numpy")


def time_import(plan: Plan) -> Iterator[Figure]:
    """The import, net of a bare interpreter, against pydantic and one model."""
    _seconds(_OURS)  # compiles what is not compiled yet
    rounds = [(_seconds(_BARE), _seconds(_REFERENCE), _seconds(_OURS)) for _ in range(plan.rounds)]
    ratio = median((ours - bare) / (reference - bare) for bare, reference, ours in rounds)
    least = [min(times) * 1e3 for times in zip(*rounds, strict=True)]
    detail = f"bare {least[0]:.0f} ms, pydantic and a model {least[1]:.0f}, citebridge {least[2]:.0f}"
    yield Figure("import citebridge", ratio, "x pydantic", 1.15, None, detail)
    names: list[str] = json.loads(_run(_LOADED))
    loaded = [name for name in _NEVER if name in names]
    yield Figure(
        "SDKs loaded by it", ", ".join(loaded) or "none", good=not loaded, detail=f"{len(names)} modules in all"
    )


def _seconds(code: str) -> float:
    """The CPU time of a fresh interpreter that runs the code."""
    before = getrusage(RUSAGE_CHILDREN)
    _run(code)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _run(code: str) -> bytes:
    quiet = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    run = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, env=quiet, cwd=_ROOT)
    return run.stdout
