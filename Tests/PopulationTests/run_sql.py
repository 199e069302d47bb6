"""Runs scripts of SQL one after the other with an engine's own program, in an empty database.

usage: run_sql.py sqlite|duckdb|postgres SCRIPT…

What the last script selects is printed as JSON, the first row by heading. A script that fails is
told, the last one runs all the same, and the status is 1. SQLite needs `sqlite3` and PostgreSQL
`psql`; DuckDB is asked through its module.
"""

import json
import pathlib
import subprocess
import sys
import tempfile



def sqlite(script, last):
    words = ["sqlite3", *(["-json"] if last else []), "users.db"]
    return subprocess.run(words, stdin=open(script), capture_output=True, text=True)


class DuckDB:
    def __init__(self):
        import duckdb

        self.connection = duckdb.connect()

    def __call__(self, script, last):
        result = subprocess.CompletedProcess([], 0, "", "")
        try:
            found = self.connection.execute(pathlib.Path(script).read_text())
            if last:
                headings = [column[0] for column in found.description]
                result.stdout = json.dumps([dict(zip(headings, found.fetchone()))])
        except Exception as error:
            result.returncode, result.stderr = 1, str(error)
            try:
                self.connection.execute("ROLLBACK")
            except Exception:
                pass
        return result


class PostgreSQL:
    def __init__(self):
        from compare import PostgreSQL

        self.words = ["psql", "-X", "-q", "-h", PostgreSQL.start(), "-U", "postgres"]

    def __call__(self, script, last):
        result = subprocess.run([*self.words, "-f", script], capture_output=True, text=True)
        if last and result.returncode == 0:
            query = pathlib.Path(script).read_text().strip().rstrip(";")
            text = subprocess.run(
                [*self.words, "-A", "-t", "-c", f"SELECT row_to_json(q) FROM ({query}) q"],
                capture_output=True, text=True,
            )
            result.stdout = f"[{text.stdout.strip()}]"
        return result


def main(name, scripts):
    engine = {"sqlite": lambda: sqlite, "duckdb": DuckDB, "postgres": PostgreSQL}[name]()
    failed = False
    for place, script in enumerate(scripts):
        last = place == len(scripts) - 1
        result = engine(script, last)
        if result.returncode:
            failed = True
            print(result.stdout + result.stderr, file=sys.stderr)
        elif last:
            print(json.dumps(json.loads(result.stdout)[0]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
