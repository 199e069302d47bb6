"""OpenFeature's own SDK and its provider for OFREP ask the server."""

import pytest
import requests
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import ErrorCode
from openfeature.flag_evaluation import Reason

from conftest import HERE

PAGE = "/ofrep/v1/evaluate/flags"


@pytest.fixture
def server(serve):
    server = serve(HERE / "Desk.gate", "--allow-origin", "https://app.example.com")
    snapshot = {"schema": 1, "grants": [{"product": "annual", "until": "2100-01-01"}]}
    assert server.put("/v1/users/pro", snapshot).status_code == 200
    return server


@pytest.fixture
def client(server):
    api.set_provider(OFREPProvider(server.address))
    yield api.get_client()
    api.shutdown()


FREE = EvaluationContext("free")
PRO = EvaluationContext("pro")


def test_each_key_has_its_type(client):
    assert client.get_boolean_value("csv-export", True, FREE) is False
    assert client.get_boolean_value("csv-export", False, PRO) is True
    assert client.get_boolean_value("tools", True, FREE) is False
    assert client.get_integer_value("bills.remaining", -1, FREE) == 100
    assert client.get_integer_value("bills.limit", -1, FREE) == 100
    assert client.get_integer_value("history", -1, FREE) == 7 * 86_400
    assert client.get_string_value("quality", "?", FREE) == "low"
    assert client.get_string_value("quality", "?", PRO) == "high"
    assert client.get_string_value("csv-export.reason", "?", FREE) == "not-held"
    decision = client.get_object_value("csv-export.decision", {}, FREE)
    assert decision["outcome"] == "denied" and decision["waysIn"][0]["products"] == ["annual"]


def test_an_integer_is_read_as_a_float(client):
    details = client.get_float_details("bills.limit", -1.0, FREE)
    # The server cannot know what is wanted, and this client takes no integer for a float.
    assert (details.value, details.error_code) == (-1.0, ErrorCode.TYPE_MISMATCH)


def test_unlimited_is_the_default_of_the_code(client):
    details = client.get_integer_details("bills.limit", 7, PRO)
    assert details.value == 7 and details.variant == "allowed"


def test_reasons_variants_and_metadata(client):
    assert client.get_boolean_details("plain", False, FREE).reason == Reason.STATIC
    assert client.get_boolean_details("editor", False, FREE).reason == Reason.SPLIT
    assert client.get_boolean_details("closed", True, FREE).reason == Reason.DISABLED
    details = client.get_boolean_details("csv-export", True, FREE)
    assert (details.reason, details.variant) == (Reason.TARGETING_MATCH, "denied")
    assert details.flag_metadata["reason"] == "not-held"
    assert "Annual plan" in details.flag_metadata["wayIn"]
    assert client.get_boolean_details("trial-tool", True, FREE).reason == Reason.UNKNOWN


def test_the_context_tells_facts_and_usage(client):
    student = EvaluationContext("free", {"student": True})
    assert client.get_boolean_value("csv-export", False, student) is True
    used = EvaluationContext("free", {"usage.bills": 100.0, "something-else": [1, {"a": None}]})
    assert client.get_boolean_value("bills", True, used) is False
    assert client.get_integer_value("bills.remaining", -1, used) == 0
    # Nobody in particular: what no user decides has an answer.
    assert client.get_boolean_value("plain", False) is True


def test_errors_have_their_code_and_the_default(client):
    details = client.get_boolean_details("csv-exprot", True, FREE)
    assert details.value is True and details.error_code == ErrorCode.FLAG_NOT_FOUND
    wrong = client.get_boolean_details(
        "csv-export", True, EvaluationContext("free", {"student": "perhaps"})
    )
    assert wrong.value is True and wrong.error_code == ErrorCode.INVALID_CONTEXT
    assert "student" in wrong.error_message
    nobody = client.get_boolean_details("editor", True)
    assert nobody.value is True and nobody.error_code == ErrorCode.TARGETING_KEY_MISSING
    mismatch = client.get_boolean_details("bills.limit", True, FREE)
    assert mismatch.value is True and mismatch.error_code == ErrorCode.TYPE_MISMATCH


def test_all_flags_at_once_and_again_if_they_changed(server):
    asked = {"context": {"targetingKey": "free"}}
    first = server.post(PAGE, asked)
    tag = first.headers["ETag"]
    assert first.status_code == 200
    flags = {flag["key"]: flag for flag in first.json()["flags"]}
    assert flags["bills.remaining"]["value"] == 100 and "csv-export.decision" in flags
    same = server.post(PAGE, asked, If_None_Match=tag)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    assert server.post("/v1/use", {"user": "free", "target": "bills"}).status_code == 200
    changed = server.post(PAGE, asked, If_None_Match=tag)
    assert changed.status_code == 200 and changed.headers["ETag"] != tag
    # The address for changes tells when to ask again.
    with requests.get(changed.json()["eventStreams"][0]["url"], stream=True, timeout=15) as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()
        server.post("/v1/use", {"user": "free", "target": "bills"})
        data = next(line for line in lines if line.startswith(b"data:"))
        assert b"refetchEvaluation" in data


def test_bad_requests_say_which(server):
    for body, code in [("{", "PARSE_ERROR"), ('{"context":{"targetingKey":7}}', "INVALID_CONTEXT")]:
        for page in [PAGE, f"{PAGE}/plain"]:
            answer = server.post(page, body)
            assert answer.status_code == 400 and answer.json()["errorCode"] == code
            assert answer.json()["errorDetails"]


def test_a_browser_may_read_it(server):
    asked = {
        "Origin": "https://app.example.com", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,if-none-match",
    }
    preflight = server.ask("OPTIONS", PAGE, **asked)
    assert preflight.status_code in (200, 204)
    allowed = preflight.headers["Access-Control-Allow-Headers"].lower()
    assert "content-type" in allowed and "if-none-match" in allowed
    assert preflight.headers["Access-Control-Allow-Origin"] == asked["Origin"]
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    answer = server.post(PAGE, {"context": {}}, Origin=asked["Origin"])
    assert answer.headers["Access-Control-Allow-Origin"] == asked["Origin"]
    assert "etag" in answer.headers["Access-Control-Expose-Headers"].lower()
    other = server.ask("OPTIONS", PAGE, **{**asked, "Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
