"""A server on loopback that plays a cassette over real HTTP, for clients in any language.

A stream is sent piece by piece, each as an HTTP chunk of its own and at its time. With addresses of providers it also
records what is not in the cassette: whoever takes an address for its base url goes through it.
"""

import json
import re
import select
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Self, cast

from citebridge.cassettes.deck import Deck
from citebridge.cassettes.errors import BadUpstream, NoMatch
from citebridge.cassettes.headers import ADDRESSES
from citebridge.cassettes.proxy import forwarded
from citebridge.cassettes.reply import Asked, Reply
from citebridge.errors import UsageError

_LOOPBACK = "127.0.0.1"
_ORIGIN = re.compile(r"\Ahttps?://[^/?#]*")
_BODILESS = (204, 304)
_STREAMED = ("text/event-stream", "application/vnd.amazon.eventstream", "application/x-ndjson")


class CassetteServer:
    """Serves a deck while a `with` block runs; `url` is its base url.

    `timing` waits as long as the provider took. `upstreams` are names of providers and their base urls, for a deck that
    records: `server.url + "/" + name` then stands for the base url.
    """

    def __init__(
        self, deck: Deck, *, port: int = 0, timing: bool = True, upstreams: Mapping[str, str] | None = None
    ) -> None:
        if deck.records and not upstreams:
            raise UsageError("a deck that records needs upstreams=, where requests are sent to")
        self.deck, self.timing, self.upstreams = deck, timing, dict(upstreams or {})
        self._stopping = Event()
        self._server = _Server((_LOOPBACK, port), self, self._stopping)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{_LOOPBACK}:{self._server.server_port}"

    def start(self) -> Self:
        """Begin to serve."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Serve no more; who is being answered is left."""
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *raised: object) -> None:
        self.stop()

    def absolute(self, path: str) -> str:
        """The address that a path stands for. Raises `NoMatch` when it begins with none of the names."""
        if not self.upstreams:
            return f"http://{_LOOPBACK}{path}"
        name, _, rest = path.removeprefix("/").partition("/")
        if name not in self.upstreams:
            raise NoMatch(f"the path {path} begins with none of {', '.join(sorted(self.upstreams))}")
        return f"{self.upstreams[name].rstrip('/')}/{rest}"

    def local(self, address: str) -> str:
        """What stands for a provider's address here: who was led there would go past the cassette."""
        if not self.upstreams:
            return _ORIGIN.sub(self.url, address)
        for name, base in self.upstreams.items():
            if address.startswith(f"{base.rstrip('/')}/"):
                return f"{self.url}/{name}{address.removeprefix(base.rstrip('/'))}"
        return address


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: CassetteServer, stopping: Event) -> None:
        super().__init__(address, _Handler)
        self.owner, self.stopping = owner, stopping

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no error of the server's."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def _there(self) -> _Server:
        return cast("_Server", self.server)

    def answer(self) -> None:
        """Play, or send on and record."""
        owner = self._there.owner
        try:
            asked = Asked(self.command, owner.absolute(self.path), tuple(self.headers.items()), self._content())
            reply = owner.deck.answer(asked)
            if reply is not None:
                self._play(reply)
            else:
                self._forward(asked)
        except NoMatch as error:
            self._refuse(404, "citebridge_no_match", str(error))
        except BadUpstream as error:
            self._refuse(502, "citebridge_upstream", str(error))
        except (OSError, HTTPException):  # of who asked, or of who was asked
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: an address may hold a key."""

    def _content(self) -> bytes:
        if "chunked" in self.headers.get("transfer-encoding", ""):
            return b"".join(self._chunks())
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():  # what may follow the last
            pass

    def _play(self, reply: Reply) -> None:
        self._wait(reply.ms / 1000)
        if reply.status is None:
            self._break(reply)
            return
        chunked = _is_chunked(reply)
        send = self._head(reply.status, reply.headers, None if chunked else len(reply.content))
        for seconds, data in reply.waits():
            self._wait(seconds)
            send(data)
        if reply.end == "done":
            send(b"")
        else:
            self._break(reply)

    def _forward(self, asked: Asked) -> None:
        take = self._there.owner.deck.take(asked)
        with forwarded(asked) as response:
            take.head(response.status, response.headers)
            try:
                # No length: what was compressed is handed on as it is recorded.
                send = self._head(response.status, {key: value for key, value in response.headers}, None)
                for data in response.pieces:
                    take.piece(data)
                    send(data)
                take.end()
                send(b"")
            finally:
                take.end(cut=True)

    def _head(self, status: int, headers: Mapping[str, str], length: int | None) -> Callable[[bytes], None]:
        """Send the head, and give what sends a piece of the body; an empty one is its end."""
        self.send_response_only(status)
        for name, value in headers.items():
            value = self._there.owner.local(value) if name.lower() in ADDRESSES else value
            self.send_header(name, value if _is_latin(value) else value.encode().decode("latin-1"))
        bodiless = self.command == "HEAD" or status in _BODILESS
        if length is not None:
            self.send_header("content-length", str(length))
        elif not bodiless:
            self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        if bodiless:
            return lambda data: None
        # In one write, so that it arrives as one piece.
        return self._write if length is not None else lambda data: self._write(b"%x\r\n%b\r\n" % (len(data), data))

    def _write(self, data: bytes) -> None:
        self.wfile.write(data)

    def _wait(self, seconds: float) -> None:
        if self._there.owner.timing:
            self._there.stopping.wait(seconds)

    def _break(self, reply: Reply) -> None:
        """Reset the connection, or send nothing until the client gives up."""
        self.close_connection = True
        if reply.end == "timeout":
            while not self._there.stopping.wait(0.02) and not select.select([self.connection], [], [], 0)[0]:
                pass
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _refuse(self, status: int, kind: str, message: str) -> None:
        """An error that every SDK shows, and none tries again."""
        body = json.dumps({"type": "error", "error": {"type": kind, "code": kind, "message": message}}).encode()
        head = {"content-type": "application/json", "x-should-retry": "false"}
        self._head(status, head, len(body))(body)


def _is_latin(value: str) -> bool:
    """Whether each letter is a byte, which is all that can be sent in a head."""
    return max(value, default="") <= "\xff"


def _is_chunked(reply: Reply) -> bool:
    streamed = reply.headers.get("content-type", "").startswith(_STREAMED)
    return streamed or len(reply.pieces) != 1 or reply.end != "done"
