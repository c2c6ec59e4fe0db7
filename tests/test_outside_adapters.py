"""Adapters of other packages: found by their entry points, and never in the way of what is built in."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from citebridge import normalize, providers
from citebridge.errors import BrokenAdapter, UnknownProvider, UnknownShape
from tests.packages import installed, write_metadata

BUILT_IN = providers.names()
READER = """\
from citebridge.adapter import Capabilities, ReaderSpec

name = "acme"
spec = ReaderSpec("answers", lambda body: "acme" in body, sdk=("acme_sdk",), turn=("acme",), contract=1)
requires = "acme>=1"
capabilities = Capabilities(ask="by mail", lost="everything")


def explode(body):
    yield body


class parser:
    def __init__(self, builder):
        self.builder = builder

    def feed(self, event):
        self.builder.slot(0).add(self.builder.string(event, "acme") or "")
        self.builder.end_with("stop")

    def close(self):
        pass


def sources_in(request):
    return []
"""
HENS = {"acme": "Hens cluck."}
MESSAGE = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hens."}]}
CHAT = {"object": "chat.completion", "choices": [{"message": {"content": "Hens."}, "finish_reason": "stop"}]}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """Where packages are installed; tests put modules and metadata there before they ask for anything."""
    with installed(tmp_path):
        yield tmp_path


def install(site: Path, name: str = "acme", source: str = READER, package: str = "citebridge-acme") -> None:
    """A package with one module, and one entry point that leads to it."""
    module = package.replace("-", "_")
    (site / f"{module}.py").write_text(source, encoding="utf-8")
    write_metadata(site, package, {name: module})


def built_in_still_work() -> bool:
    """By name, and by shape, with all other readers looked through."""
    by_shape = normalize(MESSAGE).provider == "anthropic" and normalize(CHAT).provider == "openai.chat"
    return by_shape and normalize(MESSAGE, provider="anthropic").text == "Hens."


# -- found


def test_it_is_a_provider_like_any_other(site: Path) -> None:
    install(site)
    assert providers.names() == tuple(sorted((*BUILT_IN, "acme")))
    assert providers.capabilities("acme") is None
    for given in ("acme", None):
        answer = normalize(HENS, provider=given)
        assert (answer.provider, answer.api, answer.text, answer.finish) == (
            "acme",
            "answers",
            "Hens cluck.",
            "complete",
        )
    assert built_in_still_work()


def test_an_object_is_as_good_as_a_module(site: Path) -> None:
    parts = ", ".join(f"{part}={part}" for part in ("name", "spec", "explode", "parser", "sources_in"))
    made = f"{READER}\n\nfrom types import SimpleNamespace\n\nobject = SimpleNamespace({parts})\n"
    (site / "acme_reader.py").write_text(made, encoding="utf-8")
    write_metadata(site, "acme-reader", {"acme": "acme_reader:object"})
    assert normalize(HENS, provider="acme").text == "Hens cluck."


def test_its_asker_says_what_it_can_do(site: Path) -> None:
    (site / "acme_reader.py").write_text(READER, encoding="utf-8")
    write_metadata(site, "acme-reader", {"acme": "acme_reader", "acme_ask": "acme_reader"})
    asker, can = providers.asker("acme"), providers.capabilities("acme")
    assert asker is not None
    assert can is not None
    assert (asker.requires, can.ask) == ("acme>=1", "by mail")
    with pytest.raises(UnknownProvider):
        providers.reader("acme_ask")


# -- broken

NO_READER = "the adapter 'acme' (entry point citebridge_acme) is no Reader: it has no "
BROKEN: list[tuple[str, str]] = [
    # what the module is, and what is said of it
    (
        "import nothing_of_that_name",
        "(entry point citebridge_acme) cannot be loaded: ModuleNotFoundError: No module named",
    ),
    ("name = ", "cannot be loaded: SyntaxError: invalid syntax"),
    ("raise RuntimeError('no licence')", "cannot be loaded: RuntimeError: no licence"),
    ("", f"{NO_READER}name, no spec, no explode, no parser, no sources_in"),
    (READER.replace("def explode", "def burst"), f"{NO_READER}explode"),
    (READER.replace("class parser", "class reads"), f"{NO_READER}parser"),
    (READER.replace("contract=1", "contract=2"), "the adapter 'acme' is written for contract 2, and this release"),
    (READER + "spec = 'answers'", "the adapter 'acme' is no Reader: its spec is no ReaderSpec but str"),
    (READER.replace('name = "acme"', 'name = "openai"'), "the adapter 'acme' calls itself 'openai'"),
]


@pytest.mark.parametrize(("source", "said"), BROKEN, ids=[said[-24:] for _, said in BROKEN])
def test_a_broken_one_is_told_by_name_and_in_nobodys_way(site: Path, source: str, said: str) -> None:
    install(site, source=source)
    for ask in (providers.reader, providers.asker, providers.capabilities):
        for _ in range(2):  # it is no better the second time
            with pytest.raises(BrokenAdapter) as told:
                ask("acme")
            assert said in str(told.value)
    with pytest.raises(BrokenAdapter):
        normalize(HENS, provider="acme")
    with pytest.raises(UnknownShape):
        normalize(HENS)
    assert "acme" in providers.names()
    assert [one.name for one in providers.readers()] == list(BUILT_IN)
    assert built_in_still_work()


@pytest.mark.parametrize("value", ["citebridge_acme:nothing", "no module", "citebridge_acme:"])
def test_an_entry_point_that_leads_nowhere(site: Path, value: str) -> None:
    (site / "citebridge_acme.py").write_text("")
    write_metadata(site, "citebridge-acme", {"acme": value})
    with pytest.raises(BrokenAdapter, match=r"the adapter 'acme' .*entry point"):
        providers.reader("acme")
    assert built_in_still_work()


LAZY = """
class Lazy:
    name = "acme"

    def __getattr__(self, name):
        raise RuntimeError(name)


adapter = Lazy()
"""


def test_an_object_that_raises_when_it_is_looked_at(site: Path) -> None:
    (site / "acme_lazy.py").write_text(LAZY)
    write_metadata(site, "acme-lazy", {"acme": "acme_lazy:adapter"})
    with pytest.raises(BrokenAdapter, match="cannot be loaded: RuntimeError"):
        providers.reader("acme")
    assert built_in_still_work()


def test_a_reader_whose_parts_cannot_be_called(site: Path) -> None:
    (site / "acme_reader.py").write_text(f"{READER}\nparser = None\n")
    write_metadata(site, "acme-reader", {"acme": "acme_reader"})
    with pytest.raises(BrokenAdapter, match="must be callable"):
        providers.reader("acme")


def test_an_asker_that_is_none(site: Path) -> None:
    (site / "acme_reader.py").write_text(READER.replace("requires", "wants"))
    write_metadata(site, "acme-reader", {"acme": "acme_reader", "acme_ask": "acme_reader"})
    assert providers.reader("acme").name == "acme"
    with pytest.raises(BrokenAdapter, match="is no Asker: it has no requires"):
        providers.capabilities("acme")


def test_an_asker_whose_capabilities_are_none(site: Path) -> None:
    (site / "acme_reader.py").write_text(f"{READER}\ncapabilities = {{'web': True}}\n")
    write_metadata(site, "acme-reader", {"acme": "acme_reader", "acme_ask": "acme_reader"})
    with pytest.raises(BrokenAdapter, match="no Capabilities but dict"):
        providers.capabilities("acme")


def test_one_name_in_two_packages_is_nobodys(site: Path) -> None:
    install(site, package="acme-one")
    install(site, package="acme-two")
    with pytest.raises(BrokenAdapter, match=r"entry point acme_one and acme_two.*more packages than one"):
        providers.reader("acme")
    assert built_in_still_work()


def test_damaged_metadata_of_any_package(site: Path) -> None:
    install(site)
    (site / "other-1.0.dist-info").mkdir()
    (site / "other-1.0.dist-info" / "entry_points.txt").write_text("[citebridge.providers]\nno value\n")
    assert providers.names() == BUILT_IN
    with pytest.raises(BrokenAdapter, match="entry points of the installed packages cannot be read"):
        providers.reader("acme")
    assert built_in_still_work()


# -- what is built in comes first


@pytest.mark.parametrize("name", ["anthropic", "openai.chat"])
def test_a_name_that_is_built_in_cannot_be_taken(site: Path, name: str) -> None:
    (site / "thief.py").write_text(READER.replace('"acme"', f'"{name}"'))
    write_metadata(site, "thief", {name: "thief", f"{name}_ask": "thief"})
    reader, asker = providers.reader(name), providers.asker(name)
    assert isinstance(reader, ModuleType)
    assert reader.__name__.startswith("citebridge.providers.")
    assert asker is None or getattr(asker, "__name__", "").startswith("citebridge.providers.")
    assert providers.names() == BUILT_IN
    assert built_in_still_work()


@pytest.mark.parametrize("tells", ["True", "1 / 0", "body['nothing']"])
def test_a_shape_that_is_built_in_cannot_be_taken(site: Path, tells: str) -> None:
    install(site, source=READER.replace('"acme" in body', tells))
    assert normalize(MESSAGE).provider == "anthropic"
    assert normalize(HENS, provider="acme").text == "Hens cluck."


def test_an_own_shape_goes_before_one_that_many_send(site: Path) -> None:
    """Whoever sends OpenAI's chat shape, and can tell his own, is read as himself."""
    install(site, source=READER.replace('"acme" in body', 'body.get("model") == "acme-2"'))
    assert normalize({**CHAT, "model": "acme-2"}).provider == "acme"
    assert normalize(CHAT).provider == "openai.chat"
