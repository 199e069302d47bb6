"""Writes the wide table of the long ones as Parquet: wide.py TABLES USERS.sql FILE"""

import pathlib
import sys

import duckdb

tables, view, file = sys.argv[1:]
database = duckdb.connect()
for table in pathlib.Path(tables).glob("*.parquet"):
    database.execute(f"CREATE VIEW {table.stem} AS SELECT * FROM read_parquet('{table}')")
database.execute(pathlib.Path(view).read_text())
database.execute(f"COPY (SELECT * FROM tollgate_users) TO '{file}' (FORMAT parquet)")
