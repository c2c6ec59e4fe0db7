"""`ReaderLaws`: the laws as tests over recordings, for the adapters of this project and of others."""

import json
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import ClassVar

import pytest
from pydantic import JsonValue

from citebridge import providers
from citebridge.errors import UnknownProvider, UnknownShape, UsageError
from citebridge.models import Answer, TextDelta
from citebridge.normalizer import normalize
from citebridge.testing import laws, payloads
from citebridge.testing.disturbances import disturbed, disturbed_events
from citebridge.testing.elsewhere import as_json, there
from citebridge.testing.laws import SAME, Broken, holds
from citebridge.testing.payloads import Sent
from citebridge.testing.readings import cuts, read, read_async, spread, told_by
from citebridge.testing.recordings import Recording, recordings_in
from citebridge.testing.work import check_growth, grown


class ReaderLaws:
    """What every reader has to keep, as tests over recordings of its provider.

    Subclass it in a test file, and name the provider and the folder of its recordings. A law that cannot hold for a
    provider is left out by setting its test to `None`.
    """

    provider: ClassVar[str]
    recordings: ClassVar[Path]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Pytest asks: each law is run over the recordings that it is about."""
        for name in ("provider", "recordings"):
            if not hasattr(self, name):
                raise UsageError(
                    f"{type(self).__name__} has no {name}: a class of ReaderLaws says `provider` and `recordings`"
                )
        self._find_reader()
        found = recordings_in(Path(self.recordings))
        wanted = {
            "recording": found,
            "body": [one for one in found if not one.is_stream],
            "stream": [one for one in found if one.is_stream],
            "asked": [one for one in found if one.request is not None and one is (self._body_of(one) or one)],
            "twin": [one for one in found if one.is_stream and self._body_of(one) is not None],
        }
        for name in wanted.keys() & {*metafunc.fixturenames}:
            metafunc.parametrize(name, wanted[name], ids=[one.name for one in wanted[name]])

    # -- law 1: no answer dies

    def test_it_is_read(self, recording: Recording) -> None:
        """Without an exception or a warning, and there is something in it."""
        with self._law(recording):
            empty = [notice.message for notice in self._whole(recording).notices if notice.code == "empty_body"]
            holds("something is read", not empty, empty)

    def test_no_disturbed_answer_dies(self, recording: Recording) -> None:
        """With nulls, missing and new fields, wrong types, numbers out of range, events lost, late or repeated."""
        copies = disturbed_events(recording.events) if recording.is_stream else disturbed(recording.value)
        for what, copy in copies:
            with self._law(recording, f"where {what}"):
                pieces = copy if isinstance(copy, list) else [json.dumps(copy).encode()]
                answer, events = read(self.provider, pieces, recording.request)
                laws.check_answer(answer)
                laws.check_events(answer, events)

    def test_no_disturbed_request_kills_it(self, asked: Recording) -> None:
        """The same for what is read in the request; once where a whole and its stream have one."""
        for what, request in disturbed(asked.request, most=40):
            with self._law(asked, f"where in the request {what}"):
                laws.check_answer(normalize(asked.value, provider=self.provider, request=request))

    def test_its_shape_is_told(self, recording: Recording) -> None:
        """`spec.tells` takes any record; where it says yes, `provider=` may be left out."""
        spec = providers.reader(self.provider).spec
        for what, copy in (("as it is", recording.events[0]), *disturbed(recording.events[0])):
            with self._law(recording, f"spec.tells, where {what}"):
                told = isinstance(copy, dict) and spec.tells(copy)
                if what == "as it is" and told and not spec.shared:
                    holds("its shape leads to its reader", *self._found_by_shape(recording))

    # -- law 2: nothing is lost

    def test_nothing_is_invented(self, recording: Recording) -> None:
        """What citations and sources keep as `raw` was sent, and is kept once."""
        with self._law(recording):
            payloads.check_sent(self._whole(recording), Sent(recording.value))

    def test_nothing_is_lost(self, recording: Recording) -> None:
        """What stands in the data where other citations and sources stand is kept as well."""
        with self._law(recording):
            payloads.check_kept(self._whole(recording), Sent(recording.value))

    def test_payloads_are_untouched(self, body: Recording) -> None:
        """A field that nobody knows yet stays in the `raw` of its citation or source."""
        with self._law(body, "with a new field in each payload"):
            answer = self._whole(body)
            larger = payloads.with_new_fields(answer, Sent(body.value))
            payloads.check_untouched(answer, self._normalized(larger, body))

    # -- laws 3 and 4: the text is exact, anchors are true

    def test_text_is_exact(self, recording: Recording) -> None:
        """`raw_text` is made of what was sent, and `text` is it without what was lifted."""
        with self._law(recording):
            answer = self._whole(recording)
            laws.check_text(answer)
            payloads.check_text_sent(answer, Sent(recording.value))

    def test_anchors_are_true(self, recording: Recording) -> None:
        """Anchors, claims and marks are in range and well-formed, and citations in reading order."""
        with self._law(recording):
            laws.check_citations(self._whole(recording))

    # -- law 5: whole = stream

    def test_the_stream_is_the_whole(self, twin: Recording) -> None:
        """The stream and the whole body of one name are one answer."""
        body = self._body_of(twin)
        assert body is not None
        with self._law(twin, f"beside {body.name}"):
            laws.check_same("stream and whole have", self._whole(twin), self._whole(body))

    def test_cut_anywhere_it_is_the_same(self, recording: Recording) -> None:
        """As bytes cut anywhere, and event by event."""
        with self._law(recording):
            expected = self._whole(recording)
        ways: Iterator[tuple[str, list[bytes]]] = cuts(recording.data, recording.name)
        for what, pieces in (*ways, ("event by event", recording.events if recording.is_stream else [recording.data])):
            with self._law(recording, what):
                answer, events = read(self.provider, pieces, recording.request)
                laws.check_same("it has", answer, expected, (*SAME, "raw"))
                laws.check_events(answer, events)

    def test_async_is_sync(self, recording: Recording) -> None:
        """Both give the same events."""
        pieces = [recording.data[at : at + 7] for at in range(0, len(recording.data), 7)]
        with self._law(recording):
            _, expected = read(self.provider, pieces, recording.request)
            _, events = read_async(self.provider, pieces, recording.request)
            holds("async gives the same events", events == expected, laws.difference((*events,), (*expected,)))

    def test_what_came_is_kept_when_a_stream_breaks_off(self, stream: Recording) -> None:
        """It does not pass for complete, and has all that was told until then."""
        with self._law(stream):
            full, told = self._whole(stream), told_by(self.provider, stream.events, stream.request)
        for size in spread(len(stream.events)):
            with self._law(stream, f"broken off behind {size} events"):
                part, events = read(self.provider, stream.events[:size], stream.request)
                laws.check_answer(part)
                laws.check_events(part, events)
                before = [event for piece in told[:size] for event in piece]
                laws.check_broken_off(full, part, before, Sent(stream.events[:size]).texts)

    def test_text_is_told_as_it_comes(self, stream: Recording) -> None:
        """And not at the end."""
        with self._law(stream):
            told = told_by(self.provider, stream.events, stream.request)
            parts = (self._normalized(stream.events[:n], stream) for n in spread(len(stream.events)))
            sizes = {len(part.text) for part in parts}
            early = [event for piece in told[:-1] for event in piece if isinstance(event, TextDelta)]
            holds("text is told as it comes", bool(early) or len(sizes) < 4, f"it came in {len(sizes)} pieces")

    # -- laws 6, 7 and 8: sources, offsets, JSON

    def test_sources_are_found(self, recording: Recording) -> None:
        """Each source is there once, and each `source_id` is that of one."""
        with self._law(recording):
            laws.check_sources(self._whole(recording))

    def test_offsets_convert(self, recording: Recording) -> None:
        """Anchors and claims to UTF-8 and UTF-16, and back."""
        with self._law(recording):
            laws.check_offsets(self._whole(recording))

    def test_it_survives_json(self, recording: Recording) -> None:
        """The answer, and each event."""
        with self._law(recording):
            answer, events = read(self.provider, recording.events, recording.request)
            laws.check_json(answer)
            laws.check_events_as_json(events)

    # -- laws 9 and 10: the same in, the same out; work grows in step

    def test_the_same_in_is_the_same_out(self, recording: Recording) -> None:
        """Twice in a row, with nothing changed in what was given."""
        with self._law(recording):
            before = json.dumps([recording.value, recording.request])
            first, second = (as_json(self.provider, recording) for _ in range(2))
            holds("a second run gives the same", first == second, laws.difference(first, second))
            holds("what is read stays as it is", json.dumps([recording.value, recording.request]) == before)

    def test_another_process_gives_the_same(self, recording: Recording) -> None:
        """Where hashes, and with them the order of sets, are other ones."""
        with self._law(recording):
            here, elsewhere = as_json(self.provider, recording), there(self.provider, Path(self.recordings))
            other = elsewhere[recording.name]
            holds("another process gives the same", here == other, laws.difference(here, other))

    def test_work_grows_in_step(self, recording: Recording) -> None:
        """Twice the events, or twice a list, is about twice the work, counted in calls."""
        for what, make in grown(recording):
            with self._law(recording):
                check_growth(lambda value: self._normalized(value, recording), make, what)

    # -- within

    def _found_by_shape(self, recording: Recording) -> tuple[bool, str]:
        """Whether this reader is found without `provider=`; if not, who is."""
        try:
            found = normalize(recording.value, request=recording.request).provider
        except UnknownShape:
            return False, "more than one takes it for theirs"
        return found == self.provider, f"{found} takes it"

    def _find_reader(self) -> None:
        try:
            providers.reader(self.provider)
        except UnknownProvider as error:
            raise UsageError(f"{error}. Is its package installed, with an entry point? pip install -e .") from None

    def _whole(self, recording: Recording) -> Answer:
        return self._normalized(recording.value, recording)

    def _normalized(self, value: JsonValue, recording: Recording) -> Answer:
        return normalize(value, provider=self.provider, request=recording.request)

    def _body_of(self, recording: Recording) -> Recording | None:
        """The body that was recorded under the name of a stream."""
        bodies = (one for one in recordings_in(Path(self.recordings)) if not one.is_stream)
        return next((one for one in bodies if one.stem == recording.stem), None)

    @contextmanager
    def _law(self, recording: Recording, where: str = "") -> Generator[None]:
        """What goes wrong within fails the test, and says with which recording."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                yield
                return
        except Broken as broken:
            problem = str(broken)
        except Exception as error:
            frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename != __file__]
            place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else "?"
            problem = f"it raised {type(error).__name__}: {laws.shortened(error)} ({place})"
        message = f"{self.provider}, {recording.name}{where and ', '}{where}: {problem}"
        raise pytest.fail.Exception(message, pytrace=False) from None
