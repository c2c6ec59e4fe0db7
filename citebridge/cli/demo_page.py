"""The demo as a page: what was found out about each answer, and the answers side by side, as their readers see them."""

from citebridge.cli.demo import Demo, Shown
from citebridge.models import Answer, Report
from citebridge.render.elements import Html, element
from citebridge.render.fragment import article, document
from citebridge.render.safe import line
from citebridge.resolver import resolve
from citebridge.validator import validate

_STYLE = """
main { max-width: 82rem }
.demo-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 1.25rem }
.demo-grid > section { border: 1px solid light-dark(#d8dde3, #39414b); border-radius: 12px; padding: 1rem 1.25rem }
.demo-grid h2 { font-size: 1rem; margin: 0 0 .8rem }
.demo-grid h2 span { font-weight: 400; opacity: .7 }
.citebridge > .cb-table { margin-block-end: 2rem }
"""
_HEADS = ("Provider", "Citations", "Quotes found in place", "Coverage", "Validity", "Problems")
_NONE = "–"
_SAMPLES = "Read from hand-written sample responses in each provider's wire format. Their content is invented."


def page(demo: Demo) -> str:
    """The whole page: it loads nothing, and needs no script."""
    everyone = (*demo.shown, demo.quoted) if demo.quoted else demo.shown
    checked = [(one, resolve(one.whole)) for one in everyone]
    rows = [_row(one, answer, validate(answer)) for one, answer in checked]
    head = element("tr", {}, *(element("th", {"scope": "col"}, name) for name in _HEADS))
    table = element("table", {}, element("thead", {}, head), element("tbody", {}, *rows))
    found = element(
        "article", {"class": "citebridge"}, element("p", {}, _SAMPLES), element("div", {"class": "cb-table"}, table)
    )
    cards = (_card(one, answer, place) for place, (one, answer) in enumerate(checked, 1))
    return document(demo.question, found, element("div", {"class": "demo-grid"}, *cards), style=_STYLE)


def _row(one: Shown, answer: Answer, report: Report) -> Html:
    """What `validate` says of one answer."""
    metrics, total = report.metrics, len(answer.citations)
    with_quote = sum(citation.cited_text is not None for citation in answer.citations)
    verified = metrics.statuses.get("verified", 0)
    quotes = f"{verified} of {with_quote}" if with_quote else f"{_NONE} none was given"
    told = [str(total), quotes, _share(metrics.coverage), _share(metrics.validity), _codes(report)]
    name = element("th", {"scope": "row"}, one.provider)
    return element("tr", {}, name, *(element("td", {}, cell) for cell in told))


def _card(one: Shown, answer: Answer, place: int) -> Html:
    about = " · ".join(part for part in (answer.api, answer.model) if part) or "no model"
    head = element("h2", {"dir": "auto"}, one.provider, " ", element("span", {}, line(about)))
    return element("section", {}, head, article(answer, level=3, place=place))


def _share(share: float | None) -> str:
    return _NONE if share is None else f"{share:.0%}"


def _codes(report: Report) -> str:
    return ", ".join(dict.fromkeys(problem.code for problem in report.problems)) or _NONE
