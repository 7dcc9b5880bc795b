"""sqlite_import.py FILE DB: the commands for the sqlite3 command line that import a generated table and ask the three
questions; prints them, to be piped into `sqlite3 DB`."""

import sys

from queries import QUERIES

path = sys.argv[1]
print("PRAGMA journal_mode = OFF;\nPRAGMA synchronous = OFF;")
with open(path, encoding="utf-8") as table:
    columns = table.readline().strip().split(",")
numbers = {"id", "cause", "start_ns", "duration_ns", "from", "to", "at_ns", "allocations"}
print("CREATE TABLE records (%s);" % ", ".join(
    '"%s" %s' % (column, "INTEGER" if column in numbers else "TEXT") for column in columns))
print('.mode csv\n.import --skip 1 "%s" records' % path)
for query in QUERIES:
    print(" ".join(query.split()) + ";")
