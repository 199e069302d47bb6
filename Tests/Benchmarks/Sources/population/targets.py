"""Asks a price list of 19 targets about users of 248 bytes: targets.py TOLLGATE WORK USERS RUNS

From JSON Lines, from long tables in CSV, and as columns; beside DuckDB on the same CSV files and on
the wide table in Parquet. It prints users per second of one processor, the median of the runs, and
fails if two of them count differently.
"""

import csv
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys

tollgate, work, users, runs = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
work.mkdir(parents=True, exist_ok=True)
at = ["--at", "2026-03-01"]
features = [f"tool-{number}" for number in range(1, 15)]
policy = work / "targets.gate"
policy.write_text(
    """policy Targets
trust snapshots for 30 days
tiers free < plus < pro < max
product plus-monthly
  grants plus
product pro-yearly
  grants pro
  grace 7 days
product max-yearly
  grants max
product extra-pages
  adds 50 to pages
meters notes, pages, exports
fact platform is ios, android or web
setting history is 7 days
  90 days with plus
  unlimited with pro
notes > 100 requires plus
pages > 500 requires pro
exports > 10 per day requires pro
feature old-sync
old-sync is off when platform is web
"""
    + f"features {', '.join(features)}\n"
    + "".join(
        f"{name} requires {('plus', 'pro', 'max')[place % 3]}\n"
        for place, name in enumerate(features)
    )
)

chance = random.Random(19)
lines = work / "targets.jsonl"
with lines.open("w") as file:
    for number in range(users):
        user = {
            "schema": 1, "subject": f"user-{number:07}",
            "asOf": f"2026-02-{chance.randint(10, 28):02}T{chance.randint(0, 23):02}:15:00Z",
            "facts": {"platform": chance.choice(["ios", "android", "web"])},
            "usage": {
                "notes": chance.randint(0, 150), "pages": chance.randint(0, 900),
                "exports": {"day": chance.randint(0, 12)},
            },
        }
        user["grants"] = [
            {
                "product": chance.choice(["plus-monthly", "pro-yearly", "max-yearly", "extra-pages"]),
                "state": "active", "until": f"2026-{chance.randint(2, 12):02}-15T00:00:00Z",
            }
            for _ in range(chance.choice([0, 1, 1, 2, 2]))
        ]
        file.write(json.dumps(user, separators=(",", ":")) + "\n")
long, wide = work / "long", work / "wide"
long.mkdir(exist_ok=True)
wide.mkdir(exist_ok=True)


def run(*words):
    made = subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE)
    return made.stdout.decode()


def processor(*words):
    """The seconds of the processor that a process takes, and what it prints."""
    with subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE) as process:
        printed = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return usage.ru_utime + usage.ru_stime, printed


def of_impact(printed):
    document = json.loads(printed)
    assert document["users"] == users and document["unreadable"]["count"] == 0
    keys = "allowed", "warned", "denied", "unknown"
    return {"users": users} | {
        f"{key}_{target['target'].replace('-', '_')}": target[key]
        for target in document["sections"][0]["targets"] for key in keys
    }


def duckdb(setup, script):
    """DuckDB with one thread, in a process of its own."""
    program = work / "ask.py"
    program.write_text(
        "import duckdb, json, pathlib\n"
        "database = duckdb.connect()\n"
        "database.execute('SET threads = 1')\n"
        f"database.execute({setup!r})\n"
        f"database.execute(pathlib.Path({str(script)!r}).read_text())\n"
        "result = database.execute(pathlib.Path("
        f"{str(work / 'counts.sql')!r}).read_text())\n"
        "print(json.dumps(dict(zip([c[0] for c in result.description], result.fetchone()))))\n"
    )
    return [sys.executable, program]


run(tollgate, "columns", policy, "--users", lines, *at, "--long", "-o", long)
run(tollgate, "columns", policy, "--users", lines, *at, "-o", wide)
for name, parts in {"views": ["users", "answers"], "answers": ["answers"], "counts": ["counts"]}.items():
    only = [word for part in parts for word in ("--only", part)]
    (work / f"{name}.sql").write_text(run(tollgate, "sql", policy, *at, "--dialect", "duckdb", *only))
parquet = work / "wide.parquet"
import duckdb as database  # noqa: E402

database.sql(f"COPY (SELECT * FROM read_csv('{wide}/tollgate_users.csv')) TO '{parquet}' (FORMAT parquet)")
load = run(tollgate, "sql", "--load", "duckdb", policy, "--from", long)
impact = [tollgate, "impact", policy, *at, "--format", "json", "--jobs", "1", "--users"]
ways = {
    "`impact`, JSON Lines": ([*impact, lines], of_impact),
    "`impact`, long tables in CSV": ([*impact, long], of_impact),
    "`columns`, from JSON Lines": (
        [tollgate, "columns", policy, "--users", lines, *at, "-o", wide], None),
    "DuckDB, long tables in CSV": (duckdb(load, work / "views.sql"), json.loads),
}
size = lines.stat().st_size / users
targets = len(of_impact(run(*impact, lines))) // 4
print(f"{users:,} users of {size:.0f} bytes, {targets} targets, {runs} runs, one core\n")
print("| way | processor, seconds | users a second |\n| --- | ---: | ---: |")
counts = {}


def report(name, words, read):
    took = [processor(*words) for _ in range(runs)]
    median = statistics.median(seconds for seconds, _ in took)
    print(f"| {name} | {median:.2f} | {users / median:,.0f} |", flush=True)
    if read:
        counts[name] = read(took[0][1])


for name, (words, read) in ways.items():
    report(name, words, read)
view = f"CREATE VIEW tollgate_users AS SELECT * FROM read_parquet('{parquet}')"
report("DuckDB, the wide table in Parquet", duckdb(view, work / "answers.sql"), json.loads)
first = next(iter(counts.values()))
wrong = {name: found for name, found in counts.items() if found != first}
if wrong:
    sys.exit(f"the counts differ: {first} and {wrong}")
print("\nall count the same")
