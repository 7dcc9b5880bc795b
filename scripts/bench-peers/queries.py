"""The three questions that every peer answers about the generated trace, in SQL that DuckDB and SQLite both take."""

QUERIES = [
    # How many updates miss which deadline.
    """SELECT CASE WHEN duration_ns > 16670000 THEN 'red' WHEN duration_ns > 8300000 THEN 'orange' ELSE 'gray' END AS
       severity, count(*), sum(duration_ns) FROM records WHERE record = 'update' GROUP BY 1""",
    # The views that cost most.
    """SELECT "view", count(*) AS updates, sum(duration_ns) AS total, max(duration_ns) FROM records
       WHERE record = 'update' GROUP BY "view" ORDER BY total DESC LIMIT 20""",
    # The causes that set most updates off.
    """SELECT c.name, count(*) AS updates, sum(u.duration_ns) FROM records u JOIN records c ON c.id = u.cause
       WHERE u.record = 'update' AND c.record = 'cause' GROUP BY c.name ORDER BY updates DESC LIMIT 20""",
]
