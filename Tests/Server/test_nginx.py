"""nginx asks the server before it passes a request on, with the file that users copy."""

import http.server
import shutil
import subprocess
import threading

import pytest
import requests

from conftest import HERE, ROOT, command, free_port, wait_until


class App(http.server.BaseHTTPRequestHandler):
    """The service behind nginx."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"a,b\n")

    def log_message(self, *words):
        pass


@pytest.fixture
def app():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), App)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_a_path_is_for_those_who_pay(serve, app, tmp_path):
    assert shutil.which("nginx"), "nginx is not installed"
    keys = tmp_path / "keys.json"
    writer = command("key", "api", keys, "--name", "backend", "--may", "write").decode().strip()
    gateway = command("key", "api", keys, "--name", "nginx").decode().strip()
    server = serve(HERE / "Desk.gate", "--keys", keys)
    said = {"Authorization": f"Bearer {writer}"}
    grant = {"schema": 1, "grants": [{"product": "annual", "until": "2100-01-01"}]}
    assert server.put("/v1/users/pro", grant, **said).status_code == 200
    assert server.put("/v1/users/free", {"schema": 1}, **said).status_code == 200

    port = free_port()
    text = (ROOT / "Examples/Server/nginx.conf").read_text()
    for before, after in [
        ("127.0.0.1:8080", f"127.0.0.1:{server.port}"), ("tg_…", gateway),
        ("127.0.0.1:8000", f"127.0.0.1:{app.server_port}"), ("127.0.0.1:8081", f"127.0.0.1:{port}"),
    ]:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    (tmp_path / "nginx.conf").write_text(text)
    log = open(tmp_path / "log", "w")
    words = ["nginx", "-p", tmp_path, "-c", tmp_path / "nginx.conf", "-g", "daemon off;"]
    nginx = subprocess.Popen(words, stdout=log, stderr=log)
    try:

        def status(user):
            headers = {"X-User": user} if user is not None else {}
            page = f"http://127.0.0.1:{port}/export.csv"
            return requests.get(page, headers=headers, timeout=10).status_code

        def listens():
            try:
                return status("free") > 0
            except requests.ConnectionError:
                return False

        assert wait_until(listens), (tmp_path / "log").read_text()
        assert status("free") == 403
        assert status("pro") == 200
        assert status("nobody") == 403
        # Without a user, or with one that tries to say more, nothing opens.
        assert status(None) != 200 and status("") != 200
        assert status("free&user=pro") != 200
        for more in ["free&deny=200", "free%26deny=200", "x&at=2020-01-01", "free#", "free deny"]:
            assert status(more) != 200, more
        assert requests.get(f"http://127.0.0.1:{port}/tollgate", timeout=10).status_code == 404
        grant["grants"][0]["until"] = "2000-01-01"
        assert server.put("/v1/users/pro", grant, **said).status_code == 200
        assert status("pro") == 403
        server.kill()
        assert status("pro") in (500, 503) and status("free") in (500, 503)
    finally:
        nginx.terminate()
        nginx.wait(10)
