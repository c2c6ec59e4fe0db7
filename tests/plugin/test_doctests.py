"""The door of the plugin, and the examples in its docstrings."""

from __future__ import annotations

import doctest
import importlib.util
import pkgutil
from importlib import import_module

import pytest

from citebridge import pytest_plugin

MODULES = [info.name for info in pkgutil.walk_packages(pytest_plugin.__path__, "citebridge.pytest_plugin.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed


def test_the_door_opens_when_it_is_used():
    """A copy that was not used yet: what is loaded stays."""
    spec = importlib.util.spec_from_file_location("citebridge.pytest_plugin", pytest_plugin.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    assert copy.__all__ == sorted(copy.__all__)
    for name in copy.__all__:
        assert name not in vars(copy)
        assert getattr(copy, name).__name__ == name
        assert vars(copy)[name].__doc__
    with pytest.raises(AttributeError, match=r"has no attribute 'Tape'; it has .*assert_citations_valid"):
        copy.Tape  # noqa: B018
