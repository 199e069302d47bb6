"""Measures a question about many users: measure.py TOLLGATE ROOT WORK USERS RUNS PACKAGE…

Each way is a process of its own. It prints the median of the runs and the most memory of one.
"""

import ast
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

tollgate, root, work, users, runs, *packages = sys.argv[1:]
root, work, users, runs = pathlib.Path(root), pathlib.Path(work), int(users), int(runs)
here, warehouse = pathlib.Path(__file__).parent, root / "Examples/Warehouse"
work.mkdir(parents=True, exist_ok=True)
old, new = root / "Policies/ExpenseTracker.gate", work / "new.gate"
new.write_text(old.read_text().replace("\nbills > 500 ", "\nbills > 300 "))
at = ["--at", "2026-03-01"]


def run(*words, file=None):
    subprocess.run([str(word) for word in words], check=True, stdout=file)


def sql(dialect, name, *parts):
    path = work / f"{dialect}-{name}.sql"
    only = [word for part in parts for word in ("--only", part)]
    with path.open("w") as file:
        run(tollgate, "sql", "--diff", old, new, *at, "--dialect", dialect, *only, file=file)
    return path


def measure(words):
    """The seconds, the bytes and what was printed."""
    start = time.monotonic()
    with subprocess.Popen(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return time.monotonic() - start, usage.ru_maxrss * 1024, printed.decode()


def impact(*words):
    def counts(printed):
        document = json.loads(printed)
        bills = document["sections"][0]["targets"][0]
        assert document["unreadable"]["count"] == 0 and bills["target"] == "bills"
        return {
            "users": document["users"], "loses_bills": bills["loses"],
            "gains_bills": bills["gains"], "unknown_bills": bills["unknown"] + bills["stale"],
        }

    command = [tollgate, "impact", old, new, "--users", lines, *at, "--format", "json", *words]
    return command, counts


def query(script, *words):
    return [sys.executable, script, *words], lambda printed: ast.literal_eval(printed)


tables, lines, wide = work / "tables", work / "users.jsonl", work / "wide.parquet"
run(sys.executable, warehouse / "generate.py", users, 1, tables, file=subprocess.DEVNULL)
run(sys.executable, here / "jsonl.py", tables, lines)
duckdb = [sql("duckdb", "views", "users", "answers"), sql("duckdb", "counts", "counts")]
answers = sql("duckdb", "answers", "answers")
run(sys.executable, here / "wide.py", tables, sql("duckdb", "users", "users"), wide)

ways = {
    "`tollgate impact`, one core": impact("--jobs", "1"),
    "`tollgate impact`, all cores": impact(),
    "DuckDB, long tables": query(here / "ask.py", tables, *duckdb),
    "DuckDB, the wide table": query(here / "ask.py", wide, answers, duckdb[1]),
}
if "pyspark" in packages:
    import pyspark

    home = pathlib.Path(pyspark.__file__).parent
    os.environ.update(
        SPARK_HOME=str(home), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    views = [sql("spark", "views", "users", "answers"), sql("spark", "counts", "counts")]
    lists = sql("spark", "lists", "lists")
    words = [
        home / "bin/spark-submit", "--master", "local[2]", "--conf", "spark.ui.enabled=false",
        "--conf", "spark.sql.session.timeZone=UTC", "--conf", "spark.sql.shuffle.partitions=4",
        warehouse / "with_spark.py", tables, *views, lists, work / "spark-out",
    ]
    ways["Spark on two cores, with its start and the lists"] = (words, ast.literal_eval)

found = {}
print(f"{users:,} users, {runs} runs, {os.cpu_count()} cores; {lines.stat().st_size / 1e6:.0f} MB of JSON Lines\n")
print("| way | seconds | users a second | MB |\n| --- | ---: | ---: | ---: |")
for name, (words, counts) in ways.items():
    measured = [measure(words) for _ in range(runs)]
    seconds = statistics.median(one[0] for one in measured)
    found[name] = counts(measured[0][2])
    memory = max(one[1] for one in measured) / 1e6
    print(f"| {name} | {seconds:.2f} | {users / seconds:,.0f} | {memory:.0f} |", flush=True)
first = next(iter(found.values()))
wrong = {name: counts for name, counts in found.items() if counts != first}
if wrong:
    sys.exit(f"the counts differ: {first} and {wrong}")
print(f"\nall count the same: {first}")
