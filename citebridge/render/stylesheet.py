"""How it looks: calm, in both colour schemes, and on paper.

The colours follow the `color-scheme` of the page around (`light-dark`), not that of the system, so that an answer in a
page that is only light stays dark on light. A popover stands at its number where the browser can anchor it, else at the
bottom of the window. Nothing is told by colour alone.
"""

_COLOURS = {
    "ink": ("#1f2328", "#e4e7eb"),
    "soft": ("#59636e", "#a3adb8"),
    "line": ("#d8dde3", "#39414b"),
    "card": ("#ffffff", "#1d2228"),
    "tint": ("#f3f5f8", "#242a32"),
    "link": ("#1a56b0", "#9cc3ff"),
    "pill": ("#e7effb", "#22324a"),
    "mark": ("#fff0b3", "#54470f"),
    "warn": ("#8a4b00", "#f2b866"),
    "warn-tint": ("#fff6e5", "#342a19"),
    "good": ("#1a6b3c", "#7fd6a0"),
}
_LIGHT = "".join(f"--cb-{name}: {light};" for name, (light, _) in _COLOURS.items())
_BOTH = "".join(f"--cb-{name}: light-dark({light}, {dark});" for name, (light, dark) in _COLOURS.items())

_ANSWER = """
.citebridge { line-height: 1.65; overflow-wrap: anywhere }
.citebridge :where(p, ul, ol, blockquote, pre, figure) { margin: 0 0 .9em }
.citebridge :where(h2, h3, h4, h5, h6) { font-size: 1.1em; font-weight: 650; line-height: 1.35; margin: 1.4em 0 .5em }
.citebridge :where(ul, ol) { padding-inline-start: 1.5em }
.citebridge :where(li) { margin-block: .25em }
.citebridge :where(hr) { border: 0; border-block-start: 1px solid var(--cb-line); margin-block: 1.5em }
.citebridge :where(blockquote) {
  border-inline-start: 3px solid var(--cb-line); padding-inline-start: 1em; color: var(--cb-soft) }
.citebridge :where(code) {
  font: .88em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--cb-tint); border-radius: 4px; padding: .1em .3em }
.citebridge :where(pre) {
  background: var(--cb-tint); border-radius: 8px; padding: .8em 1em;
  overflow: auto; white-space: pre; overflow-wrap: normal }
.citebridge :where(pre code) { padding: 0; background: none }
.citebridge :where(a) {
  color: var(--cb-link); text-decoration-thickness: 1px; text-underline-offset: .18em;
  text-decoration-color: color-mix(in srgb, currentColor 45%, transparent) }
.citebridge :where(a):hover { text-decoration-color: currentColor }
.citebridge :where(a, summary, pre, .cb-table):focus-visible {
  outline: 2px solid var(--cb-link); outline-offset: 2px; border-radius: 3px }
.citebridge .cb-table { overflow: auto; margin-block-end: .9em }
.citebridge :where(table) { border-collapse: collapse; font-size: .95em }
.citebridge :where(th, td) {
  border-block-end: 1px solid var(--cb-line); padding: .4em 1.2em .4em 0; text-align: start; vertical-align: top }
.citebridge :where(th) { font-weight: 650 }
.citebridge .cb-right { text-align: end }
.citebridge .cb-center { text-align: center }
"""

_CHIPS = """
.citebridge :is(.cb-chip, .cb-num) {
  display: inline-block; box-sizing: border-box; min-inline-size: 1.8em; padding: 0 .45em;
  border: 1px solid transparent; border-radius: 1em; font: 600 .72em/1.65 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; text-align: center; text-indent: 0; white-space: nowrap; unicode-bidi: isolate;
  background: var(--cb-pill); color: var(--cb-link) }
.citebridge .cb-chip { margin-inline: .25em 0; vertical-align: .16em; cursor: pointer }
.citebridge .cb-num { margin-inline-end: .7em; vertical-align: .12em }
.citebridge :is(.cb-chip, .cb-num).cb-doubt {
  border: 1px dashed currentColor; background: var(--cb-warn-tint); color: var(--cb-warn) }
.citebridge .cb-chip:hover { border-color: currentColor }
.citebridge .cb-chip:focus-visible { outline: 2px solid var(--cb-link); outline-offset: 1px }
.citebridge .cb-off { font-size: 0; white-space: nowrap }
.citebridge .cb-off::before { content: "\\2060" }
.citebridge .cb-chip + .cb-off::before, .citebridge .cb-next .cb-off::before { content: none }
"""

_CARDS = """
.citebridge .cb-pop {
  box-sizing: border-box; inline-size: min(27rem, calc(100vw - 2rem)); max-block-size: min(26rem, 70vh); overflow: auto;
  inset: auto 0 1rem; margin: 0 auto; padding: 1rem 1.15rem; border: 1px solid var(--cb-line); border-radius: 12px;
  background: var(--cb-card); color: var(--cb-ink); font-size: 1em; line-height: 1.55; text-align: start;
  box-shadow: 0 1px 2px rgb(0 0 0 / .08), 0 12px 32px rgb(0 0 0 / .16) }
@supports (position-area: block-end) { @media (min-width: 34rem) {
  .citebridge .cb-pop {
    inset: auto; margin: .45rem 0; position-area: block-end span-inline-end;
    position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline } } }
.citebridge :is(.cb-pop, .cb-passage, .cb-state) > :last-child { margin-block-end: 0 }
.citebridge .cb-head { margin-block-end: .75em }
.citebridge .cb-head .cb-title { font-weight: 650 }
.citebridge .cb-more { color: var(--cb-soft) }
.citebridge .cb-more bdi { white-space: nowrap }
.citebridge .cb-passage blockquote { margin-block-end: .5em }
.citebridge .cb-passage mark {
  background: var(--cb-mark); color: var(--cb-ink); border-radius: 3px; padding: .08em .18em;
  -webkit-box-decoration-break: clone; box-decoration-break: clone }
.citebridge .cb-said { color: var(--cb-soft); margin-block-end: .5em }
.citebridge .cb-small { font-size: .88em; color: var(--cb-soft) }
.citebridge .cb-good { color: var(--cb-good) }
.citebridge .cb-bad { color: var(--cb-warn); font-weight: 600 }
"""

_LISTS = """
.citebridge .cb-sources {
  border-block-start: 1px solid var(--cb-line); margin-block-start: 1.8em; padding-block-start: 1.1em;
  font-size: .94em }
.citebridge .cb-sources :is(h2, h3) {
  font-size: .85em; letter-spacing: .03em; color: var(--cb-soft); margin: 0 0 .7em }
.citebridge .cb-sources ul { list-style: none; padding: 0; margin: 0 0 1.4em }
.citebridge .cb-source { position: relative; margin-block: .55em; padding-inline-start: 2.2em }
.citebridge .cb-source > .cb-num { position: absolute; inset: .3em auto auto 0; min-inline-size: 2.2em }
.citebridge .cb-source:dir(rtl) > .cb-num { inset: .3em 0 auto auto }
.citebridge .cb-source.cb-plain { padding-inline-start: 0 }
.citebridge .cb-url { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.citebridge .cb-links { display: flex; flex-wrap: wrap; gap: .5em }
.citebridge .cb-links li { margin: 0 }
.citebridge .cb-links a {
  display: block; border: 1px solid var(--cb-line); border-radius: 1.3em; padding: .3em 1em; text-decoration: none }
.citebridge .cb-links a:hover { border-color: currentColor }
.citebridge .cb-state {
  border: 1px solid var(--cb-line); border-inline-start: 4px solid var(--cb-warn); border-radius: 8px;
  background: var(--cb-warn-tint); color: var(--cb-ink); padding: .8em 1.1em; margin-block-end: 1em }
.citebridge .cb-state summary { cursor: pointer; color: var(--cb-link) }
.citebridge .cb-state details ul { margin-block: .5em 0 }
"""

_PAPER = """
@media print {
  .citebridge .cb-chip:is(.cb-chip, .cb-doubt) {
    all: unset; font: 600 .72em/1 system-ui, sans-serif; vertical-align: super }
  .citebridge .cb-off { font: .72em/1 system-ui, sans-serif; vertical-align: super }
  .citebridge .cb-url { white-space: normal }
  .citebridge .cb-pop {
    display: block; position: static; inline-size: auto; max-block-size: none; overflow: visible; border: 0;
    box-shadow: none; background: none; padding: 0; margin: .4em 0 .8em; break-inside: avoid }
  .citebridge :is(.cb-head, .cb-open, .cb-screen) { display: none }
  .citebridge .cb-passage mark { background: none; padding: 0; text-decoration: underline }
}
"""

_PAGE = """
:root { color-scheme: light dark }
body {
  margin: 0; background: #fbfbfc; color: #1f2328;
  font: 1.0625rem/1.65 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
@supports (color: light-dark(#000, #fff)) {
  body { background: light-dark(#fbfbfc, #14171b); color: light-dark(#1f2328, #e4e7eb) } }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4.5rem) 1.25rem 6rem }
h1 { font-size: 1.35rem; line-height: 1.3; font-weight: 650; margin: 0 0 1.2rem }
main > h2 { font-size: 1.05rem; margin: 3.5rem 0 1rem }
@media print { body { background: none } main { max-width: none; padding: 0 } }
"""


def _on_one_line(css: str) -> str:
    return " ".join(css.split())


STYLE = _on_one_line(
    f".citebridge {{ {_LIGHT} }}"
    f"@supports (color: light-dark(#000, #fff)) {{ .citebridge {{ {_BOTH} }} }}"
    f"{_ANSWER}{_CHIPS}{_CARDS}{_LISTS}{_PAPER}"
)
"""The style of an answer, in whatever page."""

PAGE = _on_one_line(_PAGE)
"""The style of a page that holds nothing but answers."""
