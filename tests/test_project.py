"""The repository itself: what it holds, what it names, and that its lists agree with each other."""

import re
import runpy
import socket
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import citebridge

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
TOP_LEVEL = {
    *("pyproject.toml", "citebridge", "tests", "cassettes", "docs", "README.md"),
    *("LICENSE", "CHANGELOG.md", "Makefile", "requirements.lock"),
}
# In pieces, so that this file does not name them.
REGISTRIES = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "ana" + "conda.org"]
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(root|home|work|Users)/\w")


def repository_files() -> list[str]:
    """What is tracked, and what would be with the next `git add`."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return sorted({name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()})


def requirement_name(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match, requirement
    return re.sub(r"[-_.]+", "-", match.group()).lower()


def test_top_level_holds_only_what_the_layout_names():
    top = {name.partition("/")[0] for name in repository_files()}
    assert {name for name in top - TOP_LEVEL if not name.startswith(".")} == set()


def test_no_file_names_a_registry_or_a_path_of_one_machine():
    found = []
    for name in repository_files():
        text = (ROOT / name).read_bytes().decode("utf-8", errors="replace")
        found += [f"{name}: {host}" for host in REGISTRIES if host in text]
        found += [f"{name}: {path.group()}" for path in MACHINE_PATH.finditer(text)]
    assert found == []


def test_version_is_told_once():
    assert citebridge.__version__ == PROJECT["project"]["version"]


def test_core_needs_only_two_libraries():
    assert [requirement_name(one) for one in PROJECT["project"]["dependencies"]] == ["pydantic", "rapidfuzz"]


def test_all_means_every_extra():
    match = re.fullmatch(r"citebridge\[(.*)\]", "".join(EXTRAS["all"]))
    assert match
    assert sorted(match.group(1).split(",")) == sorted(EXTRAS.keys() - {"all"})


def test_lock_pins_everything_that_is_asked_for():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    asked += [one for name, requirements in EXTRAS.items() if name != "all" for one in requirements]
    pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    assert {requirement_name(one) for one in asked} - pinned == {"citebridge"}  # `ask` is other extras together
    assert "://" not in lock
    assert lock.count("--hash=sha256:") >= len(pinned)


def titles(nav: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The pages of a navigation, with the titles that it gives them."""
    for entry in nav:
        for title, page in entry.items():
            yield from titles(page) if isinstance(page, list) else [(page, title)]


def test_a_page_has_one_title_wherever_it_is_named():
    docs = tomllib.loads((ROOT / ".zensical.toml").read_text(encoding="utf-8"))["project"]
    named = dict(titles(docs["nav"]))
    pages = {str(page.relative_to(ROOT / "docs")): page for page in (ROOT / "docs").rglob("*.md")}
    assert named == {name: page.read_text(encoding="utf-8").split("\n")[0][2:] for name, page in pages.items()}
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## More")[2]
    linked = dict((page, title) for title, page in re.findall(r"\[([^\]]+)\]\(docs/([^)]+)\)", readme))
    assert linked.items() <= (named | {"reference/api.md": "Reference"}).items()
    assert {page for page in named if page.startswith("how-to/")} <= linked.keys()


def test_list_of_built_checks_can_be_read():
    checks = runpy.run_path(str(ROOT / ".ci" / "shared_checks.py"))
    lines = checks["listed"]()
    assert lines
    assert lines == sorted(set(lines))
    for line in lines:
        assert checks["command"](line)


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.com"])
def test_network_is_blocked(host: str):
    with pytest.raises(RuntimeError, match="may not use the network"):
        socket.create_connection((host, 443), timeout=1)


def test_own_machine_is_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=1).close()
