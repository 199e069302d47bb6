"""Runs generated SQL on engines, and compares what it says with what Tollgate decided.

usage: compare.py FILE ENGINE…

The file has one case a line: {"name", "scripts": {ENGINE: {"views", "list", "wide",
"values"}}, "tables": {NAME: {"columns", "rows"}}, "list": [[…]], "wide": [[…]], "values": [[…]]}. The first difference of each
engine is printed, and the status is 1. An engine that is not installed is an error: nobody is to
believe that it was tried.
"""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


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


class PostgreSQL(SQLite):
    """A server of its own, in a new folder, that only this program reaches."""

    name = "postgres"
    server = None

    def __init__(self):
        import psycopg

        if PostgreSQL.server is None:
            PostgreSQL.server = PostgreSQL.start()
        self.connection = psycopg.connect(
            host=PostgreSQL.server, user="postgres", dbname="postgres", autocommit=True
        )
        self.connection.execute("DROP SCHEMA IF EXISTS population CASCADE")
        self.connection.execute("CREATE SCHEMA population")
        self.connection.execute("SET search_path TO population")
        self.connection.execute("SET client_min_messages TO error")

    @staticmethod
    def start():
        folder = tempfile.mkdtemp(prefix="tollgate-pg-")
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        user = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
            user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

        def run(*words):
            subprocess.run(
                user + [str(programs / words[0]), *words[1:]],
                check=True, cwd=folder, stdout=subprocess.DEVNULL,
                env={**os.environ, "LANG": "C", "LC_ALL": "C"},
            )

        run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8",
            "--locale=C")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", options, "start")

        def stop():
            run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
            shutil.rmtree(folder)

        atexit.register(stop)
        return folder

    def script(self, text):
        self.connection.execute(text)

    def insert(self, table, rows, width):
        with self.connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * width)})", rows)


class Spark:
    name = "spark"
    session = None

    def __init__(self):
        from pyspark.sql import SparkSession

        if Spark.session is None:
            os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
            builder = SparkSession.builder.master("local[2]").appName("tollgate")
            for key, value in {
                "spark.ui.enabled": "false",
                "spark.sql.session.timeZone": "UTC",
                "spark.sql.shuffle.partitions": "1",
                "spark.log.level": "ERROR",
            }.items():
                builder = builder.config(key, value)
            Spark.session = builder.getOrCreate()
        self.types = {}

    def script(self, text):
        for statement in text.split(";\n"):
            lines = [line for line in statement.splitlines() if not line.startswith("--")]
            statement = "\n".join(lines).strip().rstrip(";")
            if statement.startswith("CREATE TABLE"):
                name, declarations = statement.split("(", 1)
                columns = declarations.rsplit(")", 1)[0]
                self.types[name.split()[-1]] = columns
                Spark.session.createDataFrame([], columns).createOrReplaceTempView(name.split()[-1])
            elif statement:
                Spark.session.sql(statement)
                # Otherwise each of the queries below computes the view again.
                Spark.session.catalog.cacheTable(statement.split(" VIEW ")[1].split()[0])

    def insert(self, table, rows, width):
        frame = Spark.session.createDataFrame(rows, self.types[table])
        frame.createOrReplaceTempView(table)

    def rows(self, query):
        return Spark.session.sql(query.rstrip().rstrip(";")).collect()

    def close(self):
        Spark.session.catalog.clearCache()


ENGINES = {each.name: each for each in [SQLite, DuckDB, PostgreSQL, Spark]}


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
    for part in ("wide", "list", "values"):
        if not script[part].strip():
            continue
        expected = sorted((tuple(row) for row in case[part]), key=repr)
        found = sorted((tuple(row) for row in engine.rows(script[part])), key=repr)
        if found == expected:
            continue
        extra = sorted(set(found) - set(expected), key=repr)[:3]
        missing = sorted(set(expected) - set(found), key=repr)[:3]
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
