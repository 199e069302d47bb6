"""Who loses what, with Spark: with_spark.py TABLES VIEWS.sql COUNTS.sql LISTS.sql OUT

Run it with `spark-submit` on a cluster of yours; the tables may be anything that Spark reads. OUT gets
`changes`, a row for each user and target as Parquet, and `counts` as JSON.
"""

import pathlib
import sys

from pyspark.sql import SparkSession


def statements(path):
    for text in pathlib.Path(path).read_text().split(";\n"):
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("--")]
        statement = "\n".join(lines).strip().rstrip(";")
        if statement:
            yield statement


def main(tables, views, counts, lists, out):
    spark = SparkSession.builder.appName("tollgate").getOrCreate()
    for file in pathlib.Path(tables).glob("*.parquet"):
        spark.read.parquet(str(file)).createOrReplaceTempView(file.stem)
    for statement in statements(views):
        spark.sql(statement)
    for statement in statements(lists):
        spark.sql(statement).write.mode("overwrite").parquet(f"{out}/changes")
    for statement in statements(counts):
        result = spark.sql(statement).cache()
        result.write.mode("overwrite").json(f"{out}/counts")
        print(result.first().asDict())
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
