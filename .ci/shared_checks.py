"""Run the shared checks: what `.ci/built` lists must pass, everything else is shown as it stands.

A line of `.ci/built` is one of

    conformance PROVIDER      the laws over the recordings of a provider
    cases API PROVIDER        the cases of an entry point; `-` when it has no provider
    case ID                   a single case

The list only grows: what once passed must go on passing. A case of how time grows (`case speed-…`) is measured again
when it failed, and each measure is printed: a ratio of milliseconds tells of whoever else uses the machine too, while
work that really grows too fast does so every time.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
LAWS = ["conformance/check.py"]
CASES = ["cases/run_cases.py"]
LISTED_SECONDS = 300
WHOLE_SECONDS = 240
LAST_LINES = 25
MEASURES = 3


def command(line: str) -> list[str]:
    """Give the arguments that a line of the list stands for."""
    match line.split():
        case ["conformance", provider]:
            return [*LAWS, "--provider", provider, "--max", "5"]
        case ["cases", api, "-"]:
            return [*CASES, "--api", api]
        case ["cases", api, provider]:
            return [*CASES, "--api", api, "--provider", provider]
        case ["case", name]:
            return [*CASES, "--id", name]
        case _:
            raise ValueError(f".ci/built: cannot read {line!r}")


def listed() -> list[str]:
    """Read the lines of `.ci/built`."""
    return (ROOT / ".ci" / "built").read_text(encoding="utf-8").splitlines()


def run(arguments: list[str], seconds: int) -> tuple[bool, list[str]]:
    """Run one of the shared programs; tell whether it passed, and its last lines."""
    script, *options = arguments
    try:
        done = subprocess.run(
            [sys.executable, str(SHARED / script), *options],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False, [f"not done after {seconds} s"]
    return done.returncode == 0, done.stdout.splitlines()[-LAST_LINES:]


def check_listed() -> list[str]:
    """Run what the list names, and give the lines that failed."""
    failed = []
    for line in listed():
        for _ in range(MEASURES if line.startswith("case speed-") else 1):
            started = time.perf_counter()
            passed, output = run(command(line), LISTED_SECONDS)
            print(f"{'ok  ' if passed else 'FAIL'} {line} ({time.perf_counter() - started:.1f} s)", flush=True)
            if passed:
                break
            print(*(f"       {row}" for row in output), sep="\n", flush=True)
        else:
            failed.append(line)
    return failed


def show_whole() -> None:
    """Run both programs over everything. What is not built yet may fail here."""
    for arguments in ([*LAWS, "--max", "0"], CASES):
        _, output = run(arguments, WHOLE_SECONDS)
        print(f"\nall of {arguments[0]}, for the record:", *(f"  {row}" for row in output), sep="\n", flush=True)


def main() -> int:
    """Fail when a listed check fails."""
    failed = check_listed()
    show_whole()
    print(f"\n{len(failed)} of the listed checks failed" if failed else "\nall listed checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
