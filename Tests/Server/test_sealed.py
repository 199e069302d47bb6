"""A sealed policy from an address: only whole, genuine and not older ones come into use, also after a
restart."""
import http.server, shutil, subprocess, threading

from conftest import COMMAND, ROOT

DESK = (ROOT / "Tests/Server/Desk.gate").read_text()


def run(*words, cwd):
    return subprocess.run([COMMAND, *map(str, words)], cwd=cwd, check=True, capture_output=True, text=True)


def seal(folder, text, sequence, key="desk.key"):
    (folder / "Desk.gate").write_text(text)
    run("compile", "Desk.gate", "-o", "desk.policy", cwd=folder)
    run("seal", "desk.policy", "--key", key, "--sequence", sequence, cwd=folder)


def test_a_sealed_policy(serve, tmp_path):
    folder = tmp_path / "sealed"
    folder.mkdir()
    run("key", "new", "desk.key", "--id", "one", cwd=folder)
    run("key", "new", "other.key", "--id", "two", cwd=folder)
    handler = lambda *given: http.server.SimpleHTTPRequestHandler(*given, directory=str(folder))
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    words = [
        "--sealed", f"Desk=http://127.0.0.1:{web.server_port}/desk.policy",
        "--seal-keys", str(folder / "desk.key.pub"), "--users", str(tmp_path / "users.sqlite"),
    ]
    try:
        seal(folder, DESK, 5)
        server = serve(*words)
        first = server.get("/v1/policy").json()["fingerprint"]

        changed = DESK.replace("bills > 100", "bills > 1")
        seal(folder, changed, 6)
        assert server.post("/v1/policy/reload", None).ok
        second = server.get("/v1/policy").json()["fingerprint"]
        assert second != first

        # Older, of another key, altered, gone: what is in use stays.
        seal(folder, DESK, 5)
        assert server.post("/v1/policy/reload", None).status_code == 422
        seal(folder, DESK, 9, key="other.key")
        assert server.post("/v1/policy/reload", None).status_code == 422
        seal(folder, DESK, 9)
        (folder / "desk.policy").write_bytes((folder / "desk.policy").read_bytes()[:-1])
        assert server.post("/v1/policy/reload", None).status_code == 422
        shutil.move(folder / "desk.policy.seal", folder / "gone")
        assert server.post("/v1/policy/reload", None).status_code == 422
        assert server.get("/v1/policy").json()["fingerprint"] == second
        assert server.get("/readyz").json()["refused"] == 1
        server.stop()

        # The store knows the number of the newest, so an older one does not begin either.
        seal(folder, DESK, 5)
        ended = subprocess.run([COMMAND, "serve", *words, "--port", "0"], capture_output=True, text=True, timeout=20)
        assert ended.returncode == 2 and "5" in ended.stderr
        seal(folder, DESK, 7)
        assert serve(*words).get("/v1/policy").json()["fingerprint"] == first
    finally:
        web.shutdown()
