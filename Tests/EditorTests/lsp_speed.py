"""Measures `tollgate lsp` over the protocol: a keystroke to diagnostics, completion, hover, memory.
Beside it, in the same run, the Python server of PyPI (`python-lsp-server` with `pyflakes`), if it is
installed, does the same with a text of as many lines.

    TOLLGATE=.build/release/tollgate python3 Tests/EditorTests/lsp_speed.py [LINES] [EDITS]
"""

import shutil
import sys
import time

from lsp_client import Server

LINES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 200


def policy(lines):
    text = ["tiers free < pro", "product annual", "  grants pro", "  price 12 CNY per year", "meter bills"]
    while len(text) < lines - 1:
        text += [f"feature export-{len(text)}", f"export-{len(text)} requires pro"]
    return text + ["bills > 500 requires pro"]


def python(lines):
    return [f"value_{number} = {number} + len('a')" for number in range(lines - 1)] + ["print(value_1)"]


def show(name, times):
    times.sort()
    if times:
        last = times[min(int(len(times) * 0.95), len(times) - 1)]
        print(f"  {name}: median {times[len(times) // 2]:.1f} ms, 95th percentile {last:.1f} ms")


def measure(name, command, language, text, column):
    """Types a letter and takes it away again, near the end of the last line."""
    server = Server(command)
    uri = f"file:///nowhere/speed.{language}"
    document = server.open(uri, "\n".join(text) + "\n", language)
    server.findings(uri, 1)
    line = len(text) - 1
    keys, completions, hovers = [], [], []
    before = server.memory()
    for edit in range(EDITS):
        start, end = ({"line": line, "character": column + more} for more in (0, edit % 2))
        change = {"range": {"start": start, "end": end}, "text": "" if edit % 2 else "x"}
        begin = time.perf_counter()
        server.send(
            method="textDocument/didChange",
            params={
                "textDocument": {"uri": uri, "version": edit + 2}, "contentChanges": [change],
            },
        )
        server.findings(uri, edit + 2)
        keys.append((time.perf_counter() - begin) * 1000)
        if edit % 2 == 0:
            continue
        for times, method in ((completions, "completion"), (hovers, "hover")):
            begin = time.perf_counter()
            server.request("textDocument/" + method, **document, position={"line": line, "character": column})
            times.append((time.perf_counter() - begin) * 1000)
    print(f"{name}, {LINES} lines, {EDITS} edits")
    show("keystroke to diagnostics", keys)
    show("completion", completions)
    show("hover", hovers)
    print(f"  memory: {before} MB before, {server.memory()} MB after")
    server.end()


measure("tollgate lsp", None, "gate", policy(LINES), 21)
if shutil.which("pylsp"):
    measure("pylsp", ["pylsp"], "python", python(LINES), 10)
else:
    print("left out: there is no pylsp")
