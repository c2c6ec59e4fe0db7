"""What tests say of answers."""

from __future__ import annotations

import pytest
from inline_snapshot import snapshot

from citebridge import Answer, Chars, Citation, Pages, Source, resolve
from citebridge.models import Anchor, Claim
from citebridge.pytest_plugin import assert_citations_valid, citation_values
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]

RULES = Source(id="rules", title="House rules", text="Dogs stay on a lead of 2 metres. Hens may roam.")
TEXT = "Dogs stay on a lead. Hens may roam."


def answer(quote: str, source: str = "rules") -> Answer:
    dogs = Citation(id="0", anchor=Anchor("span", 0, 20), source_id=source, cited_text=quote)
    hens = Citation(id="1", anchor=Anchor("point", 34, 34), source_id="rules", cited_text="Hens may roam.")
    return Answer(text=TEXT, citations=(dogs, hens), sources=(RULES,))


def test_a_valid_answer_gives_its_report():
    report = assert_citations_valid(answer("Dogs stay on a lead of 2 metres."))
    assert report.ok
    assert report.metrics.coverage == 1.0


@pytest.mark.parametrize(
    ("quote", "source", "code"),
    [("Dogs stay on a lead of 3 metres.", "rules", "altered"), ("Cats sleep inside.", "rules", "not_found")],
)
def test_an_invalid_one_fails_with_it(quote: str, source: str, code: str):
    with pytest.raises(AssertionError) as failure:
        assert_citations_valid(answer(quote, source))
    assert str(failure.value).startswith("not ok: 1 error")
    assert f"error   {code}, citation 0" in str(failure.value)


def test_what_validate_takes_is_handed_on():
    assert_citations_valid(Answer(text="Cats sleep inside."))
    with pytest.raises(AssertionError, match="uncited_claim"):
        assert_citations_valid(Answer(text="Cats sleep inside."), risk="high")
    with pytest.raises(AssertionError, match="not_retrieved"):
        assert_citations_valid(answer("Dogs stay on a lead of 2 metres."), retrieved=["minutes"])
    judged = assert_citations_valid(
        answer("Dogs stay on a lead of 2 metres."), judge=lambda claim, passages: "supported"
    )
    assert judged.metrics.faithfulness == 1.0


def test_pytest_shows_the_report_and_not_how_it_was_made(run: Run, pytester: pytest.Pytester):
    pytester.makepyfile(
        """
        from citebridge import Answer, Citation
        from citebridge.pytest_plugin import assert_citations_valid

        def test_q():
            assert_citations_valid(Answer(text="Hens cluck.", citations=(Citation(id="0", ref="[9]"),)))
        """
    )
    ran = run()
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        ["E *AssertionError: not ok: 1 error, 1 warning, 1 note", 'E *unresolved, citation 0: "[[]9]" is no source *']
    )
    ran.stdout.no_fnmatch_line("*report = validate(*")


def test_values_for_a_snapshot():
    located = Citation(
        id="2",
        anchor=Anchor("point", 20, 20),
        claim=Claim(0, 20, "inferred"),
        source_id="rules",
        locators=(Pages(start_page=2, end_page=3), Chars(start=0, end=4)),
    )
    lost = Citation(id="3", ref="[9]")
    more = answer("Dogs stay on a lead of 2 metres.").model_copy(update={"citations": (located, lost)})
    assert citation_values(more) == snapshot(
        [
            {
                "anchor": [20, 20],
                "text": "Dogs stay on a lead.",
                "source": "rules",
                "locators": [
                    {"kind": "pages", "start_page": 2, "end_page": 3},
                    {"kind": "chars", "start": 0, "end": 4},
                ],
            },
            {"source": None, "ref": "[9]"},
        ]
    )
    assert citation_values(resolve(answer("Dogs stay on a lead of 3 metres."))) == snapshot(
        [
            {
                "anchor": [0, 20],
                "text": "Dogs stay on a lead.",
                "source": "rules",
                "quote": "Dogs stay on a lead of 3 metres.",
                "status": "altered",
            },
            {"anchor": [34, 34], "source": "rules", "quote": "Hens may roam.", "status": "verified"},
        ]
    )


def test_no_citations_are_no_values():
    assert citation_values(Answer(text="Hens cluck.")) == []
