"""`citebridge cassette record`: a command whose SDKs are led through a recording server by their environment."""

import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from citebridge.cassettes.deck import Deck, Record
from citebridge.cassettes.server import CassetteServer
from citebridge.errors import UsageError

# The variables in which SDKs look for their base url, and what they take when there is none.
BASE_URLS = {
    "ANTHROPIC_BASE_URL": "https://api.anthropic.com",
    "OPENAI_BASE_URL": "https://api.openai.com/v1",
    "GOOGLE_GEMINI_BASE_URL": "https://generativelanguage.googleapis.com",
    "CO_API_URL": "https://api.cohere.com",
    "PERPLEXITY_BASE_URL": "https://api.perplexity.ai",
}


def recorded(file: Path, command: Sequence[str], mode: str, base_urls: Iterable[str], *, mask: bool) -> tuple[int, int]:
    """Run a command; its exit code, and how many requests went through. Raises `OSError` and `CassetteError`."""
    upstreams = {name: os.environ.get(name) or url for name, url in BASE_URLS.items()} | dict(map(_named, base_urls))
    deck = Deck(file, record=cast("Record", mode), mask=mask)
    if not deck.records:
        raise UsageError(f"{file} is there already; --mode new_episodes, rewrite or all records to it")
    with deck, CassetteServer(deck, timing=False, upstreams=upstreams) as server:
        there = {name: f"{server.url}/{name}" for name in upstreams}
        try:
            code = subprocess.run(command, env={**os.environ, **there}, check=False).returncode
        except OSError as error:
            raise UsageError(f"cannot run {command[0]}: {error.strerror}") from None
    return code if code >= 0 else 128 - code, deck.answered


def _named(told: str) -> tuple[str, str]:
    name, sign, url = told.partition("=")
    if not sign or not name.isidentifier() or not url.startswith(("http://", "https://")):
        raise UsageError(f"--base-url takes VARIABLE=URL, as in ACME_BASE_URL=https://api.acme.example, not {told!r}")
    return name, url
