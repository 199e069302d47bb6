"""Python decides as the native command does: `test_tollgate.py COMMAND MODULE`.

Every shipped policy is compiled, and asked about each target for users with each product; the
answers are compared byte by byte with those of `tollgate check --batch`.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from tollgate import Tollgate, TollgateError

command, module = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
engine = Tollgate(module)
asked = 0
for path in sorted((root / "Policies").glob("*.gate")):
    policy = engine.call("compile", {"text": path.read_text(encoding="utf-8"), "name": path.name})
    outline = engine.call("outline", {"policy": policy["policy"]})
    users = [{}] + [{"grants": [{"product": one["name"], "until": "2027-01-01"}]}
                    for one in outline["products"]]
    lines = [
        {"target": target, "at": "2026-06-01T00:00:00Z",
         "snapshot": {"schema": 1, "asOf": "2026-06-01", "usage": {target: used}, **user}}
        for user in users for target in policy["targets"] for used in [0, 499, 500]
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as batch:
        batch.writelines(json.dumps(line) + "\n" for line in lines)
        batch.flush()
        printed = subprocess.run([command, "check", path, "--batch", batch.name],
                                 capture_output=True, check=False).stdout
    for line, native in zip(lines, printed.splitlines(), strict=True):
        request = json.dumps({**line, "policy": policy["policy"]}).encode()
        assert engine.call_bytes("check", request) == native, line
        asked += 1
    engine.call("release", {"policy": policy["policy"]})
try:
    engine.call("compile", {"text": 7})
    raise AssertionError("a number is no text")
except TollgateError as error:
    assert error.code == "request", error.code
assert asked > 100
print(f"python: {asked} decisions as the native command's")
