"""What secrets look like: one row for each kind.

A pattern begins with one of its hints and is only tried where one stands: a text without secrets costs a search for a
few words. What is secret is the first group, or all of it.
"""

import re
from base64 import b64decode
from collections.abc import Callable
from typing import NamedTuple

_RUN = re.compile(r"[A-Za-z0-9]{12,}|[0-9a-f]{8}-[0-9a-f]{4}-")
_ESCAPED_BLANK = re.compile(r"\\[nrtbf]\Z")
_LABEL = re.compile(
    r"(?:api|access|secret|private|auth|account|client|session|signing|subscription|shared|encryption)[-_. ]?"
    r"(?:access[-_. ]?)?\Z",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"[\s*x.•…_-]*\Z|[<\[{(]?(?:your|my|the|an?|some)?[-_ ]?(?:api[-_ ]?key|key|token|secret|password|redacted|"
    r"filtered|masked|hidden|dummy|fake|none|null|example|placeholder|changeme|pass|passwd|guest)[>\]})]?\Z|<[^>]*>\Z|\$[\w{]",
    re.IGNORECASE,
)
_SHOWN = re.compile(r"([xX*0])\1{7,}\Z|[-_](?:your|YOUR)[-_]|EXAMPLE(?:KEY)?\Z")


class Kind(NamedTuple):
    """A kind of secret: what it begins with, its pattern, what else has to be so, and where it may stand.

    `small` says that hints are in small letters and the text may not be; `before` is what belongs to it and is before.
    """

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: Callable[[str], bool]
    stands: Callable[[str, int], bool]
    small: bool
    before: re.Pattern[str]


def is_harmless(value: str) -> bool:
    """Whether what stands in the place of a secret is none: too short, masked, or a word that says what belongs there.

    >>> is_harmless("****"), is_harmless("YOUR_API_KEY"), is_harmless("hunter2hunter2")
    (True, True, False)
    """
    return len(value) < 6 or _PLACEHOLDER.match(value) is not None


def is_shown(value: str) -> bool:
    """Whether it only shows what one looks like, as manuals do: `sk-ant-xxxxxxxx`, or with YOUR-KEY in it."""
    return _SHOWN.search(value) is not None


# -- what has to be so


def _any(value: str) -> bool:
    return True


def _random(value: str) -> bool:
    """Letters and figures mixed, as in no word and no name of a page."""
    runs: list[str] = _RUN.findall(value)
    return any(re.search("[0-9]", run) is not None and re.search("[A-Za-z]", run) is not None for run in runs)


def _credentials(value: str) -> bool:
    """What `Basic` announces: a name and a password; one of both may be all there is."""
    try:
        said = b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except ValueError:
        return False
    _, colon, password = said.partition(":")
    return said.isprintable() and bool(colon) and (not password or _meant(password))


def _of_search(value: str) -> bool:
    """As long as a key of Azure AI Search is, with the letters that it has near its end."""
    return len(value) == 52 and _random(value)


def _labelled(value: str) -> bool:
    return _random(value) and not is_harmless(value)


def _meant(value: str) -> bool:
    """No word for what belongs there."""
    return _PLACEHOLDER.match(value) is None


def _baked(value: str) -> bool:
    """A cookie that knows somebody: letters and figures, and not few."""
    values = (part.partition("=")[2] for part in value.split(";"))
    return any(len(one) >= 8 and re.search("[0-9]", one) and re.search("[A-Za-z]", one) for one in values)


# -- where it may stand


def _alone(text: str, at: int) -> bool:
    """Not in the middle of a word, or of the letters that opaque values are made of."""
    before = text[max(0, at - 2) : at]
    return not re.match(r"[\w-]", before[-1:], re.ASCII) or _ESCAPED_BLANK.search(before) is not None


def _anywhere(text: str, at: int) -> bool:
    return True


def _behind_label(text: str, at: int) -> bool:
    return _LABEL.search(text[max(0, at - 24) : at]) is not None


def _kind(
    name: str,
    hints: str,
    pattern: str,
    holds: Callable[[str], bool] = _any,
    *,
    small: bool = False,
    stands: Callable[[str, int], bool] = _alone,
    before: str = "",
) -> Kind:
    flags = re.ASCII | (re.IGNORECASE if small else 0)
    return Kind(
        name, tuple(hints.split()), re.compile(pattern, flags), holds, stands, small, re.compile(rf"{before}\Z")
    )


_SIGNED = r"x-\w+-(?:signature|credential|security-token)(?:=|%3D)([^&\s\"'<>\\]{12,})"
_LOGIN = r"://[^\s/:@\"'<>\\?#]{1,100}:([^\s/:@\"'<>\\?#]{3,200})@[\w.-]"
_COOKIE = (
    r"cookie\d?[\"'\\]{0,4}\s{0,3}[:=,]\s{0,3}[\"'\\\[]{0,4}"
    r"([\w.-]{1,64}=[^\s\"'\\]{6,}(?:; ?[\w.-]{1,64}=[^\s\"'\\;]+)*)"
)
_ACCOUNT = r"arn:aws[\w-]{0,20}:[\w-]{0,40}:[\w-]{0,40}:((?!0{12})\d{12})(?!\d)"
_COOKIES = "__cf_bm= _cfuvid= cf_clearance= sessionid= phpsessid= awsalb="
_IS = (
    r"(?:\s(?:provided|given|used|supplied))?[\"'\\\]]{0,4}\s{0,3}(?:[:=,]|=>|%3D|is)\s{0,3}"
    r"[\"'\\]{0,4}([^\s\"'\\,;&<>(){}\[\]]{8,})"
)
_LABELLED = rf"(?:key|token|secret)(?:[-_. ]?id)?{_IS}"
KINDS = (
    _kind("Anthropic key", "sk-ant-", r"sk-ant-[\w-]{8,}", stands=_anywhere),
    _kind("OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-None-", r"sk-[a-zN]+-[\w-]{12,}", stands=_anywhere),
    _kind("OpenRouter key", "sk-or-", r"sk-or-(?:v\d-)?[A-Za-z0-9]{16,}", stands=_anywhere),
    _kind("secret key", "sk- sk_ rk_ pk- ek_ sess- whsec_", r"[a-z]+[-_][\w-]{16,}", _random),
    _kind("Google API key", "AIza", r"AIza[\w-]{30,}"),
    _kind("Google token", "ya29. GOCSPX- 1//0 AQ.A", r"(?:ya29\.|GOCSPX-|1//0|AQ\.A)[\w.-]{20,}"),
    _kind("AWS key id", "AKIA ASIA ABIA ACCA", r"A[A-Z]{3}[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _kind("AWS session token", "IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", r"[IF][\w/+=%-]{50,}"),
    _kind("Bedrock key", "ABSK bedrock-api-key-", r"(?:ABSK|bedrock-api-key-)[\w/+=-]{32,}", _random),
    _kind("signed address", "x-amz- x-goog-", _SIGNED, small=True, stands=_anywhere),
    _kind("AWS signature", "AWS4-HMAC-SHA256", r"AWS4-HMAC-SHA256 Credential=([^\r\n\"]{20,})"),
    _kind("Azure key", "JQQJ99", r"JQQJ99[A-Za-z0-9]{16,}", stands=_anywhere, before="[A-Za-z0-9]{0,52}"),
    _kind(
        "Azure key", "AzSe", r"AzSe[A-Za-z0-9]{6}(?![A-Za-z0-9])", _of_search,
        stands=_anywhere, before="[A-Za-z0-9]{42}",
    ),
    _kind("Azure signature", "sig=", r"sig=([A-Za-z0-9+/%]{30,}={0,2})", _random),
    _kind("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"gh[a-z]+_\w{20,}"),
    _kind("GitLab token", "glpat-", r"glpat-[\w-]{16,}"),
    _kind("Slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", r"x[a-z]{3}-[\w-]{10,}"),
    _kind("Slack address", "hooks.slack.com/services/", r"hooks\.slack\.com/services/([\w/]{20,})"),
    _kind("Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{20,}"),
    _kind("Replicate token", "r8_", r"r8_[A-Za-z0-9]{20,}"),
    _kind("Groq key", "gsk_", r"gsk_[A-Za-z0-9]{20,}"),
    _kind("xAI key", "xai-", r"xai-(?:token-)?[A-Za-z0-9]{20,}"),
    _kind("Perplexity key", "pplx-", r"pplx-[A-Za-z0-9]{20,}"),
    _kind("service key", "tvly- nvapi- lsv2_ pcsk_ jina_ fw_ ntn_ lin_api_ secret_", r"[a-z2]+[-_][\w-]{16,}", _random),
    _kind("package token", "pypi-AgE npm_", r"(?:pypi-AgE[\w-]{16,}|npm_[A-Za-z0-9]{30,})"),
    _kind("cloud token", "dapi dop_v1_ SG.", r"(?:dapi[0-9a-f]{32}|dop_v1_[0-9a-f]{40,}|SG\.[\w-]{16,}\.[\w-]{16,})"),
    _kind("JSON web token", "eyJ", r"eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}|[\w-]*\.[\w-]{8,}\.[\w-]{8,})\.[\w-]*"),
    _kind("private key", "PRIVATE KEY", r"PRIVATE KEY(?: BLOCK)?-----((?:[A-Za-z0-9+/=\s]|\\[nr]){40,})"),
    _kind("bearer token", "bearer", r"bearer[\s+]{1,3}([\w.~+/=-]{16,})", _random, small=True),
    _kind("user and password", "basic", r"basic\s{1,3}([A-Za-z0-9+/]{12,}={0,2})", _credentials, small=True),
    _kind("password in an address", "://", _LOGIN, _meant, stands=_anywhere),
    _kind("cookie", "cookie", _COOKIE, _baked, small=True, stands=_anywhere),
    _kind("cookie", _COOKIES, r"\w+=([^\s;\"'\\]{12,})", small=True, stands=_anywhere),
    _kind("labelled secret", "key token secret", _LABELLED, _labelled, small=True, stands=_behind_label),
    _kind("password", "password passwd passphrase", rf"pass[a-z]+{_IS}", _labelled, small=True, stands=_anywhere),
    _kind("AWS account", "arn:aws", _ACCOUNT, stands=_anywhere),
    _kind("OpenAI account", "org- proj_ user-", r"[a-z]+[-_][A-Za-z0-9]{16,}", _random),
    _kind("Google project", "projects/ project_number:", r"project(?:s/(?=\d{11})|_number:)(\d{6,})", stands=_anywhere),
)  # fmt: skip
