"""Writes the users of the long tables as snapshots in JSON Lines: jsonl.py TABLES FILE

For the tables of Examples/Warehouse/generate.py: but for grants, at most one row a user in each.
"""

import pathlib
import sys

import duckdb

tables, file = sys.argv[1:]
database = duckdb.connect()
for table in pathlib.Path(tables).glob("*.parquet"):
    database.execute(f"CREATE VIEW {table.stem} AS SELECT * FROM read_parquet('{table}')")


def instant(column):
    return f"strftime(make_timestamp({column} * 1000), '%Y-%m-%dT%H:%M:%S.%gZ')"


def part(name, value):
    """A member, absent where the value is missing."""
    return f"""coalesce(',"{name}":' || {value}, '')"""


database.execute(f"""
  CREATE VIEW bought AS
  SELECT user_id, string_agg('{{"product":"' || product || '","state":"' || state
    || '","ownership":"' || ownership || '"'
    || {part("until", '''('"' || ''' + instant("until_at") + ''' || '"')''')} || '}}', ',') AS list
  FROM grants GROUP BY user_id
""")
database.execute(f"""
  COPY (
    SELECT '{{"schema":1,"subject":"' || subject || '","asOf":"' || {instant("as_of")} || '"'
      || {part("grants", "('[' || bought.list || ']')")}
      || {part("usage", '''('{"' || usage.meter || '":' || used || '}')''')}
      || {part("allowances", '''('{"' || allowances.meter || '":' || amount || '}')''')}
      || {part("facts", '''('{"' || facts.name || '":"' || facts.value || '"}')''')} || '}}'
    FROM users LEFT JOIN bought USING (user_id) LEFT JOIN usage USING (user_id)
      LEFT JOIN allowances USING (user_id) LEFT JOIN facts USING (user_id)
  ) TO '{file}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01')
""")
