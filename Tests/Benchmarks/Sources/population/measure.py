"""Measures a question about many users: measure.py TOLLGATE ROOT WORK USERS RUNS WAY…

A way is `impact`, `duckdb`, `spark`, `cluster` or `postgres`. It prints the median of the runs and the
most memory, and fails if two ways count differently.
"""

import ast
import json
import os
import pathlib
import statistics
import subprocess
import sys

from process import measure

tollgate, root, work, users, runs, *ways = sys.argv[1:]
root, work, users, runs = pathlib.Path(root), pathlib.Path(work), int(users), int(runs)
here, warehouse = pathlib.Path(__file__).parent, root / "Examples/Warehouse"
work.mkdir(parents=True, exist_ok=True)
old, new = work / "old.gate", work / "new.gate"
tables, lines, wide = work / "tables", work / "users.jsonl", work / "wide.parquet"
at = ["--at", "2026-03-01"]


def declarations(name):
    """A shipped policy without its name, its scenarios and what must be true of everybody."""
    text = (root / f"Policies/{name}.gate").read_text().split("\n# === ")[0]
    left_out = ("policy ", "snooze ", "always ", "never ")
    return "\n".join(line for line in text.splitlines() if not line.startswith(left_out))


both = "policy Both\n" + declarations("ExpenseTracker") + declarations("Billiards")
old.write_text(both)
changes = {
    "\nbills > 500 ": "\nbills > 300 ",
    "\nL9..L14 requires advanced or full": "\nL9..L14 requires expert or full",
}
for before, after in changes.items():
    assert before in both
    both = both.replace(before, after)
new.write_text(both)


def run(*words, file=None):
    subprocess.run([str(word) for word in words], check=True, stdout=file)


def sql(dialect, name, *parts):
    path = work / f"{dialect}-{name}.sql"
    only = [word for part in parts for word in ("--only", part)]
    with path.open("w") as file:
        run(tollgate, "sql", "--diff", old, new, *at, "--dialect", dialect, *only, file=file)
    return path


def processes(words, counts=ast.literal_eval):
    """A process for each run: the seconds of all, the bytes, the counts."""
    measured = [measure(words) for _ in range(runs)]
    return [one[0] for one in measured], max(one[1] for one in measured), counts(measured[0][2])


def session(words):
    """One process that measures its runs itself, after one that warms it."""
    _, size, printed = measure(words)
    result = json.loads(printed.splitlines()[-1])
    return result["seconds"], result.get("bytes", size), result["counts"]


def impact():
    def counts(printed):
        document = json.loads(printed)
        assert document["unreadable"]["count"] == 0
        found = {"users": document["users"]}
        for target in document["sections"][0]["targets"]:
            # L10 to L14 change as L9 does.
            if (name := target["target"].lower()) in ("bills", "l9"):
                found |= {
                    f"loses_{name}": target["loses"], f"gains_{name}": target["gains"],
                    f"becomes_unknown_{name}": target["becomesUnknown"],
                    f"becomes_known_{name}": target["becomesKnown"],
                    f"unknown_{name}": target["unknown"],
                }
        return found

    run(sys.executable, here / "jsonl.py", tables, lines)
    command = [tollgate, "impact", old, new, "--users", lines, *at, "--format", "json"]
    yield "`tollgate impact`, one core", lambda: processes([*command, "--jobs", "1"], counts)
    yield "`tollgate impact`, all cores", lambda: processes(command, counts)


def duckdb():
    words, counts = [sys.executable, here / "ask.py"], sql("duckdb", "counts", "counts")
    views, answers = sql("duckdb", "views", "users", "answers"), sql("duckdb", "answers", "answers")
    yield "DuckDB, long tables", lambda: processes([*words, tables, views, counts])
    yield "DuckDB, the wide table", lambda: processes([*words, wide, answers, counts])


def warm_spark(name, submit):
    settings = [
        "spark.ui.enabled=false", "spark.sql.session.timeZone=UTC", "spark.sql.shuffle.partitions=4",
    ]
    words = [*submit, *(word for each in settings for word in ("--conf", each))]
    words += [here / "ask_spark.py", runs]
    counts, answers = sql("spark", "counts", "counts"), sql("spark", "answers", "answers")
    views = sql("spark", "views", "users", "answers")
    yield f"{name}, long tables", lambda: session([*words, tables, views, counts])
    yield f"{name}, the wide table", lambda: session([*words, wide, answers, counts])


def spark():
    import pyspark

    home = pathlib.Path(pyspark.__file__).parent
    os.environ |= {
        "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
    }
    submit = [home / "bin/spark-submit", "--master", "local[2]", "--driver-memory", "3g"]
    yield from warm_spark("Spark on two cores, warm", submit)


def cluster():
    os.environ["TOLLGATE_PYTHON"] = sys.executable
    yield from warm_spark("Spark with two workers, warm", [warehouse / "cluster"])


def postgres():
    parts = [sql("postgres", part, part) for part in ("users", "answers", "counts")]
    words = [sys.executable, here / "ask_postgres.py", runs, tables, *parts]
    yield "PostgreSQL, long tables", lambda: session([*words, "long"])
    yield "PostgreSQL, the wide table", lambda: session([*words, "wide"])


run(sys.executable, warehouse / "generate.py", users, 1, tables, file=subprocess.DEVNULL)
run(sys.executable, here / "wide.py", tables, sql("duckdb", "users", "users"), wide)
found = {}
print(f"{users:,} users, {runs} runs, {os.cpu_count()} cores\n")
print("| way | seconds | users a second | MB |\n| --- | ---: | ---: | ---: |")
for way in ways:
    for name, ask in {
        "impact": impact, "duckdb": duckdb, "spark": spark, "cluster": cluster,
        "postgres": postgres,
    }[way]():
        seconds, size, found[name] = ask()
        median = statistics.median(seconds)
        print(f"| {name} | {median:.2f} | {users / median:,.0f} | {size / 1e6:.0f} |", flush=True)
first = next(iter(found.values()))
wrong = {name: counts for name, counts in found.items() if counts != first}
if wrong:
    sys.exit(f"the counts differ: {first} and {wrong}")
print(f"\nall count the same: {first}")
