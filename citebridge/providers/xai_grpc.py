"""xAI's gRPC API as dictionaries (docs.x.ai/developers/tools/citations): what `MessageToDict` makes of its messages.

Inline citations come when asked for; a range is that of the link `[[1]](url)` in one output. The list of urls is what
was seen, and comes last. Zeros are left out, so a missing start is 0; a missing end is no place.
"""

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, record, records, string, whole
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.draft import Place
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.retrieved import Retrieved
from citebridge.adapter.turn import Turn
from citebridge.marks import OPENAI_SHAPED
from citebridge.sources import Entry

name = "xai.grpc"
_GROWING = ("content", "reasoning_content", "encrypted_content")
_SPOKEN = ("ROLE_ASSISTANT", None)  # the other outputs are those of tools


def _tells(body: Record) -> bool:
    return any("message" in output or "delta" in output for output in records(body.get("outputs")))


spec = ReaderSpec("grpc", _tells, sdk=("xai_sdk", "xai"), turn=("outputs",), grammars=OPENAI_SHAPED)


class parser:
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._retrieved, self._body = builder, Retrieved(builder), Record()
        self._outputs, self._messages = Turn(builder.is_whole), Turn(builder.is_whole)
        self._cited: dict[int, int] = {}  # how many citations of each output

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        self._body |= {key: value for key, value in event.items() if key != "outputs"}
        self._to.about(event, model="model", response_id="id", usage="usage")
        self._retrieved.urls(event.get("citations"))
        for output in self._to.records(event, "outputs"):
            self._output(whole(output.get("index")) or 0, output)

    def close(self) -> None:
        """Leave the response put together."""
        pairs = zip(self._outputs.listed(), self._messages.listed(), strict=True)
        self._to.raw = {**self._body, "outputs": [{**record(one), "message": said} for one, said in pairs]}

    def _output(self, number: int, output: Record) -> None:
        said = self._to.record(output, "delta" if "delta" in output else "message")
        spoken = said.get("role") in _SPOKEN
        for citation in self._to.records(said, "citations"):
            self._cite(number, citation, spoken)
        if spoken and (text := self._to.string(said, "content")) is not None:
            self._to.slot(number).add(text)
        self._outputs.start(number, {"index": number})
        self._messages.start(number, {})
        for key, value in said.items():
            if key in _GROWING:
                self._messages.grow(number, key, value)
            elif isinstance(value, list):
                for one in value:
                    self._messages.append(number, key, one)
            else:
                self._messages.put(number, key, value)
        if reason := string(output.get("finish_reason")):
            self._outputs.put(number, "finish_reason", reason)
            self._to.end_with(reason)

    def _cite(self, output: int, citation: Record, spoken: bool) -> None:
        number = self._cited[output] = self._cited.get(output, -1) + 1
        kind = next((key for key in citation if key.endswith("_citation")), "")
        said, place = record(citation.get(kind)), (output, number)
        if kind not in ("web_citation", "x_citation", "collections_citation"):
            self._to.notice("unknown_citation_type", f"an inline citation of kind {kind!r}")
        source, ref = self._source(place, said)
        start, end = self._to.whole(citation, "start_index") or 0, self._to.whole(citation, "end_index")
        quote = string(said.get("chunk_content"))
        draft = self._to.citation(place, source, ref=ref, cited_text=quote, type=kind or None, raw=citation)
        if end and spoken:
            self._to.cite_link(self._to.slot(output), draft, start, end, string(said.get("url")))
        else:
            self._to.cite_nowhere(draft)

    def _source(self, place: Place, said: Record) -> tuple[Entry | None, str | None]:
        """A page, or the passage of a file in a collection."""
        url, file, passage = (string(said.get(field)) for field in ("url", "file_id", "chunk_id"))
        if url is not None:
            return self._to.source(url, place, kind="web", url=url), url
        if file is None:
            return None, None
        if passage is None:
            return self._to.source(file, place, kind="file"), file
        text = string(said.get("chunk_content"))
        return self._to.source(f"{file}#{passage}", place, kind="chunk", text=text, derived_from=(file,)), file
