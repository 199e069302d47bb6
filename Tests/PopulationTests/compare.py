"""Runs generated SQL on engines, and compares what it says with what Tollgate decided.

usage: compare.py FILE ENGINE…

The file has one case a line: {"name", "scripts": {ENGINE: {"views", "list", "wide"}},
"tables": {NAME: {"columns", "rows"}}, "list": [[…]], "wide": [[…]]}. The first difference of each
engine is printed, and the status is 1. An engine that is not installed is an error: nobody is to
believe that it was tried.
"""

import json
import sys


class SQLite:
    name = "sqlite"
    mark = "?"

    def __init__(self):
        import sqlite3

        self.connection = sqlite3.connect(":memory:")

    def script(self, text):
        self.connection.executescript(text)

    def insert(self, table, rows, width):
        marks = ", ".join(["?"] * width)
        self.connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def rows(self, query):
        return self.connection.execute(query.rstrip().rstrip(";")).fetchall()

    def close(self):
        self.connection.close()


class DuckDB(SQLite):
    name = "duckdb"

    def __init__(self):
        import duckdb

        self.connection = duckdb.connect(":memory:")
        self.connection.execute("SET threads = 1")

    def script(self, text):
        self.connection.execute(text)

    def insert(self, table, rows, width):
        for start in range(0, len(rows), 200):
            part = rows[start : start + 200]
            marks = ", ".join(["(" + ", ".join(["?"] * width) + ")"] * len(part))
            values = [cell for row in part for cell in row]
            self.connection.execute(f"INSERT INTO {table} VALUES {marks}", values)


ENGINES = {"sqlite": SQLite, "duckdb": DuckDB}


def typed(table, columns, rows):
    """Cells come as texts; numbers are the columns that are not these."""
    texts = {
        "user_id", "subject", "product", "entitlement", "state", "ownership", "meter",
        "counter_window", "name", "value", "rollout",
    }
    kinds = [column in texts for column in columns]
    return [
        [cell if cell is None or is_text else int(cell) for cell, is_text in zip(row, kinds)]
        for row in rows
    ]


def check(case, engine):
    script = case["scripts"][engine.name]
    engine.script(script["schema"])
    for table, content in case["tables"].items():
        rows = typed(table, content["columns"], content["rows"])
        if rows:
            engine.insert(table, rows, len(content["columns"]))
    engine.script(script["views"])
    for part in ("wide", "list"):
        if not script[part].strip():
            continue
        expected = sorted(tuple(row) for row in case[part])
        found = sorted(tuple(row) for row in engine.rows(script[part]))
        if found == expected:
            continue
        extra = sorted(set(found) - set(expected))[:3]
        missing = sorted(set(expected) - set(found))[:3]
        users = {row[0] for row in extra + missing}
        print(f"{engine.name}: {case['name']}: the {part} differs")
        print(f"  only in {engine.name}: {extra}\n  only in Tollgate: {missing}")
        for table, content in case["tables"].items():
            for row in content["rows"]:
                if row[0] in users:
                    print(f"  {table}: {row}")
        print(case["source"])
        print(script["views"])
        return False
    return True


def main(path, names):
    failures = 0
    for name in names:
        count = 0
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                case = json.loads(line)
                engine = ENGINES[name]()
                try:
                    fine = check(case, engine)
                except Exception as error:
                    print(f"{name}: {case['name']}: {error}")
                    print(case["scripts"][name]["views"][:4000])
                    fine = False
                engine.close()
                count += 1
                if not fine:
                    failures += 1
                    break
        print(f"{name}: {count} policies")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
