"""Tests contrib/spark: the data source against nqdb itself, ranks of boards, and an index in parts, of which one is
killed, one lost and one duplicated. Called by tests/engines/run.

    tests/engines/spark.py NQDB
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "contrib" / "spark"))
sys.dont_write_bytecode = True
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

import nqdb
import nqdb_spark
from pyspark.sql import SparkSession

NQDB = str(Path(sys.argv[1]).resolve())


def check_source(spark: SparkSession, database: str) -> None:
    """All solutions, and those that options select, are those of nqdb."""
    board = nqdb.Database(database).board(12)
    read = spark.read.format("nqdb").option("n", 12).option("database", database).option("rowsPerPartition", 3000)
    source = read.load()
    assert source.rdd.getNumPartitions() == 5, source.rdd.getNumPartitions()
    expected = nqdb.batches(board).read_all().to_pylist()
    assert [row.asDict() for row in source.collect()] == expected
    for options, keeps in [
        ({"firstQueens": "3"}, lambda row: row["q1"] == 3),
        ({"firstQueens": "12 7"}, lambda row: (row["q1"], row["q2"]) == (12, 7)),
        ({"firstQueens": "1 2"}, lambda row: False),
        ({"fromRank": "14000"}, lambda row: row["rank"] >= 14000),
        ({"fromRank": "99999"}, lambda row: False),
        ({"fromRank": "5", "limit": "4000"}, lambda row: 5 <= row["rank"] < 4005),
        ({"firstQueens": "2", "fromRank": "600", "limit": "100"}, lambda row: row["q1"] == 2 and 600 <= row["rank"] < 700),
    ]:
        some = spark.read.format("nqdb").options(n=12, database=database, **options).load()
        rows = [row.asDict() for row in some.collect()]
        assert rows == [row for row in expected if keeps(row)], options
    # Queries of one DataFrame do not affect each other.
    for row, count in [(3, 1165), (1, 500)]:
        assert source.where(f"q1 = {row}").count() == count
    assert source.where("q1 = 1").union(source.where("q1 = 2")).count() == 500 + 806
    assert source.count() == 14200
    pruned = read.schema("q1 tinyint, rank bigint").load()
    assert pruned.where("rank = 14200").collect() == [(12, 14200)]
    # Fewer solutions than rows.
    small = spark.read.format("nqdb").option("n", 4).load()
    assert [row.q1 for row in small.where("q1 > 1 and q2 != 2").collect()] == [2, 3]
    check_errors(spark)


def check_errors(spark: SparkSession) -> None:
    """Errors name the wrong option or value."""
    for options, schema, said in [
        ({}, None, "expected the option n, a positive integer; got None"),
        ({"n": "twelve"}, None, "got twelve"),
        ({"n": "65"}, None, "65"),
        ({"n": "28"}, None, "the number of solutions of N = 28 is unknown"),
        ({"n": "8", "rowsPerPartition": "0"}, None, "rowsPerPartition"),
        ({"n": "8", "firstQueens": "3 9"}, None, "rows from 1 to 8"),
        ({"n": "8", "fromRank": "0"}, None, "fromRank"),
        ({"n": "8"}, "q9 tinyint", "got q9 tinyint"),
        ({"n": "8", "database": "/nowhere/8.db"}, None, "/nowhere/8.db is not on this node"),
    ]:
        read = spark.read.format("nqdb").options(**options)
        try:
            (read.schema(schema) if schema else read).load().collect()
        except Exception as error:
            assert said in str(error), (said, str(error))
        else:
            raise AssertionError(f"expected an error: {said}")


def check_ranks(spark: SparkSession, database: str) -> None:
    """Ranks and orbit ids of boards as text and as arrays."""
    texts = spark.createDataFrame([("2 4 1 3",), (None,), ("[3, 1, 4, 2]",)], "queens string")
    rows = [tuple(row)[1:] for row in nqdb_spark.with_ranks(texts, 4).collect()]
    assert rows == [(1, 1), (None, None), (2, 1)], rows
    source = spark.read.format("nqdb").option("n", 12).option("database", database).load()
    columns = ", ".join(f"q{column}" for column in range(1, 13))
    boards = source.selectExpr("rank as expected", "orbit_id as id", f"array({columns}) as board")
    ranked = nqdb_spark.with_ranks(boards, 12, "board", database)
    assert ranked.where("rank = expected and orbit_id = id").count() == 14200
    try:
        nqdb_spark.with_ranks(spark.createDataFrame([("1 2 3 4",)], "queens string"), 4).collect()
    except Exception as error:
        assert "1 2 3 4" in str(error) or "attack" in str(error), error
    else:
        raise AssertionError("expected an error: 1 2 3 4 is not a solution")


def digest(file: Path) -> str:
    return nqdb.Database(file).info()[0].digest


def check_build(spark: SparkSession, home: Path) -> None:
    """An index in eight parts, one of them killed with its worker, has the digest of a build on one machine."""
    program, killed = home / "killed-nqdb", home / "kill"
    # Behaves like nqdb, but kills the Python worker the first time it builds part 3.
    program.write_text(
        "#!/usr/bin/env bash\n"
        f'[[ $* != *"--part 3/"* ]] || ! rm "{killed}" 2>/dev/null || {{ kill -KILL $PPID; exit 1; }}\n'
        f'exec "{NQDB}" "$@"\n'
    )
    program.chmod(0o755)
    killed.touch()
    whole = home / "whole.db"
    subprocess.run([NQDB, "--db", whole, "build", "13", "--tier", "indexed"], check=True, capture_output=True)
    directory = home / "nqdb-13-8"
    board = nqdb_spark.build(spark, 13, 8, directory, str(program))
    assert not killed.exists(), "no worker was killed"
    assert digest(board) == digest(whole)
    try:
        nqdb_spark.build(spark, 13, 1, directory, str(program))
    except ValueError as error:
        assert "expected two parts or more, got 1" in str(error), error
    else:
        raise AssertionError("expected an error: a division into one part")

    board.unlink()
    parts = directory / "parts-13-8"
    (parts / "7.db").unlink()
    os.truncate(parts / "5.db", 4096)
    assert nqdb_spark._missing(NQDB, parts, 8) == [5, 7]
    assert digest(nqdb_spark.build(spark, 13, 8, directory, NQDB)) == digest(whole)

    board.unlink()
    second = parts / "second.db"
    second.write_bytes((parts / "2.db").read_bytes())
    try:
        nqdb_spark.build(spark, 13, 8, directory, NQDB)
    except RuntimeError as error:
        assert "second.db" in str(error), error
    else:
        raise AssertionError("expected an error: second.db is a duplicate of part 2")
    assert not board.exists()

    # Another board in the same directory, whose only file is empty.
    (directory / "parts-12-2").mkdir()
    (directory / "parts-12-2" / "1.db").touch()
    info = nqdb.Database(nqdb_spark.build(spark, 12, 2, directory, NQDB)).info()
    assert [board.n for board in info] == [12], info


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["SPARK_WORKER_DIR"] = str(home / "work")
        database = str(home / "queens.db")
        nqdb.build(12, database)
        # Two executors, as separate processes with the files that Spark ships to them.
        spark = (
            SparkSession.builder.master("local-cluster[2,1,1024]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.local.dir", str(home / "spark"))
            .config("spark.sql.warehouse.dir", str(home / "warehouse"))
            .getOrCreate()
        )
        try:
            spark.sparkContext.setLogLevel("OFF")
            nqdb_spark.register(spark, database)
            for check, arguments in [(check_source, (database,)), (check_ranks, (database,)), (check_build, (home,))]:
                check(spark, *arguments)
                print(f"spark.py: {check.__name__} passed", flush=True)
        finally:
            spark.stop()


main()
