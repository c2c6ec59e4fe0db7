"""A test that plays a cassette does not leave this machine, and afterwards all is as it was."""

from __future__ import annotations

import socket

import pytest

from citebridge.pytest_plugin import NetworkBlocked
from citebridge.pytest_plugin.network import blocked
from tests.cassettes.provider import Provider
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]

NAMES = ("connect", "connect_ex", "sendto")
REACH = """
import socket
import pytest

BEFORE = socket.getaddrinfo

def is_blocked():
    return socket.getaddrinfo is not BEFORE
"""


def patched() -> list[object]:
    return [*(getattr(socket.socket, name) for name in NAMES), socket.getaddrinfo]


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "acme.example", b"acme.example"])
def test_other_machines_are_not_reached(host: str | bytes):
    before = patched()
    with blocked(), pytest.raises(NetworkBlocked, match=r"may not use the network, and wanted to reach '"):
        socket.getaddrinfo(host, 443)
    assert patched() == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("family", "address"),
    [(socket.AF_INET, ("192.0.2.1", 443)), (socket.AF_INET6, ("2001:db8::1", 443))],
    ids=["IPv4", "IPv6"],
)
def test_nor_by_a_socket(name: str, family: socket.AddressFamily, address: tuple[str, int]):
    kind = socket.SOCK_DGRAM if name == "sendto" else socket.SOCK_STREAM
    arguments = (b"hello", address) if name == "sendto" else (address,)
    with socket.socket(family, kind) as one, blocked(), pytest.raises(NetworkBlocked):
        getattr(one, name)(*arguments)


def test_this_machine_is():
    with blocked(), socket.create_server(("127.0.0.1", 0)) as server:
        for host in ("127.0.0.1", "localhost"):
            socket.create_connection((host, server.getsockname()[1]), timeout=5).close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no sockets in files here")
def test_so_are_files(pytester: pytest.Pytester):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client, blocked():
        server.bind("socket")
        server.listen()
        client.connect("socket")


def test_no_client_takes_it_for_a_fault_of_the_network():
    assert not issubclass(NetworkBlocked, OSError)


def test_a_cassette_that_is_played_blocks(run: Run, pytester: pytest.Pytester):
    pytester.makepyfile(
        REACH
        + """
def test_plain():
    assert not is_blocked()

@pytest.mark.citebridge
def test_marked():
    assert is_blocked()

@pytest.mark.citebridge
@pytest.mark.parametrize("n", [1, 2])
def test_marked_and_parametrized(n):
    assert is_blocked()

def test_with_the_fixture(citebridge_cassette):
    assert is_blocked()

@pytest.mark.citebridge
class TestMarked:
    def test_of_class(self):
        assert is_blocked()

def test_afterwards():
    assert not is_blocked()
"""
    )
    run().assert_outcomes(passed=7)


def test_the_option_blocks_all(run: Run, pytester: pytest.Pytester):
    pytester.makepyfile(
        REACH
        + """
import unittest

def test_plain():
    assert is_blocked()

@pytest.mark.citebridge
def test_marked():
    assert is_blocked()

class TestUnit(unittest.TestCase):
    def test_unit(self):
        assert is_blocked()

def example():
    '''
    >>> 1
    1
    '''
"""
    )
    run("--citebridge-block-network", "--doctest-modules").assert_outcomes(passed=4)


@pytest.mark.parametrize("how", ["marker", "option"])
def test_the_fixtures_of_a_test_are_blocked_and_those_of_a_session_by_the_marker_alone(
    how: str, run: Run, pytester: pytest.Pytester
):
    """A session's fixture may well start something elsewhere; a test with a cassette is about something else."""
    pytester.makepyfile(
        REACH
        + f"""
@pytest.fixture(scope="session")
def session():
    return is_blocked()

@pytest.fixture
def function():
    yield is_blocked()
    assert is_blocked()

{"@pytest.mark.citebridge" if how == "marker" else ""}
def test_q(session, function):
    assert (session, function) == ({how == "marker"}, True)
"""
    )
    run(*(["--citebridge-block-network"] if how == "option" else [])).assert_outcomes(passed=1)


def test_but_those_that_record(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(
        REACH
        + """
def test_recording(ask):
    ask("hens")
    assert not is_blocked()

def test_plain():
    assert is_blocked()
"""
    )
    run("--citebridge-block-network", "--citebridge-record=once").assert_outcomes(passed=2)
    # Now there is a cassette, and nothing is recorded.
    run("--citebridge-block-network", "--citebridge-record=once").assert_outcomes(passed=1, failed=1)
