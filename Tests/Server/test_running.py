"""Restarts, keys, the end, and policies that change on disk."""

import http.client
import json
import signal
import socket
import subprocess
import threading
import time

from conftest import COMMAND, HERE, command, wait_until

DESK = (HERE / "Desk.gate").read_text()


def test_a_restart_keeps_users_and_counts(serve, tmp_path):
    words = [HERE / "Desk.gate", "--users", tmp_path / "users.sqlite"]
    server = serve(*words)
    server.put("/v1/users/ada", {"schema": 1, "facts": {"student": True}})
    for number in range(7):
        asked = {"user": "ada", "target": "bills", "id": f"bill-{number}"}
        assert server.post("/v1/use", asked).json()["outcome"] == "allowed"
    assert server.post("/v1/reserve", {"user": "ada", "target": "bills", "adding": 5, "id": "r"}).ok
    assert server.stop() == 0
    server = serve(*words)
    assert server.outcome("ada", "csv-export") == "allowed"
    again = server.post("/v1/use", {"user": "ada", "target": "bills", "id": "bill-3"}).json()
    assert (again["outcome"], again["repeated"]) == ("allowed", True)
    assert server.post("/v1/commit", {"user": "ada", "id": "r", "adding": 3}).status_code == 204
    server.kill()
    server = serve(*words)
    known = server.get("/v1/users/ada").json()
    quota = server.post("/v1/check", {"user": "ada", "target": "bills"}).json()["quota"]
    assert known["facts"] == {"student": True} and quota["used"] == 10
    assert server.ask("DELETE", "/v1/users/ada").status_code == 204
    server.stop()
    server = serve(*words)
    assert server.get("/v1/users/ada").status_code == 404


def test_keys(serve, tmp_path):
    keys = tmp_path / "keys.json"
    asks = command("key", "api", keys, "--name", "shop").decode().strip()
    writes = command("key", "api", keys, "--name", "backend", "--may", "write").decode().strip()
    other = command("key", "api", keys, "--name", "other", "--policy", "Other").decode().strip()
    assert asks not in keys.read_text() and oct(keys.stat().st_mode)[-3:] == "600"
    server = serve(HERE / "Desk.gate", "--keys", keys)
    question = {"user": "ada", "target": "plain"}

    def status(key, page="/v1/check", body=question, method="POST"):
        said = {"Authorization": f"Bearer {key}"} if key else {}
        return server.ask(method, page, body, **said).status_code

    assert status(None) == 401 and status("tg_wrong") == 401 and status(asks + "0") == 401
    assert server.post("/v1/check", question).headers["WWW-Authenticate"] == "Bearer"
    assert status(asks) == 200 and status(writes) == 403 and status(other) == 403
    assert server.post("/v1/check", question, X_API_Key=asks).status_code == 200
    assert status(asks, "/v1/users/ada", {"schema": 1}, "PUT") == 403
    assert status(writes, "/v1/users/ada", {"schema": 1}, "PUT") == 200
    assert status(asks, "/metrics", None, "GET") == 403
    assert server.get("/healthz").ok and server.get("/openapi.json").ok
    # A new key counts without a restart, and one that is gone does not.
    counts = command("key", "api", keys, "--name", "counter", "--may", "count").decode().strip()
    assert wait_until(lambda: status(counts, "/v1/use", {"user": "ada", "target": "bills"}) == 200)
    known = json.loads(keys.read_text())
    known["keys"] = [key for key in known["keys"] if key["name"] != "shop"]
    keys.write_text(json.dumps(known))
    assert wait_until(lambda: status(asks) == 401)
    keys.write_text("{")
    assert wait_until(
        lambda: any("keys are refused" in event.get("message", "") for event in server.log)
    )
    assert status(counts, "/v1/use", {"user": "ada", "target": "bills"}) == 200
    assert not any(key in json.dumps(server.log) for key in [asks, writes, other, counts])


def test_without_keys_it_is_for_this_machine_alone(serve):
    done = subprocess.run(
        [COMMAND, "serve", HERE / "Desk.gate", "--host", "0.0.0.0", "--port", "0"],
        capture_output=True, timeout=30,
    )
    assert done.returncode == 64 and b"--keys" in done.stderr
    server = serve(HERE / "Desk.gate")
    assert server.get("/healthz", Host="evil.example").status_code == 403


def test_it_takes_as_many_connections_as_its_user_may_have(serve):
    few = ["bash", "-c", 'ulimit -Sn 64; ulimit -Hn 400; exec "$@"', "few"]
    server = serve(HERE / "Desk.gate", before=few)
    some = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    assert server.get("/healthz").ok
    # Those that are too many wait, and it goes on when others have gone.
    some += [socket.create_connection(("127.0.0.1", server.port)) for _ in range(400)]
    for connection in some:
        connection.close()
    assert server.get("/healthz").ok


def test_the_end_finishes_what_runs(serve):
    server = serve(HERE / "Desk.gate")
    body = json.dumps({"user": "ada", "target": "plain"}).encode()
    head = (
        b"POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    )
    slow = socket.create_connection(("127.0.0.1", server.port))
    slow.sendall(head + body[:10])
    stream = socket.create_connection(("127.0.0.1", server.port))
    stream.sendall(
        b"GET /v1/users/ada/changes?target=plain HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    )
    stream.settimeout(20)
    told = b""
    while b"event: decision" not in told:
        told += stream.recv(65_536)
    start = time.monotonic()
    server.process.send_signal(signal.SIGTERM)

    def finish():
        time.sleep(2)
        slow.sendall(body[10:])

    threading.Thread(target=finish).start()
    # The stream ends at once, and the request is answered.
    while stream.recv(65_536):
        pass
    assert time.monotonic() - start < 2
    slow.settimeout(20)
    answer = b""
    while b'"outcome":"allowed"' not in answer:
        part = slow.recv(65_536)
        assert part, answer
        answer += part
    assert answer.startswith(b"HTTP/1.1 200")
    slow.close()
    assert server.process.wait(20) == 0
    assert time.monotonic() - start < 19


def test_the_end_comes_although_somebody_never_finishes(serve):
    server = serve(HERE / "Desk.gate", "--grace", "2")
    slow = socket.create_connection(("127.0.0.1", server.port))
    slow.sendall(b"POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
    time.sleep(0.3)
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(15)


def test_a_policy_with_a_mistake_never_comes_into_use(serve, tmp_path):
    policy = tmp_path / "Desk.gate"
    policy.write_text(DESK)
    server = serve(policy)
    before = server.get("/v1/policy").json()["fingerprint"]
    assert server.post("/v1/use", {"user": "ada", "target": "bills"}).ok

    def event(words):
        return any(words in event.get("message", "") for event in server.log)

    def state():
        return "refused" if server.get("/readyz").json()["refused"] else "ok"

    for mistake in [DESK + "\nbils > 5 requires pro\n", "policy Desk\n", DESK[:100], ""]:
        policy.write_text(mistake)
        if mistake == "policy Desk\n":
            # It is whole, and forgets everything: it comes into use.
            assert wait_until(lambda: server.get("/v1/policy").json()["fingerprint"] != before)
            policy.write_text(DESK)
            assert wait_until(lambda: server.get("/v1/policy").json()["fingerprint"] == before)
            continue
        assert wait_until(lambda: state() == "refused"), mistake
        assert event("a policy is refused")
        found = server.get("/v1/policy").json()
        assert found["fingerprint"] == before and found["problem"]
        assert server.outcome("ada", "bills") == "allowed"
        assert server.post("/v1/policy/reload", None).status_code == 422
        policy.write_text(DESK)
        assert wait_until(lambda: state() == "ok")
    policy.write_text(DESK.replace("policy Desk", "policy Other"))
    assert wait_until(lambda: state() == "refused")
    policy.write_text(DESK.replace("bills > 100", "bills > 1"))
    assert wait_until(lambda: server.outcome("ada", "bills") == "denied")
    assert state() == "ok" and event("a policy is in use")


def test_a_folder_with_two_policies(serve, tmp_path):
    (tmp_path / "Desk.gate").write_text(DESK)
    lamp = "policy Lamp\ntiers free < pro\nproduct annual\n  grants pro\n  price 1 EUR once\n"
    (tmp_path / "Lamp.gate").write_text(lamp + "feature glow\nglow requires pro\n")
    server = serve(tmp_path)
    found = server.get("/v1/policies").json()["policies"]
    assert {policy["name"] for policy in found} == {"Desk", "Lamp"}
    assert server.post("/v1/check", {"target": "glow"}).status_code == 404
    question = {"user": "ada", "target": "glow"}
    assert server.post("/p/Lamp/v1/check", question).json()["outcome"] == "denied"
    grant = {"schema": 1, "grants": [{"product": "annual"}]}
    assert server.put("/p/Lamp/v1/users/ada", grant).ok
    assert server.post("/p/Lamp/v1/check", question).json()["outcome"] == "allowed"
    # Each policy has its own users.
    assert server.get("/p/Desk/v1/users/ada").status_code == 404
    assert server.post("/p/Desk/v1/check", question).status_code == 404
    assert server.post("/p/Desk/ofrep/v1/evaluate/flags/plain", {"context": {}}).json()["value"]
    assert server.post("/p/Other/v1/check", question).status_code == 404


def test_a_refusal_keeps_the_connection(serve):
    """What has no content is refused and may ask again; what has some is told that it may not."""
    server = serve(HERE / "Desk.gate")
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for page, status in [("/nothing", 404), ("/healthz", 200)]:
        connection.request("GET", page)
        answer = connection.getresponse()
        assert answer.status == status and answer.getheader("Connection") != "close"
        answer.read()
        time.sleep(1.3)
    connection.request("POST", "/nothing", "{}")
    answer = connection.getresponse()
    assert answer.status == 404 and answer.getheader("Connection") == "close"
