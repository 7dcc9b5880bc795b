// What Swift cannot import from sqlite3.h: variadic functions and cast macros.
#ifndef TRACEKIT_CSQLITE_SHIM_H
#define TRACEKIT_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Whether SQLite counts the memory it has, which costs a mutex on every allocation (process-wide, before any open).
static inline int tracekit_sqlite_count_memory(int counts) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts);
}

/// SQLITE_DBCONFIG_* switches take variadic arguments; returns the result code.
static inline int tracekit_sqlite_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// The destructor value that tells SQLite to copy the bytes it is given.
static inline sqlite3_destructor_type tracekit_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
