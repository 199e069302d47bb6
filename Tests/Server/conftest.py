"""Runs `tollgate serve` for the tests, and what stands beside it: nginx and PostgreSQL.

TOLLGATE names the command, which has to be built with the traits Server, SQLite and Postgres.
Nothing here ends a process that it did not start.
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
import requests

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/Server"
COMMAND = os.environ.get("TOLLGATE", str(ROOT / ".build-server/debug/tollgate"))
# The command as it is released, for what is measured.
RELEASED = os.environ.get("TOLLGATE_RELEASED", COMMAND)


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="the long variants")
    parser.addoption("--asks", type=int, default=1_000_000, help="how many asks wrk sends")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--long"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="only with --long"))


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes, and runs with --long alone")


@pytest.fixture
def is_long(request):
    return request.config.getoption("--long")


def command(*words, stdin=None, status=(0, 1)):
    """Runs the command, and returns what it prints."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [COMMAND, *map(str, words)], input=stdin, capture_output=True, env=environment, timeout=300
    )
    assert done.returncode in status, (words, done.returncode, done.stderr.decode())
    return done.stdout


class Server:
    """A server in a process of its own, at a free port."""

    def __init__(self, *words, before=(), port=0, command=COMMAND):
        self.words = [*before, command, "serve", *map(str, words), "--port", str(port)]
        self.process = subprocess.Popen(
            self.words,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.log = []
        self._listens = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._listens.wait(60) or not self.address:
            self.kill()
            raise RuntimeError(f"the server does not listen: {self.log}")

    address = None

    def _read(self):
        for line in self.process.stderr:
            try:
                event = json.loads(line)
            except ValueError:
                event = {"message": line.decode(errors="replace")}
            self.log.append(event)
            if event.get("message") == "listening":
                self.address = event["address"]
                self._listens.set()
        self._listens.set()

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    def ask(self, method, page, body=None, session=requests, timeout=30, **headers):
        """The answer to a request; a body that is no text is sent as JSON."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        if body is not None and not any(name.lower() == "content-type" for name in headers):
            headers["Content-Type"] = "application/json"
        return session.request(
            method, self.address + page, data=body, headers=headers, timeout=timeout
        )

    def get(self, page, **headers):
        return self.ask("GET", page, **headers)

    def post(self, page, body, **headers):
        return self.ask("POST", page, body, **headers)

    def put(self, page, body, **headers):
        return self.ask("PUT", page, body, **headers)

    def outcome(self, user, target, **members):
        """The outcome of a question."""
        answer = self.post("/v1/check", {"user": user, "target": target, **members})
        assert answer.status_code == 200, answer.text
        return answer.json()["outcome"]

    def memory(self):
        """The memory that the process holds, in bytes."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the process has ended")

    def stop(self, timeout=30):
        """Ends it as a machine does; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def kill(self):
        """Ends it as a failure does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


@pytest.fixture
def serve():
    """Starts servers, and ends them after the test."""
    servers = []

    def start(*words, **options):
        servers.append(Server(*words, **options))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.kill()


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_until(is_so, seconds=20, every=0.05):
    """Whether something is so within a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(every)
    return False


class Postgres:
    """A PostgreSQL server of the test's own, reached through a socket in its folder."""

    def __init__(self):
        # The path of a socket has at most 107 bytes, and the owner has to reach it.
        self.folder = pathlib.Path(
            subprocess.check_output(["mktemp", "-d", "/tmp/tg-XXXXXXXX"], text=True).strip()
        )
        versions = pathlib.Path("/usr/lib/postgresql").glob("*")
        self.programs = max(versions, key=lambda path: float(path.name)) / "bin"
        # In a session of its own, no terminal can stop it.
        self.options = {"cwd": "/tmp", "start_new_session": True}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            shutil.chown(self.folder, "postgres", "postgres")
            self.options |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        self.data = self.folder / "data"
        self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8")
        self.process = None
        self.start()

    @property
    def address(self):
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def run(self, program, *words):
        done = subprocess.run(
            [self.programs / program, *words], capture_output=True, text=True, timeout=60,
            **self.options,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self):
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, "-k", self.folder]
            + ["-c", "listen_addresses="],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.options,
        )
        ready = [self.programs / "pg_isready", "-q", "-h", self.folder]
        is_ready = wait_until(lambda: subprocess.run(ready).returncode == 0)
        assert is_ready, "PostgreSQL does not start"

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")
        self.process.wait(30)

    def remove(self):
        if self.process.poll() is None:
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def postgres():
    if not pathlib.Path("/usr/lib/postgresql").exists():
        pytest.fail("PostgreSQL is not installed")
    server = Postgres()
    yield server
    server.remove()
