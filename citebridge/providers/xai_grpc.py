"""xAI's gRPC API as dictionaries (docs.x.ai/developers/tools/citations): what `MessageToDict` makes of its messages.

Inline citations come when asked for; a range is that of the link `[[1]](url)` in one output. The list of addresses is
what was seen, and comes last. Zeros are left out, so a missing start is 0; a missing end is no place. Calls of xAI's
own tools part an answer into outputs and do not end it; outputs without such calls before them are candidates.
"""

import re

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, members, record, records, string
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.draft import LAST, Place
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import Turn
from citebridge.marks import OPENAI_SHAPED
from citebridge.sources import Entry

name = "xai.grpc"
_RETURNED = ("reasoning_content", "encrypted_content", "tool_calls")
_SPOKEN = ("ROLE_ASSISTANT", None)  # the other outputs are those of tools
_CALLERS = ("TOOL_CALL_TYPE_CLIENT_SIDE_TOOL", None)  # the other tools are xAI's own
_FILE = re.compile(r"collections://[^/\s]++/files/([^/\s]++)")  # docs.x.ai/developers/tools/collections-search


def _tells(body: Record) -> bool:
    return any("message" in output or "delta" in output for output in records(body.get("outputs")))


spec = ReaderSpec("grpc", _tells, sdk=("xai_sdk", "xai"), turn=("outputs",), grammars=OPENAI_SHAPED)


class parser:
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._body = builder, Record()
        self._outputs, self._messages = Turn(builder.is_whole), Turn(builder.is_whole)
        self._slot: Slot | None = None  # that of the output that speaks
        self._cited = dict[int, int]()  # how many citations of each output
        self._parted = self._calls = False  # whether xAI's tools, and the caller's, were called

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        self._body |= {key: value for key, value in event.items() if key != "outputs"}
        self._to.about(event, model="model", response_id="id", usage="usage")
        for output in self._to.records(event, "outputs"):
            said = self._to.record(output, "delta" if "delta" in output else "message")
            number, reason = self._to.whole(output, "index") or 0, self._to.string(output, "finish_reason")
            self._keep(number, said, reason)
            self._read(number, said, reason)
        for n, url in enumerate(map(string, members(event.get("citations"))), LAST):
            if url:
                file = _FILE.fullmatch(url)
                self._to.source(file[1] if file else url, (n,), kind="file" if file else "web", url=url, raw=url)

    def close(self) -> None:
        """Leave the response put together."""
        pairs = zip(self._outputs.listed(), self._messages.listed(), strict=True)
        self._to.raw = {**self._body, "outputs": [{**record(one), "message": said} for one, said in pairs]}

    def _keep(self, number: int, said: Record, reason: str | None) -> None:
        self._outputs.start(number, {"index": number} if number else {})
        self._messages.start(number, {})
        if reason is not None:
            self._outputs.put(number, "finish_reason", reason)
        for key, value in said.items():
            if key in ("content", "reasoning_content", "encrypted_content"):
                self._messages.grow(number, key, value)
            elif isinstance(value, list):
                for one in value:
                    self._messages.append(number, key, one)
            else:
                self._messages.put(number, key, value)

    def _read(self, number: int, said: Record, reason: str | None) -> None:
        spoken = said.get("role") in _SPOKEN
        tools = [call.get("type") for call in self._to.records(said, "tool_calls")]
        self._parted |= not spoken or any(tool not in _CALLERS for tool in tools)
        self._calls |= any(tool in _CALLERS for tool in tools)
        if self._slot is not None and self._slot.key != (number,) and not self._parted:
            self._to.notice("extra_candidates", "more outputs than one: the first is read")
            return
        for citation in self._to.records(said, "citations"):
            self._cite(number, citation, spoken)
        if spoken and (text := self._to.string(said, "content")) is not None:
            self._speak(number, text)
        goes_on = reason == "REASON_TOOL_CALLS" and self._parted and not self._calls
        if spoken and reason is not None and not goes_on:
            self._to.end_with(reason)

    def _speak(self, number: int, text: str) -> None:
        last, self._slot = self._slot, self._to.slot(number)
        if last is not None and last is not self._slot:
            self._to.close(last)  # outputs come one after another
        self._slot.add(text)

    def _cite(self, output: int, citation: Record, spoken: bool) -> None:
        number = self._cited[output] = self._cited.get(output, -1) + 1
        kind = next((key for key in citation if key.endswith("_citation")), None)
        if kind not in ("web_citation", "x_citation", "collections_citation"):
            self._to.notice("unknown_citation_type", f"an inline citation of kind {kind!r}")
        said, place = self._to.record(citation, kind or ""), (output, number)
        source, ref = self._source(place, said)
        start, end = self._to.whole(citation, "start_index") or 0, self._to.whole(citation, "end_index")
        quote = self._to.string(said, "chunk_content")
        draft = self._to.citation(place, source, ref=ref, cited_text=quote, type=kind, raw=citation)
        if end and spoken:
            self._to.cite_link(self._to.slot(output), draft, start, end, string(said.get("url")))
        else:
            self._to.cite_nowhere(draft)

    def _source(self, place: Place, said: Record) -> tuple[Entry | None, str | None]:
        url, file, passage = (self._to.string(said, field) for field in ("url", "file_id", "chunk_id"))
        if url is not None:
            return self._to.source(url, place, kind="web", url=url), url
        if file is None or passage is None:
            return self._to.source(file, place, kind="file") if file else None, file
        text = string(said.get("chunk_content"))
        return self._to.source(f"{file}#{passage}", place, kind="chunk", text=text, derived_from=(file,)), file


def replay(turn: Record | str) -> list[Record]:
    """A `Message` for each output up to the answer's end, as the SDK's own `append` makes it.

    A result of xAI's own tools goes with the id of its call.
    """
    if isinstance(turn, str):
        return [{"role": "ROLE_ASSISTANT", "content": [{"text": turn}]}]
    messages: list[Record] = []
    for output in records(turn.get("outputs")):
        said = record(output.get("message"))
        kept: Record = {key: said[key] for key in _RETURNED if said.get(key)}
        text, calls = string(said.get("content")), records(said.get("tool_calls"))
        texts: Record = {"content": [{"text": text}]} if text is not None else {}
        answers: Record = {"tool_call_id": calls[0].get("id")} if said.get("role") == "ROLE_TOOL" and calls else {}
        if kept or texts:
            messages.append({"role": said.get("role") or "ROLE_ASSISTANT", **texts, **kept, **answers})
        if said.get("role") in _SPOKEN and output.get("finish_reason") not in (None, "REASON_TOOL_CALLS"):
            break  # what follows are candidates
    return messages
