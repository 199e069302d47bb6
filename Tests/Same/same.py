"""Asks two builds of the command the same questions: do they decide alike?

same.py OLD NEW FOLDER [CASES]

OLD and NEW are commands; FOLDER is a checkout: its shipped policies and every policy of its
language suite are asked about. Random users ask CASES questions, 12,000 by default. NEW has to
print every key that OLD prints, with the same value; keys of its own are ignored, and so are texts
for people. The last line counts; the status is 1 if something differs.
"""

import collections
import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TEXTS = {"message", "help", "title", "words", "text"}
STATES = [
    "active", "trial", "grace", "cancelled", "hold", "paused", "pending", "expired", "refunded",
    "revoked",
]
AMOUNTS = [0, 1, 2, 3, 9, 10, 49, 99, 100, 449, 499, 500, 501, 10_000]
NAME = r"[A-Za-z][\w-]*"


def policies(folder):
    """The texts of all policies, by name."""
    for path in sorted((folder / "Policies").glob("*.gate")):
        yield path.name, path.read_text()
    for page in sorted((folder / "Tests/LanguageSuite").rglob("*.md")):
        blocks = re.finditer(r"^```gate[^\n]*\n(.*?)^```$", page.read_text(), re.M | re.S)
        for number, block in enumerate(blocks, 1):
            yield f"{page.relative_to(folder)}#{number}", block[1]


def run(command, *words):
    done = subprocess.run([command, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def difference(old, new, path=""):
    """The first place at which the new answer does not say what the old one says."""
    if isinstance(old, dict) and isinstance(new, dict):
        if gone := [key for key in old if key not in new]:
            return f"{path}: no `{gone[0]}` any more"
        pairs = [(f"{path}.{key}", old[key], new[key]) for key in old if key not in TEXTS]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(f"{path}[{place}]", *pair) for place, pair in enumerate(zip(old, new))]
    else:
        return None if old == new else f"{path}: {json.dumps(old)} → {json.dumps(new)}"
    return next((found for name, a, b in pairs if (found := difference(a, b, name))), None)


class Names:
    """The names that a policy declares: enough of them to ask questions that matter."""

    def __init__(self, text, targets):
        text = re.sub(r'"[^"\n]*"|#[^\n]*', "", text)

        def declared(words):
            lines = re.findall(rf"^(?:{words}) (.*)$", text, re.M)
            return sorted({name for line in lines for name in re.findall(NAME, line)})

        self.targets = targets
        self.products = re.findall(r"^product ([\w.-]+)", text, re.M)
        self.entitlements = declared("tiers|entitlements?")
        self.meters = [name for name in declared("meters?") + targets if re.fullmatch(NAME, name)]
        self.facts = re.findall(rf"^fact ({NAME})(.*)$", text, re.M)


class Users:
    """Random questions of random users; the same in every run."""

    def __init__(self):
        self.random = random.Random(20260601)

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def instant(self):
        first = datetime.datetime(2025, 7, 1)
        time = first + datetime.timedelta(hours=12 * self.random.randrange(800))
        return time.strftime("%Y-%m-%dT%H:%M:%SZ")

    def grant(self, names):
        kinds = [("product", names.products), ("entitlement", names.entitlements)]
        kinds = [(kind, choices) for kind, choices in kinds if choices]
        if not kinds:
            return None
        kind, choices = self.random.choice(kinds)
        grant = {kind: self.random.choice(choices)}
        if self.one_in(2):
            grant["state"] = self.random.choice(STATES)
        for key in ("start", "until"):
            if self.one_in(2):
                grant[key] = self.instant()
        return grant

    def usage(self):
        used = self.random.choice(AMOUNTS)
        if self.one_in(2):
            return used
        month = {"used": used, "resets": self.instant()}
        return {"total": used, "day": used, "week": used, "month": month}

    def fact(self, kind):
        number = self.random.randrange
        if "date" in kind:
            return self.instant()[:10]
        if "version" in kind:
            return f"{number(4)}.{number(10)}.{number(3)}"
        if "number" in kind:
            return number(2000)
        if "yes or no" in kind:
            return self.one_in(2)
        return self.random.choice(re.findall(NAME, kind) + ["other"])

    def question(self, names):
        grants = [self.grant(names) for _ in range(self.random.randrange(3))]
        snapshot = {
            "schema": 1,
            "subject": f"user-{self.random.randrange(1000)}",
            "grants": [grant for grant in grants if grant],
            "usage": {name: self.usage() for name in names.meters if not self.one_in(3)},
            "facts": {name: self.fact(kind) for name, kind in names.facts if not self.one_in(4)},
        }
        if not self.one_in(4):
            snapshot["asOf"] = self.instant()
        target = "nothing" if self.one_in(50) else self.random.choice(names.targets)
        line = {"target": target, "at": self.instant(), "snapshot": snapshot}
        if self.one_in(3):
            line["adding"] = self.random.choice([0, 1, 2, 50, 500])
        if self.one_in(10):
            line["continuing"] = True
        return line


class Comparison:
    def __init__(self, old, new):
        self.old, self.new = old, new
        self.differences = 0
        self.counts = collections.Counter()

    def differ(self, name, text):
        self.differences += 1
        if self.differences <= 20:
            print(f"{name}: {text}")

    def targets(self, file, name):
        """Compares all targets of one user without anything; what can be asked about."""
        words = ("access", file, "--format", "json", "--at", "2026-06-01")
        old, new = run(self.old, *words), run(self.new, *words)
        if old[0] == 2 or new[0] == 2:
            # A policy that does not compile may do so in a later edition, not the other way round.
            self.counts["that do not compile"] += 1
            if old[0] != 2:
                self.differ(name, f"does not compile any more: {new[2].strip()}")
            return []
        answers, after = json.loads(old[1]), json.loads(new[1])
        if answers["fingerprint"] != after["fingerprint"]:
            self.differ(name, "the policy means something else now: its fingerprint is another")
            return []
        if found := difference(answers, after):
            self.differ(name, found)
        rows = [row["target"] for row in answers["targets"]]
        return sorted({end for row in rows for end in row.split("..")})

    def decisions(self, file, name, lines):
        pathlib.Path("batch.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        words = ("check", file, "--batch", "batch.jsonl")
        old, new = run(self.old, *words)[1].splitlines(), run(self.new, *words)[1].splitlines()
        if not len(old) == len(new) == len(lines):
            self.differ(name, f"{len(old)} → {len(new)} answers to {len(lines)} questions")
            return
        for line, before, after in zip(lines, map(json.loads, old), map(json.loads, new)):
            self.counts[before.get("outcome", "refused")] += 1
            if found := difference(before, after):
                self.differ(name, f"{found}; asked {json.dumps(line)}")


def main(old, new, folder, cases="12000"):
    folder = pathlib.Path(folder).resolve()
    comparison = Comparison(os.path.abspath(old), os.path.abspath(new))
    users, cases, asked = Users(), int(cases), []
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for number, (name, text) in enumerate(policies(folder)):
            file = f"p{number}.gate"
            pathlib.Path(file).write_text(text)
            if targets := comparison.targets(file, name):
                asked.append((file, name, Names(text, targets)))
        done = 0
        for place, (file, name, names) in enumerate(asked, 1):
            share = cases * place // len(asked) - done
            done += share
            comparison.decisions(file, name, [users.question(names) for _ in range(share)])
    counts = ", ".join(f"{count} {what}" for what, count in sorted(comparison.counts.items()))
    print(f"same: {len(asked)} policies, {done} decisions ({counts}); "
          f"{comparison.differences} differences")
    return 1 if comparison.differences or not asked else 0


if __name__ == "__main__":
    if not 4 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
