"""Makes the long tables of N users as Parquet: generate.py N SEED FOLDER.

The same numbers make the same users. They use two apps: some have Pro of ExpenseTracker, some a pack
of Billiards. A policy reads only the products that it names.
"""

import pathlib
import sys

import duckdb

count, seed, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
now = 1_772_323_200_000  # 2026-03-01
day = 86_400_000

# `dice(i, k)`: from 0 to 9999, the same for the same user, question and seed.
database = duckdb.connect()
database.execute(f"CREATE MACRO dice(i, k) AS (hash(i * 31 + k * 1000003 + {seed}) % 10000)::BIGINT")
database.execute(f"CREATE TABLE people AS SELECT range AS i, 'user-' || range AS user_id FROM range({count})")
tables = {
    "users": f"SELECT user_id, user_id AS subject, {now} - dice(i, 1) * 60000 AS as_of, "
    "NULL::BIGINT AS latest_seen FROM people",
    "grants": "SELECT user_id, CASE WHEN dice(i, 2) < 5000 THEN 'annual' ELSE 'lifetime' END AS product, "
    "NULL::VARCHAR AS entitlement, CASE WHEN dice(i, 3) < 9000 THEN 'active' ELSE 'expired' END AS state, "
    f"NULL::BIGINT AS start_at, {now} + (dice(i, 4) - 2000) * {day // 10} AS until_at, "
    "'purchased' AS ownership, 1::BIGINT AS quantity, 0::BIGINT AS trial "
    "FROM people WHERE dice(i, 5) < 1500 UNION ALL "
    "SELECT user_id, CASE dice(i, 12) % 4 WHEN 0 THEN 'basic' WHEN 1 THEN 'advanced' "
    "WHEN 2 THEN 'expert' ELSE 'full' END, NULL, 'active', NULL, NULL, "
    "CASE WHEN dice(i, 13) < 500 THEN 'family-shared' ELSE 'purchased' END, 1, 0 "
    "FROM people WHERE dice(i, 14) < 1000",
    "usage": "SELECT user_id, 'bills' AS meter, '' AS counter_window, dice(i, 6) // 12 AS used, "
    "NULL::BIGINT AS resets_at FROM people WHERE dice(i, 7) < 9700",
    "allowances": "SELECT user_id, 'bills' AS meter, dice(i, 8) // 200 AS amount "
    "FROM people WHERE dice(i, 9) < 100",
    "facts": "SELECT user_id, 'platform' AS name, "
    "CASE WHEN dice(i, 10) < 6000 THEN 'ios' ELSE 'android' END AS value, NULL::BIGINT AS number FROM people",
    "buckets": "SELECT user_id, 'none' AS rollout, dice(i, 11) AS bucket FROM people WHERE i < 0",
}
for name, query in tables.items():
    database.execute(f"COPY ({query}) TO '{folder / name}.parquet' (FORMAT parquet)")
print(f"{count} users in {folder}")
