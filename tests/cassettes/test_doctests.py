"""The examples in the docstrings run."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import citebridge.cassettes

MODULES = [info.name for info in pkgutil.walk_packages(citebridge.cassettes.__path__, "citebridge.cassettes.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed
