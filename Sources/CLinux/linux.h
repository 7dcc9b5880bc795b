// What Swift does not import of Linux: the C library declares it only where a macro says so that Swift does not set.
// And what no header says of the runtimes of Swift and C++: how their symbols are spelt out.
#ifndef TRACEKIT_LINUX_H
#define TRACEKIT_LINUX_H

#include <sys/resource.h>

#if defined(__linux__) && defined(__LP64__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// The longest file that this process may write, in bytes (`ulimit -f`). Swift has another type for the constant on every
/// system.
static inline unsigned long long tracekit_longest_file(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 ? (unsigned long long)limit.rlim_cur : ~0ULL;
}

/// Has the system begin to bring a file to the disk, and does not wait for it. A hint: other systems do nothing.
static inline void tracekit_begin_synchronizing(int file) {
#if defined(__linux__) && defined(__LP64__)
    const unsigned write = 2; // SYNC_FILE_RANGE_WRITE
    (void)syscall(SYS_sync_file_range, file, 0L, 0L, write);
#else
    (void)file;
#endif
}

/// The source spelling of a Swift symbol, to be freed; NULL for what is none.
char *swift_demangle(const char *name, unsigned long length, char *buffer, unsigned long *buffer_length, unsigned flags);

/// The same of a C++ symbol.
char *__cxa_demangle(const char *name, char *buffer, unsigned long *length, int *status);

#endif
