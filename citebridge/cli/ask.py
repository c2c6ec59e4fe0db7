"""`citebridge ask`: what files answer to a question, without a model."""

import os
from collections.abc import Iterable
from pathlib import Path

from citebridge.cli.terminal import fail, told_in_one_line, whisper
from citebridge.extractive import extract
from citebridge.models import Answer, Source
from citebridge.render.safe import line
from citebridge.sources import read


def answer_of_files(question: str, files: Iterable[str]) -> Answer:
    """The answer of the extractive provider; what cannot be read or asked ends the program with a line that says so."""
    sources: dict[str, Source] = {}
    silent: list[str] = []
    for file in files:
        source = _read(file)
        sources.setdefault(source.id, source)  # a file that is named twice, or a copy of it
        if not (source.text or "").strip():
            silent.append(f"{file} has no text, {'only pictures of pages' if source.text is None else 'it is empty'}")
    with told_in_one_line("the files"):
        answer = extract(question, sources.values())
    for said in silent:
        whisper(f"note: {line(said)}")
    return answer


def _read(file: str) -> Source:
    if Path(file).is_dir():
        raise fail(f"{file} is a folder; name the files in it, as in {os.path.join(file, '*.md')}")
    with told_in_one_line(file):
        source = read(file)
    name = Path(file).name
    return source if source.title == name else source.model_copy(update={"title": f"{source.title} ({name})"})
