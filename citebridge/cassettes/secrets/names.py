"""Names that say that a secret follows: of fields, of parameters in an address, of environment variables."""

import re
from functools import lru_cache
from urllib.parse import unquote, unquote_plus

MASK = "***"
_FIELDS = frozenset(
    (
        *("authorization", "authorizationtoken", "proxyauthorization", "bearer", "bearertoken", "cookie", "setcookie"),
        *("apikey", "xapikey", "xgoogapikey", "ocpapimsubscriptionkey", "subscriptionkey", "accountkey", "sharedkey"),
        *("accesstoken", "refreshtoken", "idtoken", "authtoken", "sessiontoken", "securitytoken", "oauthtoken"),
        *("secret", "clientsecret", "secretkey", "secretaccesskey", "accesskey", "accesskeyid", "privatekey"),
        *("awssecretaccesskey", "awsaccesskeyid", "awssessiontoken", "xamzsecuritytoken", "signingkey"),
        *("password", "passwd", "passphrase", "apitoken", "personalaccesstoken", "xauthtoken", "csrftoken"),
        *("openaiorganization", "openaiproject", "anthropicorganizationid", "organizationid", "orgid"),
        *("accountid", "awsaccountid", "xgooguserproject", "quotaproject", "setcookie2", "sessionid"),
    )
)
# Also behind the name of what they are for: not `token` alone, of which models have many that are none.
_ENDS = (
    *("apikey", "apitoken", "accesstoken", "refreshtoken", "authtoken", "bearertoken"),
    *("password", "passwd", "passphrase", "clientsecret", "secretkey", "secretaccesskey", "privatekey"),
)
_PARAMETERS = _FIELDS.union(
    ("key", "token", "sig", "signature", "code", "auth", "session", "policy", "hmac", "jwt"),
    ("xamzsignature", "xamzcredential", "xgoogsignature", "xgoogcredential", "googleaccessid"),
)
_VARIABLE = re.compile(
    r"(?:KEYS?|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|_PASS|_PAT|CREDENTIALS?|COOKIE)(?:_?(?:ID|\d+))?\Z"
)
_ACCOUNT = re.compile(r"(arn(?::|%3A)aws[\w-]*(?::|%3A)[\w-]*(?::|%3A)[\w-]*(?::|%3A))\d{12}", re.I)
_PORTS = {"http": ":80", "https": ":443"}
_PROJECT = re.compile(r"(/projects/)[^/:?#]+")


@lru_cache(1024)  # a stream tells the same few in each of its events
def is_secret_field(name: str, within: str = "") -> bool:
    """Whether a field or header of this name, within an object of that, holds a secret, or whose account it is.

    >>> is_secret_field("x-api-key"), is_secret_field("dbPassword"), is_secret_field("next_page_token")
    (True, True, False)
    >>> is_secret_field("key", "authentication"), is_secret_field("key", "metadata")
    (True, False)
    """
    plain = _plain(name)
    if plain == "key":  # for an index of Azure AI Search, or of Elasticsearch; elsewhere a word like any other
        return _plain(within) == "authentication"
    return plain in _FIELDS or plain.endswith(_ENDS)


def is_secret_variable(name: str) -> bool:
    """Whether an environment variable of this name holds a secret.

    >>> is_secret_variable("MISTRAL_API_KEY"), is_secret_variable("TOKENIZERS_PARALLELISM")
    (True, False)
    """
    return _VARIABLE.search(name.upper()) is not None


def clean_url(url: str) -> str:
    """An address without secrets: no user, the values of secret parameters masked, no account and no project.

    What is left is as it was, letter by letter.

    >>> clean_url("https://me:pw@ai.example/v1/projects/mine/m:run?alt=sse&key=abc#top")
    'https://ai.example/v1/projects/***/m:run?alt=sse&key=***'
    """
    head, question, query = url.partition("#")[0].partition("?")
    scheme, slashes, rest = head.partition("://")
    if slashes:
        host, slash, path = rest.partition("/")
        head = f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
    head = _ACCOUNT.sub(r"\g<1>" + "0" * 12, _PROJECT.sub(rf"\g<1>{MASK}", head))
    return head + question + "&".join(map(_clean, query.split("&")))


def public_parameters(query: str) -> list[str]:
    """The parameters of an address, or the fields of a form, but for the secret ones.

    >>> public_parameters("api_key=abc&q=1")
    ['q=1']
    """
    return [part for part in query.split("&") if part and not is_secret_parameter(part.partition("=")[0])]


def matched_url(url: str) -> str:
    """The form in which two addresses are compared: without secret parameters, the others in order, all unescaped.

    >>> matched_url("HTTPS://AI.example:443/v1/m%3Arun?key=abc&b=2&a=1")
    'https://ai.example/v1/m:run?a=1&b=2'
    """
    head, _, query = clean_url(url).partition("?")
    scheme, slashes, rest = head.partition("://")
    host, slash, path = rest.partition("/") if slashes else ("", "", head)
    scheme = scheme.lower() if slashes else ""
    origin = f"{scheme}://{host.lower().removesuffix(_PORTS.get(scheme, ':'))}" if slashes else ""
    parameters = sorted(map(unquote_plus, public_parameters(query)))
    return origin + slash + unquote(path) + "?" * bool(parameters) + "&".join(parameters)


def is_secret_parameter(name: str) -> bool:
    """Whether a parameter of an address of this name holds a secret."""
    plain = _plain(unquote_plus(name))
    return plain in _PARAMETERS or plain.endswith(_ENDS)


def _clean(part: str) -> str:
    name, equals, _ = part.partition("=")
    return f"{name}={MASK}" if equals and is_secret_parameter(name) else part


def _plain(name: str) -> str:
    return re.sub(r"[-_. ]", "", name).lower()
