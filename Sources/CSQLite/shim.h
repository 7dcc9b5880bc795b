// What Swift cannot import from sqlite3.h: variadic functions and cast macros. And one function of Linux.
#ifndef TRACEKIT_CSQLITE_SHIM_H
#define TRACEKIT_CSQLITE_SHIM_H

#include <sqlite3.h>

#if defined(__linux__) && defined(__LP64__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// Turns off SQLite's memory statistics, which cost a mutex on every allocation (process-wide, before any open).
static inline int tracekit_sqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// SQLITE_DBCONFIG_* switches take variadic arguments; returns the result code.
static inline int tracekit_sqlite_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// The destructor value that tells SQLite to copy the bytes it is given.
static inline sqlite3_destructor_type tracekit_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

/// Has the system begin to bring a file to the disk, and does not wait for it. A hint: other systems do nothing.
static inline void tracekit_begin_synchronizing(int file) {
#if defined(__linux__) && defined(__LP64__)
    const unsigned write = 2; // SYNC_FILE_RANGE_WRITE, which needs a macro that Swift's import of C does not set
    (void)syscall(SYS_sync_file_range, file, 0L, 0L, write);
#else
    (void)file;
#endif
}

#endif
