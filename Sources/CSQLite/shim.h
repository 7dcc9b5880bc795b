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

/// The function by which SQLite's own file system opens files.
typedef int (*tracekit_sqlite_xopen)(sqlite3_vfs *, const char *, sqlite3_file *, int, int *);

static inline tracekit_sqlite_xopen *tracekit_sqlite_system_open(void) {
    static tracekit_sqlite_xopen function;
    return &function;
}

/// Opens a file as that does, but no super-journal. A journal may name any file as its super-journal, and SQLite deletes that
/// file once the journal is rolled back. It opens the file first. No import writes to two databases in one transaction, so no
/// journal of ours names one.
static inline int tracekit_sqlite_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened) {
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) {
        file->pMethods = 0;
        return SQLITE_CANTOPEN;
    }
    return (*tracekit_sqlite_system_open())(vfs, path, file, flags, opened);
}

/// Registers SQLite's own file system a second time, as "tracekit" and without super-journals. Connections that other code of
/// this process opens are not affected.
static inline int tracekit_sqlite_register_vfs(void) {
    static sqlite3_vfs vfs;
    const sqlite3_vfs *system = sqlite3_vfs_find(0);
    if (!system) return SQLITE_ERROR;
    vfs = *system;
    *tracekit_sqlite_system_open() = system->xOpen;
    vfs.zName = "tracekit";
    vfs.xOpen = tracekit_sqlite_open;
    return sqlite3_vfs_register(&vfs, 0);
}

/// The destructor value that tells SQLite to copy the bytes it is given.
static inline sqlite3_destructor_type tracekit_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
