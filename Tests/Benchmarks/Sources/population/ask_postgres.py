"""Counts with PostgreSQL: ask_postgres.py RUNS TABLES USERS.sql ANSWERS.sql COUNTS.sql long|wide

It starts a server of its own and fills it with the users, as long tables or the wide one. It prints
the seconds of each run after a first one, the counts, and the memory of the server's process.
"""

import json
import pathlib
import re
import sys
import tempfile
import time

import duckdb

sys.path.append(str(pathlib.Path(__file__).parents[4] / "Tests/PopulationTests"))
from compare import PostgreSQL

runs, tables = int(sys.argv[1]), pathlib.Path(sys.argv[2])
users, answers, counts = (pathlib.Path(word).read_text() for word in sys.argv[3:6])
database = PostgreSQL().connection
for file in tables.glob("*.parquet"):
    columns = duckdb.sql(f"DESCRIBE FROM read_parquet('{file}')").fetchall()
    types = ["bigint" if each[1] == "BIGINT" else "text" for each in columns]
    names = ", ".join(f"{each[0]} {kind}" for each, kind in zip(columns, types))
    database.execute(f"CREATE TABLE {file.stem} ({names})")
    with tempfile.TemporaryDirectory() as folder:
        csv = pathlib.Path(folder, "rows.csv")
        duckdb.sql(f"COPY (FROM read_parquet('{file}')) TO '{csv}' (HEADER false, FORCE_QUOTE *)")
        copying = database.cursor().copy(f"COPY {file.stem} FROM STDIN (FORMAT csv)")
        with copying as copy, csv.open("rb") as rows:
            while part := rows.read(1 << 20):
                copy.write(part)
database.execute(users)
if sys.argv[6] == "wide":
    database.execute("CREATE TABLE wide AS SELECT * FROM tollgate_users")
    database.execute("DROP VIEW tollgate_users")
    database.execute("ALTER TABLE wide RENAME TO tollgate_users")
database.execute(answers)
database.execute("VACUUM ANALYZE")
# To compile 64 expressions takes longer than to ask about a million users.
database.execute("SET jit = off")
seconds = []
for _ in range(runs + 1):
    start = time.monotonic()
    result = database.execute(counts)
    row = result.fetchone()
    seconds.append(time.monotonic() - start)
status = pathlib.Path(f"/proc/{database.info.backend_pid}/status").read_text()
print(json.dumps({
    "seconds": seconds[1:],
    "counts": {column.name: value for column, value in zip(result.description, row)},
    "bytes": int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024,
}))
