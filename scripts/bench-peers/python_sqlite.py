"""python_sqlite.py FILE DB: what people write first. Python's json and sqlite3 with executemany, then the three
questions. Reads .ndjson."""

import json
import sqlite3
import sys

from queries import QUERIES

COLUMNS = ["record", "id", "cause", "kind", "name", "view", "start_ns", "duration_ns"]


def rows(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield [record.get(column) for column in COLUMNS]


path, database = sys.argv[1:3]
connection = sqlite3.connect(database)
connection.execute("PRAGMA journal_mode = OFF")
connection.execute("PRAGMA synchronous = OFF")
connection.execute('CREATE TABLE records (record, id INTEGER, cause INTEGER, kind, name, "view", start_ns INTEGER, '
                   'duration_ns INTEGER)')
connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows(path))
connection.commit()
for query in QUERIES:
    print(connection.execute(query).fetchall()[:3])
