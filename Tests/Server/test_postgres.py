"""Several processes before one PostgreSQL: what was confirmed stays, and counts once."""

import collections
import concurrent.futures
import itertools
import json
import random
import subprocess
import threading
import time

import pytest
import requests

from conftest import HERE, Server, free_port, wait_until

DESK = HERE / "Desk.gate"


@pytest.fixture
def three(serve, postgres):
    return [serve(DESK, "--users", postgres.address) for _ in range(3)]


def used(server, user, target="bills"):
    """How much of a meter is used, as a decision says."""
    answer = server.post("/v1/check", {"user": user, "target": target, "adding": 0})
    assert answer.status_code == 200, answer.text
    return answer.json()["quota"]["used"]


def test_a_hundred_of_a_thousand(three):
    def use(number):
        server = three[number % 3]
        for _ in range(50):
            answer = server.post(
                "/v1/use", {"user": "ada", "target": "bills"}, Idempotency_Key=f"bill-{number}"
            )
            # Many write the same user: who is not served is told to repeat it.
            if answer.status_code != 503:
                break
            time.sleep(int(answer.headers["Retry-After"]) * random.random())
        assert answer.status_code == 200, answer.text
        return answer.json()["outcome"]

    with concurrent.futures.ThreadPoolExecutor(48) as pool:
        outcomes = collections.Counter(pool.map(use, range(1_000)))
    assert outcomes == {"allowed": 100, "denied": 900}
    assert [used(server, "ada") for server in three] == [100, 100, 100]


def test_a_change_wakes_a_stream_of_another_process(three):
    one, _, other = three
    page = "/v1/users/ada/changes?target=csv-export&target=bills"
    with requests.get(one.address + page, stream=True, timeout=20) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith(b"data:"))
        first = [json.loads(next(lines)[5:]) for _ in range(2)]
        assert [decision["outcome"] for decision in first] == ["denied", "allowed"]
        start = time.monotonic()
        snapshot = {"schema": 1, "grants": [{"product": "annual", "until": "2100-01-01"}]}
        assert other.put("/v1/users/ada", snapshot).status_code == 200
        opened = json.loads(next(lines)[5:])
        assert (opened["target"], opened["outcome"]) == ("csv-export", "allowed")
        assert time.monotonic() - start < 10
    with requests.get(
        one.address + "/v1/users/eve/changes?target=bills", stream=True, timeout=20
    ) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith(b"data:"))
        assert json.loads(next(lines)[5:])["quota"]["used"] == 0
        assert other.post("/v1/use", {"user": "eve", "target": "bills"}).status_code == 200
        assert json.loads(next(lines)[5:])["quota"]["used"] == 1


def test_the_database_is_away(serve, postgres, is_long):
    server = serve(DESK, "--users", postgres.address)
    server.put("/v1/users/ada", {"schema": 1, "facts": {"student": True}})
    assert server.outcome("ada", "csv-export") == "allowed"
    assert server.get("/readyz").status_code == 200
    postgres.stop()
    end = time.monotonic() + (10 if is_long else 4)
    while time.monotonic() < end:
        ready = server.get("/readyz")
        assert (ready.status_code, ready.json()["store"]) == (503, "away")
        assert server.get("/healthz").status_code == 200
        asked = {"target": "csv-export", "snapshot": {"schema": 1, "facts": {"student": True}}}
        answer = server.post("/v1/check", asked)
        assert answer.status_code == 200 and answer.json()["outcome"] == "allowed"
        for method, page, body in [
            ("POST", "/v1/check", {"user": "ada", "target": "csv-export"}),
            ("POST", "/v1/batch", '{"user": "ada", "target": "csv-export"}\n'),
            ("POST", "/v1/use", {"user": "ada", "target": "bills", "id": "once"}),
            ("PUT", "/v1/users/ada", {"schema": 1}),
            ("PATCH", "/v1/users/ada", {"facts": {"student": False}}),
            ("GET", "/v1/users/ada", None),
            ("DELETE", "/v1/users/ada", None),
            ("POST", "/ofrep/v1/evaluate/flags/plain", {"context": {"targetingKey": "ada"}}),
        ]:
            kind = "application/jsonl" if page == "/v1/batch" else "application/json"
            refused = server.ask(method, page, body, Content_Type=kind)
            assert refused.status_code == 503, (method, page, refused.status_code, refused.text)
            assert int(refused.headers["Retry-After"]) >= 1
        time.sleep(0.5)
    postgres.start()
    assert wait_until(lambda: server.get("/readyz").status_code == 200, 15)
    # Nothing that was refused has happened.
    assert server.outcome("ada", "csv-export") == "allowed"
    assert wait_until(
        lambda: server.post(
            "/v1/use", {"user": "ada", "target": "bills", "id": "once"}
        ).status_code == 200
    )
    assert used(server, "ada") == 1


class Clients:
    """Clients that use and write at any of the processes, and note what was confirmed."""

    users = 8

    def __init__(self, ports):
        self.ports = ports
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.numbers = itertools.count()
        self.outcomes = {}  # (user, key): the outcomes that were confirmed
        self.open = collections.deque()  # keys whose use nobody confirmed
        self.written = {}  # user: the number that was confirmed last
        self.faults = []
        self.answers = collections.Counter()
        self.threads = [threading.Thread(target=self.use) for _ in range(8)]
        self.threads += [
            threading.Thread(target=self.write, args=(f"writer-{n}",)) for n in range(3)
        ]

    def start(self):
        for thread in self.threads:
            thread.start()

    def join(self):
        self.stop.set()
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()

    def send(self, method, page, body=None, **headers):
        """The answer of some process; none if it ended before."""
        address = f"http://127.0.0.1:{random.choice(self.ports)}"
        try:
            answer = requests.request(
                method, address + page, json=body, headers=headers, timeout=20
            )
        except requests.RequestException:
            answer = None
        with self.lock:
            self.answers[answer.status_code if answer is not None else "none"] += 1
        if answer is None or answer.status_code == 503:
            time.sleep(0.02)
            return None
        if answer.status_code != 200:
            self.faults.append((method, page, answer.status_code, answer.text))
            return None
        return answer.json()

    def use_once(self, user, meter, key):
        answer = self.send(
            "POST", "/v1/use", {"user": user, "target": meter}, **{"Idempotency-Key": key}
        )
        if answer is None:
            return False
        with self.lock:
            self.outcomes.setdefault((user, meter, key), []).append(answer["outcome"])
        return True

    def use(self):
        while not self.stop.is_set():
            # What was not confirmed is repeated some time later.
            try:
                use = self.open.popleft() if random.random() < 0.5 else None
            except IndexError:
                use = None
            if use is None:
                number = next(self.numbers)
                meter = "bills" if number % 4 else "projects"
                use = (f"user-{number % self.users}", meter, f"key-{number}")
            if not self.use_once(*use):
                self.open.append(use)
            elif random.random() < 0.05:
                self.use_once(*use)

    def write(self, user):
        number = 0
        while not self.stop.is_set():
            number += 1
            body = {"schema": 1, "facts": {"seats": number}}
            while self.send("PUT", f"/v1/users/{user}", body) is None:
                pass
            self.written[user] = number
            known = self.send("GET", f"/v1/users/{user}")
            if known is not None and known["facts"]["seats"] != number:
                self.faults.append((user, number, known["facts"]))
            time.sleep(0.01)

    def repeat(self):
        """Repeats what nobody confirmed, until somebody does."""
        while self.open:
            use = self.open.popleft()
            if not self.use_once(*use):
                self.open.append(use)


POLICY = """policy Kills
tiers free < pro
product annual
  grants pro
  price 12 CNY per year
fact seats is a number, otherwise 1
meter bills
meter projects
bills > 1_000_000 requires pro
projects > 40 requires pro
"""


def test_kills_lose_nothing_and_count_nothing_twice(postgres, is_long, tmp_path):
    kills = 200 if is_long else 12
    policy = tmp_path / "Kills.gate"
    policy.write_text(POLICY)
    ports = [free_port() for _ in range(3)]
    words = [policy, "--users", postgres.address]
    servers = [Server(*words, port=port) for port in ports]
    clients = Clients(ports)
    clients.start()
    try:
        for _ in range(kills):
            time.sleep(random.uniform(0.05, 0.9))
            victim = random.randrange(3)
            servers[victim].kill()
            time.sleep(random.uniform(0, 0.2))
            servers[victim] = Server(*words, port=ports[victim])
    finally:
        clients.join()
    try:
        clients.repeat()
        print("answers by status:", dict(clients.answers), "uses:", len(clients.outcomes))
        assert not clients.faults, clients.faults[:5]
        assert clients.answers["none"] > 0, "no request was cut off"
        # A use that is repeated has the answer that it had, whoever gave it.
        for use, outcomes in clients.outcomes.items():
            assert len(set(outcomes)) == 1, (use, outcomes)
        for number in range(clients.users):
            user = f"user-{number}"
            for meter in ["bills", "projects"]:
                confirmed = sum(
                    outcomes[0] != "denied"
                    for (who, what, _), outcomes in clients.outcomes.items()
                    if (who, what) == (user, meter)
                )
                for server in servers:
                    assert used(server, user, meter) == confirmed, (user, meter)
                if meter == "projects":
                    assert confirmed <= 40
        for user, number in clients.written.items():
            for server in servers:
                known = server.get(f"/v1/users/{user}").json()
                # The one after it may have come although nobody confirmed it.
                assert number <= known["facts"]["seats"] <= number + 1
    finally:
        for server in servers:
            server.kill()


def test_a_database_that_hangs(serve, postgres):
    """It takes connections and says nothing: nobody waits for long, and what has a snapshot is answered."""
    server = serve(DESK, "--users", postgres.address, "--connections", 1)
    assert server.outcome("ada", "bills") == "allowed"
    pids = subprocess.check_output(["pgrep", "-P", str(postgres.process.pid)], text=True).split()
    pids += [child for pid in pids for child in children(pid)]
    pids = [str(postgres.process.pid), *pids]
    subprocess.run(["kill", "-STOP", *pids], check=True)
    try:
        start = time.monotonic()
        answer = server.post("/v1/check", {"user": "bob", "target": "bills"}, timeout=40)
        assert answer.status_code == 503 and answer.headers["Retry-After"]
        assert time.monotonic() - start < 30
        assert server.get("/readyz", timeout=40).status_code == 503
        snapshot = {"target": "bills", "snapshot": {"schema": 1}}
        assert server.post("/v1/check", snapshot, timeout=5).status_code == 200
    finally:
        subprocess.run(["kill", "-CONT", *pids], check=True)
    assert wait_until(lambda: server.get("/readyz").status_code == 200, 30)
    assert server.outcome("bob", "bills") == "allowed"


def children(pid):
    return subprocess.run(["pgrep", "-P", pid], capture_output=True, text=True).stdout.split()
