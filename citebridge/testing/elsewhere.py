"""The same recordings in another process, where sets and hashes have another order."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import cast

from citebridge.models import dump_event
from citebridge.normalizer import normalize
from citebridge.testing.laws import holds
from citebridge.testing.readings import read
from citebridge.testing.recordings import Recording, recordings_in

_SEEDS = ("1", "2")
_SCRIPT = "from citebridge.testing.elsewhere import main; main()"


def as_json(provider: str, recording: Recording) -> str:
    """Everything that a recording gives: the answer, and the events of its stream."""
    answer = normalize(recording.value, provider=provider, request=recording.request)
    _, events = read(provider, recording.events, recording.request)
    return "\n".join([answer.model_dump_json(), *map(dump_event, events)])


@cache
def there(provider: str, folder: Path) -> dict[str, str]:
    """What each recording of a folder gives in another process."""
    seed = next(one for one in _SEEDS if one != os.environ.get("PYTHONHASHSEED"))
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, provider, str(folder)],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": found, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    holds("another process reads it", run.returncode == 0, run.stderr.strip().rpartition("\n")[2])
    return cast("dict[str, str]", json.loads(run.stdout))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what each recording gives: of a provider, in a folder."""
    provider, folder = arguments or sys.argv[1:]
    print(json.dumps({one.name: as_json(provider, one) for one in recordings_in(Path(folder))}))
