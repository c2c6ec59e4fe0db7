"""`citebridge ask`: what files answer to a question, without a model."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from citebridge.cli import inputs
from citebridge.cli.terminal import fail, told_in_one_line, whisper
from citebridge.extractive import extract
from citebridge.models import Answer, Source
from citebridge.render.safe import line
from citebridge.sources import from_bytes, read

_STDIN = "standard input"


def answer_of_files(question: str, files: Iterable[str]) -> Answer:
    """The answer of the extractive provider; what cannot be read or asked ends the program with a line that says so."""
    found: dict[str | None, tuple[Path, Source]] = {}
    silent: list[str] = []
    for file in dict.fromkeys(files):
        source = _read(file)
        file = _STDIN if file == inputs.STDIN else file
        found.setdefault(source.digest, (Path(file), source))  # a copy of a file is the same
        if not (source.text or "").strip():
            silent.append(f"{file} has no text, {'only pictures of pages' if source.text is None else 'it is empty'}")
    names = _told_apart([path for path, _ in found.values()])
    sources = [_named(source, path.name, name) for (path, source), name in zip(found.values(), names, strict=True)]
    for said in silent:
        whisper(f"note: {line(said)}")
    with told_in_one_line("the files"):
        return extract(question, sources)


def _read(file: str) -> Source:
    if Path(file).is_dir():
        raise fail(f"{file} is a folder; name the files in it, as in {os.path.join(file, '*.md')}")
    with told_in_one_line(file):
        return from_bytes(inputs.read(file), name=_STDIN) if file == inputs.STDIN else read(file)


def _named(source: Source, file: str, name: str) -> Source:
    title = name if source.title == file else f"{source.title} ({name})"
    return source.model_copy(update={"title": title})


def _told_apart(paths: Sequence[Path]) -> list[str]:
    """The names of files, each with as much of its path as no other one ends in."""
    counted = Counter(end for path in paths for end in _ends(path))
    return [next((str(end) for end in _ends(path) if counted[end] == 1), str(path)) for path in paths]


def _ends(path: Path) -> list[Path]:
    return [Path(*path.parts[-number:]) for number in range(1, len(path.parts) + 1)]
