"""Counts with Spark: ask_spark.py RUNS TABLES VIEWS.sql COUNTS.sql; TABLES is as `ask.py` has it.

Give it to `spark-submit`. Once the session is warm, it prints the seconds of each run and the counts.
"""

import json
import pathlib
import sys
import time

from pyspark.sql import SparkSession

sys.path.append(str(pathlib.Path(__file__).parents[4] / "Examples/Warehouse"))
from with_spark import statements

runs, (tables, views, counts) = int(sys.argv[1]), map(pathlib.Path, sys.argv[2:])
spark = SparkSession.builder.appName("tollgate").getOrCreate()
if tables.is_dir():
    for file in tables.glob("*.parquet"):
        spark.read.parquet(str(file)).createOrReplaceTempView(file.stem)
else:
    spark.read.parquet(str(tables)).createOrReplaceTempView("tollgate_users")
for statement in statements(views):
    spark.sql(statement)
(count,) = statements(counts)
seconds = []
for _ in range(runs + 1):
    start = time.monotonic()
    row = spark.sql(count).first()
    seconds.append(time.monotonic() - start)
print(json.dumps({"seconds": seconds[1:], "counts": row.asDict()}))
spark.stop()
