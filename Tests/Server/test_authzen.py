"""The fixture of AuthZEN's certification, over a socket."""

import json

import pytest

from conftest import ROOT, Server

ALICE = {"type": "user", "id": "alice"}
BOB = {"type": "user", "id": "bob"}
ADMIN = {**BOB, "properties": {"role": "admin"}}
RECORD_1 = {"type": "record", "id": "record-1"}
ACTIVE = {**RECORD_1, "properties": {"status": "active"}}
ARCHIVED = {"type": "record", "id": "record-2", "properties": {"status": "archived"}}
READ, WRITE = {"name": "read"}, {"name": "write"}
SOFT = {"name": "delete", "properties": {"soft": True}}
HARD = {"name": "delete", "properties": {"soft": False}}


def parts(subject=None, action=None, resource=None, **more):
    found = {"subject": subject, "action": action, "resource": resource, **more}
    return {name: value for name, value in found.items() if value is not None}


@pytest.fixture(scope="module")
def server():
    server = Server(ROOT / "Examples/Server/Certification.gate")
    server.put("/v1/users/alice", {"schema": 1})
    server.put("/v1/users/bob", {"schema": 1, "facts": {"role": "admin"}})
    yield server
    server.kill()


@pytest.mark.parametrize(
    "asked, decision",
    [
        (parts(ALICE, READ, RECORD_1), True),
        (parts(ALICE, WRITE, RECORD_1), True),
        (parts(BOB, READ, RECORD_1), True),
        (parts(ADMIN, WRITE, ARCHIVED), True),
        (parts(ALICE, SOFT, RECORD_1), True),
        (parts(ALICE, READ, RECORD_1, context={"ip": "192.168.1.1"}), True),
        (parts(ALICE, READ, RECORD_1, foo="bar", future={"nested": True}), True),
        (parts(BOB, WRITE, RECORD_1), False),
        (parts(ALICE, WRITE, ARCHIVED), False),
        (parts(ALICE, HARD, RECORD_1), False),
    ],
)
def test_decisions(server, asked, decision):
    answers = [server.post("/access/v1/evaluation", asked) for _ in range(3)]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json()["decision"] is decision
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize(
    "body",
    [
        parts(None, READ, RECORD_1), parts(ALICE, None, RECORD_1), parts(ALICE, READ),
        parts({"id": "alice"}, READ, RECORD_1), parts({"type": "user"}, READ, RECORD_1),
        parts(ALICE, {}, RECORD_1), parts(ALICE, READ, {"id": "record-1"}),
        parts(ALICE, READ, {"type": "record"}), parts("alice", READ, RECORD_1),
        parts(ALICE, {"name": 123}, RECORD_1), "{", "", "[]",
    ],
)
def test_bad_requests(server, body):
    assert server.post("/access/v1/evaluation", body).status_code == 400


def test_transport(server):
    asked = parts(ALICE, READ, RECORD_1)
    page = "/access/v1/evaluation"
    assert server.post(page, asked, Content_Type="text/plain").status_code == 400
    for method in ["GET", "PUT", "DELETE", "PATCH"]:
        refused = server.ask(method, page, asked)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    named = server.post(page, asked, X_Request_ID="bfe9eb29")
    assert named.headers["X-Request-ID"] == "bfe9eb29"
    again = server.post(page, asked, X_Request_ID="other")
    assert again.headers["X-Request-ID"] == "other" and again.content == named.content


@pytest.mark.parametrize(
    "asked, decisions",
    [
        (
            parts(BOB, None, RECORD_1, evaluations=[{"action": READ}, {"action": WRITE}]),
            [True, False],
        ),
        (
            parts(ALICE, WRITE, evaluations=[{"resource": ACTIVE}, {"resource": ARCHIVED}]),
            [True, False],
        ),
        (
            parts(None, WRITE, ARCHIVED, evaluations=[{"subject": ALICE}, {"subject": ADMIN}]),
            [False, True],
        ),
        (
            parts(BOB, None, RECORD_1, options={"evaluations_semantic": "deny_on_first_deny"},
                  evaluations=[{"action": READ}, {"action": WRITE}, {"action": READ}]),
            [True, False],
        ),
        (
            parts(BOB, None, RECORD_1, options={"evaluations_semantic": "permit_on_first_permit"},
                  evaluations=[{"action": WRITE}, {"action": READ}, {"action": READ}]),
            [False, True],
        ),
        (
            parts(BOB, None, RECORD_1, options={"evaluations_semantic": "execute_all"},
                  evaluations=[{"action": WRITE}, {"action": READ}, {}]),
            [False, True, False],
        ),
    ],
)
def test_several_at_once(server, asked, decisions):
    answer = server.post("/access/v1/evaluations", asked)
    assert answer.status_code == 200, answer.text
    assert [part["decision"] for part in answer.json()["evaluations"]] == decisions


@pytest.mark.parametrize(
    "sought, asked, names",
    [
        ("subject", parts({"type": "user"}, READ, RECORD_1), {"alice", "bob"}),
        ("subject", parts({"type": "user"}, WRITE, ARCHIVED), {"bob"}),
        ("resource", parts(ALICE, READ, {"type": "record"}), {"record-1", "record-2"}),
        ("resource", parts(ADMIN, WRITE, {"type": "record"}), {"record-2"}),
        ("action", parts(ALICE, None, RECORD_1), {"read", "write"}),
        ("action", parts(ADMIN, None, ARCHIVED), {"read", "write"}),
    ],
)
def test_searches(server, sought, asked, names):
    page = f"/access/v1/search/{sought}"
    answer = server.post(page, asked)
    assert answer.status_code == 200
    key = "name" if sought == "action" else "id"
    found = {result[key] for result in answer.json()["results"]}
    assert found == names
    assert answer.json()["page"]["next_token"] == ""
    # The same in pages of one.
    paged, token = [], None
    while token != "":
        page_of_one = {"limit": 1} if token is None else {"limit": 1, "token": token}
        part = server.post(page, {**asked, "page": page_of_one}).json()
        paged += [result[key] for result in part["results"]]
        token = part["page"]["next_token"]
    assert sorted(paged) == sorted(names)
    assert server.post(page, {**asked, "page": {"token": "x"}}).status_code == 400


def test_searches_that_lack_something(server):
    for sought, asked in [
        ("subject", parts({"type": "user"}, None, RECORD_1)),
        ("resource", parts(None, READ, {"type": "record"})),
        ("action", parts(ALICE)),
    ]:
        assert server.post(f"/access/v1/search/{sought}", asked).status_code == 400


def test_where_the_pages_are(server):
    answer = server.get("/.well-known/authzen-configuration")
    assert answer.status_code == 200
    found = answer.json()
    assert found["policy_decision_point"] == server.address
    for name in ["access_evaluation_endpoint", "access_evaluations_endpoint"]:
        page = found[name].removeprefix(server.address)
        assert server.post(page, parts(ALICE, READ, RECORD_1)).json()["decision"] is True
    assert json.dumps(found).count(server.address) == len(found)
