"""A client of `tollgate lsp`, or of another language server, for the scripts beside it."""

import json
import os
import subprocess


class Server:
    """A server that runs; `command` is that of `tollgate lsp` unless told."""

    def __init__(self, command=None, **capabilities):
        self.process = subprocess.Popen(
            command or [os.environ.get("TOLLGATE", "tollgate"), "lsp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        self.next = 0
        self.notified = []
        self.request("initialize", processId=None, rootUri=None, capabilities=capabilities)
        self.send(method="initialized", params={})

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        """The next message, whatever it is."""
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server is gone")
            if not line.strip():
                return json.loads(self.process.stdout.read(length))
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)

    def request(self, method, **params):
        """The answer to a request; what the server tells meanwhile is kept in `notified`."""
        self.next += 1
        self.send(id=self.next, method=method, params=params)
        while True:
            message = self.read()
            if message.get("id") == self.next and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.notified.append(message)

    def open(self, uri, text, language="gate"):
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": document})
        return {"textDocument": {"uri": uri}}

    def findings(self, uri, version):
        """Waits for the diagnostics of a version of a document."""
        while True:
            message = self.read()
            params = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri:
                if params.get("version", version) == version:
                    return params["diagnostics"]

    def memory(self, kind="VmRSS"):
        """What it has in memory, in MB; with `VmHWM`, the most that it ever had."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith(kind))

    def seconds(self):
        """The processor's time that it has taken."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return sum(int(field) for field in fields[11:13]) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.request("shutdown")
        self.send(method="exit")
        return self.process.wait()
