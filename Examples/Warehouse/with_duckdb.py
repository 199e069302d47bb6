"""Who loses what, with DuckDB: with_duckdb.py TABLES VIEWS.sql COUNTS.sql LISTS.sql OUT.parquet"""

import pathlib
import sys

import duckdb

tables, views, counts, lists, out = sys.argv[1:]
database = duckdb.connect()
for file in pathlib.Path(tables).glob("*.parquet"):
    database.execute(f"CREATE VIEW {file.stem} AS SELECT * FROM read_parquet('{file}')")
database.execute(pathlib.Path(views).read_text())
database.execute(f"COPY ({pathlib.Path(lists).read_text().strip().rstrip(';')}) TO '{out}'")
result = database.execute(pathlib.Path(counts).read_text())
print({column[0]: value for column, value in zip(result.description, result.fetchone())})
