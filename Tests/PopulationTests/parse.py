"""Reads each file NAME.DIALECT.sql of a folder with sqlglot's parser of that dialect."""

import pathlib
import sys

import sqlglot
from sqlglot import expressions

failures = 0
files = sorted(pathlib.Path(sys.argv[1]).glob("*.sql"))
for file in files:
    dialect = file.name.split(".")[-2]
    try:
        statements = [each for each in sqlglot.parse(file.read_text("utf-8"), read=dialect) if each]
        # A statement that is passed through unread is none.
        assert not any(isinstance(each, expressions.Command) for each in statements)
        assert len(statements) > 5
    except Exception as error:
        print(f"{file.name}: {error}")
        failures += 1
print(f"{len(files)} scripts")
sys.exit(1 if failures or not files else 0)
