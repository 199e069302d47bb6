"""The server answers as the command does, byte for byte."""

import itertools
import json
import random
import re

from conftest import ROOT, command

POLICIES = sorted((ROOT / "Policies").glob("*.gate")) + sorted(
    (ROOT / "Policies/Gallery").glob("*.gate")
)
PRODUCTS = ["annual", "lifetime", "monthly", "pro", "plus", "team"]


def names(policy):
    """The names of a policy, as the command lists them: targets, products, entitlements, facts."""
    answer = json.loads(command("access", policy, "--format", "json", "--at", "2026-06-01"))
    paywall = json.loads(command("paywall", policy, "--format", "json", "--at", "2026-06-01"))
    targets = [decision["target"] for decision in answer["targets"]]
    meters = [decision["target"] for decision in answer["targets"] if decision["quota"]]
    products = [product["name"] for product in paywall["products"]] or PRODUCTS
    facts = dict(re.findall(r"^fact (\S+).* is (.+)", policy.read_text(), re.MULTILINE))
    return targets, meters, products, facts


class Lines:
    """Random lines of a batch: most are good questions, some are not."""

    def __init__(self, policy, seed):
        self.random = random.Random(seed)
        self.targets, self.meters, self.products, self.facts = names(policy)

    def day(self):
        pick = self.random
        year = pick.choice([2025, 2026, 2026, 2027])
        return f"{year}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"

    def fact(self, name):
        pick, kind = self.random, self.facts[name]
        if pick.random() < 0.1:
            return pick.choice([True, 7, self.day(), "1.4", "anything"])
        if kind.startswith("yes or no"):
            return pick.choice([True, False, "yes", "no"])
        if kind.startswith("a date"):
            return self.day()
        if kind.startswith("a version"):
            return pick.choice(["1.4", "2.0.1"])
        if kind.startswith("a number"):
            return pick.choice([0, 7, 1_000])
        return pick.choice(re.split(r", | or ", kind))

    def usage(self):
        pick = self.random
        windows = ["day", "week", "month", "hour", "total", "3 hours"]
        count = pick.choice([0, 1, 3, 99, 499, 500, 501, 10**12])
        if pick.random() < 0.4:
            return count
        return {pick.choice(windows): count}

    def snapshot(self):
        pick = self.random
        snapshot = {"schema": 1}
        if pick.random() < 0.7:
            snapshot["subject"] = f"user-{pick.randint(1, 50)}"
        if pick.random() < 0.6:
            snapshot["asOf"] = self.day()
        grants = []
        for _ in range(pick.choice([0, 1, 1, 2])):
            grant = {"product": pick.choice(self.products)}
            if pick.random() < 0.6:
                grant["until"] = self.day()
            if pick.random() < 0.4:
                grant["start"] = self.day()
            if pick.random() < 0.4:
                grant["state"] = pick.choice(["active", "trial", "grace", "cancelled", "refunded"])
            grants.append(grant)
        snapshot["grants"] = grants
        if self.meters and pick.random() < 0.7:
            snapshot["usage"] = {
                name: self.usage()
                for name in pick.sample(self.meters, pick.randint(1, min(3, len(self.meters))))
            }
        if self.facts and pick.random() < 0.6:
            snapshot["facts"] = {
                name: self.fact(name)
                for name in pick.sample(list(self.facts), pick.randint(1, min(4, len(self.facts))))
            }
        return snapshot

    def line(self):
        pick = self.random
        if pick.random() < 0.03:
            wrong = ["", "{", "[]", "7", '{"target": 7}', '{"at": "2026-06-01"}', "null"]
            return pick.choice(wrong)
        at = f"{self.day()}T{pick.randint(0, 23):02}:00Z"
        line = {"target": pick.choice(self.targets), "at": at}
        if pick.random() < 0.05:
            line["target"] = pick.choice(["everything", "nothing-of-the-kind", ""])
        if pick.random() < 0.3:
            line[pick.choice(["adding", "reaching"])] = pick.choice([0, 1, 2, 50, 500, 10**12])
        elif pick.random() < 0.05:
            line["reaching"] = pick.choice(["high", "30 days", "unlimited"])
        if pick.random() < 0.1:
            line["continuing"] = pick.choice([True, False])
        # Without a snapshot the time of its data is that of the command: each line has one.
        line["snapshot"] = self.snapshot()
        if self.meters and pick.random() < 0.2:
            line["usage"] = {pick.choice(self.meters): self.usage()}
        if self.facts and pick.random() < 0.2:
            name = pick.choice(list(self.facts))
            line["facts"] = {name: self.fact(name)}
        return json.dumps(line)


def chosen(is_long):
    """The policies of a run: a quick one takes five, others each time the list grows."""
    return POLICIES if is_long else POLICIES[:: max(1, len(POLICIES) // 5)][:5]


def test_batches(serve, is_long):
    policies = chosen(is_long)
    count = -(-12_000 // len(policies)) if is_long else 300
    total = errors = 0
    for number, policy in enumerate(policies):
        lines = Lines(policy, number)
        batch = "".join(lines.line() + "\n" for _ in range(count)).encode()
        server = serve(policy)
        answer = server.post("/v1/batch", batch, Content_Type="application/jsonl")
        assert answer.status_code == 200
        said = command("check", policy, "--batch", "-", stdin=batch, status=(0, 1, 2))
        for asked, ours, theirs in itertools.zip_longest(
            batch.split(b"\n"), answer.content.split(b"\n"), said.split(b"\n")
        ):
            assert ours == theirs, (policy.name, asked)
            total += bool(asked)
            errors += ours.startswith(b'{"error"')
        server.stop()
    print(f"{total} lines of {len(policies)} policies, {errors} of them errors")
    assert errors < total / 5


def test_single_questions(serve, is_long, tmp_path):
    for number, policy in enumerate(chosen(is_long)):
        lines = Lines(policy, 1_000 + number)
        server = serve(policy)
        for _ in range(8 if is_long else 3):
            snapshot, at = lines.snapshot(), lines.day()
            target = lines.random.choice(lines.targets)
            file = tmp_path / "snapshot.json"
            file.write_text(json.dumps(snapshot))
            words = [policy, "--snapshot", file, "--at", at, "--format", "json"]
            asked = {"snapshot": snapshot, "at": at}
            for page, arguments, body in [
                ("check", [policy, target, *words[1:], "--locale", "en"],
                 {**asked, "target": target, "locale": "en"}),
                ("access", words, asked),
                ("paywall", [*words, "--locale", "en"], {**asked, "locale": "en"}),
                ("paywall", [*words, "--locale", "zh-Hans", "--for", target],
                 {**asked, "locale": "zh-Hans", "target": target}),
            ]:
                answer = server.post(f"/v1/{page}?pretty=true", body)
                if answer.status_code == 400:
                    # A fact of another type than the policy's: the command cannot read it, either.
                    command(page, *arguments, status=(2,))
                    continue
                assert answer.status_code == 200, (policy.name, page, answer.text)
                assert answer.content == command(page, *arguments), (policy.name, page, body)
        server.stop()
