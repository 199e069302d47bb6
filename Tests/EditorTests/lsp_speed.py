"""Measures `tollgate lsp` over the protocol: a keystroke to diagnostics, completion, hover, memory.

    TOLLGATE=.build/release/tollgate python3 Tests/EditorTests/lsp_speed.py [LINES] [EDITS]
"""

import json
import os
import subprocess
import sys
import time

LINES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
URI = "file:///nowhere/speed.gate"


def policy(lines):
    text = ["tiers free < pro", "product annual", "  grants pro", "  price 12 CNY per year", "meter bills"]
    count = 0
    while len(text) < lines - 1:
        count += 1
        text += [f"feature export-{count}", f"export-{count} requires pro"]
    return text + ["bills > 500 requires pro"]


class Server:
    def __init__(self):
        command = [os.environ.get("TOLLGATE", "tollgate"), "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next = 0

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while True:
            line = self.process.stdout.readline().strip()
            if not line:
                return json.loads(self.process.stdout.read(length))
            length = int(line.split(b":")[1])

    def request(self, method, **params):
        self.next += 1
        self.send(id=self.next, method=method, params=params)
        while True:
            message = self.read()
            if message.get("id") == self.next and "method" not in message:
                return message

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmRSS"))


def show(name, times):
    times.sort()
    print(f"{name}: median {times[len(times) // 2]:.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms")


def main():
    server = Server()
    server.request("initialize", capabilities={})
    server.send(method="initialized", params={})
    text = policy(LINES)
    document = {"uri": URI, "languageId": "gate", "version": 1, "text": "\n".join(text) + "\n"}
    server.send(method="textDocument/didOpen", params={"textDocument": document})
    line = len(text) - 1
    keys, completions, hovers = [], [], []
    before = server.memory()
    for edit in range(EDITS):
        # A letter that makes a mistake, then the same letter taken away: each has its findings.
        change = {"range": {"start": {"line": line, "character": 13}, "end": {"line": line, "character": 13}}, "text": "x"}
        if edit % 2:
            change = {"range": {"start": {"line": line, "character": 13}, "end": {"line": line, "character": 14}}, "text": ""}
        start = time.perf_counter()
        server.send(
            method="textDocument/didChange",
            params={"textDocument": {"uri": URI, "version": edit + 2}, "contentChanges": [change]},
        )
        while True:
            message = server.read()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"].get("version") == edit + 2:
                break
        keys.append((time.perf_counter() - start) * 1000)
        if edit % 2 == 0:
            continue
        for times, method in ((completions, "completion"), (hovers, "hover")):
            start = time.perf_counter()
            place = {"line": line, "character": 21}
            server.request("textDocument/" + method, textDocument={"uri": URI}, position=place)
            times.append((time.perf_counter() - start) * 1000)
    print(f"{LINES} lines, {EDITS} edits")
    show("keystroke to diagnostics", keys)
    show("completion", completions)
    show("hover", hovers)
    print(f"memory: {before} MB before, {server.memory()} MB after")
    server.request("shutdown")
    server.send(method="exit")
    sys.exit(server.process.wait())


main()
