"""Schemathesis asks whatever the server's description allows, and more: nothing may fail, and no
answer may be one that the description does not have."""

import os
import pathlib
import subprocess
import sys

from conftest import HERE, command

KINDS = ["ask", "count", "write", "admin"]


def prepared(serve, tmp_path, *words):
    """A server with keys, and with users who are stored."""
    keys = tmp_path / "keys.json"
    may = [part for kind in KINDS for part in ("--may", kind)]
    key = command("key", "api", keys, "--name", "tests", *may).decode().strip()
    webhooks = tmp_path / "webhooks.json"
    webhooks.write_text('{"schema": 1, "stripe": ["whsec_1"], "revenuecat": ["Bearer r"]}')
    server = serve(HERE / "Desk.gate", "--keys", keys, "--webhooks", webhooks, *words)
    said = {"Authorization": f"Bearer {key}"}
    for user, snapshot in {
        "ada": {"schema": 1, "grants": [{"product": "annual", "until": "2100-01-01"}]},
        "bob": {"schema": 1, "facts": {"student": True, "seats": 12}},
        "0": {"schema": 1},
    }.items():
        assert server.put(f"/v1/users/{user}", snapshot, **said).status_code == 200
        answer = server.post("/v1/use", {"user": user, "target": "bills"}, **said)
        assert answer.status_code == 200
    return server, key


def test_schemathesis(serve, tmp_path, is_long):
    server, key = prepared(serve, tmp_path, "--shadow", HERE / "Desk.gate")
    report = tmp_path / "report.txt"
    seconds = 600 if is_long else 40
    words = [
        pathlib.Path(sys.executable).with_name("st"), "run", f"{server.address}/openapi.json",
        "--header", f"Authorization: Bearer {key}", "--workers", "2", "--max-time", str(seconds),
        # Streams do not end.
        "--exclude-path-regex", "/changes$|/ofrep/v1/events$", "--no-color", "--no-shrink",
    ]
    with open(report, "w") as output:
        done = subprocess.run(
            [str(word) for word in words], stdout=output, stderr=subprocess.STDOUT, cwd=tmp_path,
            timeout=seconds + 120,
            env={**os.environ, "COLUMNS": "100", "SCHEMATHESIS_HOOKS": str(HERE / "hooks.py")},
        )
    text = report.read_text()
    print(text[-1_500:])
    assert done.returncode == 0, text[-20_000:]
    assert not [event for event in server.log if event.get("message") == "a request failed"]
