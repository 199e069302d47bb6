"""Counts with DuckDB: ask.py TABLES VIEWS.sql COUNTS.sql; TABLES is a folder, or the wide table."""

import pathlib
import sys

import duckdb

tables, views, counts = (pathlib.Path(word) for word in sys.argv[1:])
database = duckdb.connect()
if tables.is_dir():
    for file in tables.glob("*.parquet"):
        database.execute(f"CREATE VIEW {file.stem} AS SELECT * FROM read_parquet('{file}')")
else:
    database.execute(f"CREATE VIEW tollgate_users AS SELECT * FROM read_parquet('{tables}')")
database.execute(views.read_text())
result = database.execute(counts.read_text())
print({column[0]: value for column, value in zip(result.description, result.fetchone())})
