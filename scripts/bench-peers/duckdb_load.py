"""duckdb_load.py FILE DB: loads a generated trace into a DuckDB database on disk (as ours is) with two threads, then
asks the three questions. Knows .ndjson, .json (one object with arrays) and .csv."""

import sys

import duckdb

from queries import QUERIES

path, database = sys.argv[1:3]
connection = duckdb.connect(database)
connection.execute("SET threads = 2")
if path.endswith(".ndjson"):
    connection.execute("CREATE TABLE records AS SELECT * FROM read_json(?, format = 'newline_delimited')", [path])
elif path.endswith(".csv"):
    connection.execute("CREATE TABLE records AS SELECT * FROM read_csv(?)", [path])
else:
    connection.execute(
        "CREATE TEMP TABLE whole AS SELECT * FROM read_json(?, maximum_object_size = 4294967295)", [path])
    connection.execute(
        """CREATE TABLE records AS
           SELECT 'update' AS record, u.id, u.cause, u."view", u.start_ns, u.duration_ns, NULL AS name
           FROM (SELECT unnest(updates) AS u FROM whole)
           UNION ALL
           SELECT 'cause', c.id, c.cause, NULL, c.start_ns, NULL, c.name
           FROM (SELECT unnest(causes) AS c FROM whole)""")
for query in QUERIES:
    print(connection.execute(query).fetchall()[:3])
connection.close()
