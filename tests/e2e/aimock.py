"""A server that is not ours and speaks the providers' formats: npm's `@copilotkit/aimock`, pinned in `package-lock.json`.

`npm ci --prefix tests/e2e --ignore-scripts` puts it here. With `CITEBRIDGE_E2E=1` it has to be there.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

NEEDED = os.environ.get("CITEBRIDGE_E2E") == "1"
_PROGRAM = Path(__file__).parent / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
_CHUNK = "3"  # characters to a chunk, so that tags come in pieces
_LISTENS = re.compile(r"listening on (http://127\.0\.0\.1:\d+)")


def missing() -> str | None:
    """What it lacks to be started."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not _PROGRAM.exists():
        return "no aimock; `npm ci --prefix tests/e2e --ignore-scripts` installs it"
    return None


@contextmanager
def answering(said: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The address of a server on loopback that answers a message which holds a question with what is said to it."""
    fixtures = [{"match": {"userMessage": question}, "response": {"content": text}} for question, text in said.items()]
    (folder / "said.json").write_text(json.dumps({"fixtures": fixtures}), encoding="utf-8")
    command = ["node", str(_PROGRAM), "--port", "0", "--fixtures", str(folder), "--chunk-size", _CHUNK, "--strict"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8") as server:
        assert server.stdout is not None
        try:
            told: list[str] = []
            for line in server.stdout:
                told.append(line)
                if listens := _LISTENS.search(line):
                    break
            else:
                raise RuntimeError("aimock did not start: " + "".join(told))
            yield listens[1]
        finally:
            server.kill()
            server.stdout.read()
