/* Preloaded into trace-analyze by Tests/Torture/crash-test: counts what changes files, and at the nth such call
 * either kills the process or fails the call.
 *
 *   FAULT_AT=N          which call, from 1; 0 or absent = none
 *   FAULT_KIND=kill     SIGKILL before the call, or
 *             =torn     SIGKILL after half of the bytes of a write, or
 *             =ENOSPC   fail this call if it takes space, and all later ones that do: a disk that is full, or
 *             =EIO      fail this call alone: a disk with a bad place
 *   FAULT_COUNT=FILE    write the number of calls there at the end
 *
 * Calls on pipes, terminals and standard streams are not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;
static long target;
static int torn;
static int failure;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
    target = at ? atol(at) : 0;
    if (!kind) return;
    torn = !strcmp(kind, "torn");
    failure = !strcmp(kind, "ENOSPC") ? ENOSPC : !strcmp(kind, "EIO") ? EIO : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!path) return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", calls);
    int file = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && REAL(write)(file, text, (size_t)length) < 0) { /* the script sees an empty file */ }
    if (file >= 0) close(file);
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

/* Whether the call is to fail. `grows`: it takes space on the disk. A torn write is left to the caller to die in. */
static int strikes(int grows, int tearable) {
    long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (!target || number < target) return 0;
    if (failure == EIO) return number == target;
    if (failure == ENOSPC) return grows;
    if (torn && tearable) return 1;
    die();
    return 0;
}

/* The size of a regular file other than the standard streams, -1 for anything else. */
static off_t size_of(int descriptor) {
    struct stat status;
    return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

/* `end`: where the file ends after the write; `part`: the write of its first half. */
#define WRITE(end, whole, part) \
    off_t size = size_of(descriptor); \
    if (size >= 0 && strikes((off_t)(end) > size, 1)) { \
        if (!torn) { errno = failure; return -1; } \
        if (part >= 0) die(); \
        die(); \
    } \
    return whole

ssize_t write(int descriptor, const void *bytes, size_t count) {
    WRITE(size + (off_t)count, REAL(write)(descriptor, bytes, count), REAL(write)(descriptor, bytes, count / 2));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    WRITE(offset + (off_t)count, REAL(pwrite)(descriptor, bytes, count, offset),
          REAL(pwrite)(descriptor, bytes, count / 2, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    WRITE(offset + (off_t)count, REAL(pwrite64)(descriptor, bytes, count, offset),
          REAL(pwrite64)(descriptor, bytes, count / 2, offset));
}

/* What changes files without taking space. */
#define OTHER(call) \
    if (strikes(0, 0)) { errno = failure; return -1; } \
    return call

int ftruncate(int descriptor, off_t length) { OTHER(REAL(ftruncate)(descriptor, length)); }
int ftruncate64(int descriptor, off64_t length) { OTHER(REAL(ftruncate64)(descriptor, length)); }
int fsync(int descriptor) { OTHER(REAL(fsync)(descriptor)); }
int fdatasync(int descriptor) { OTHER(REAL(fdatasync)(descriptor)); }
int rename(const char *from, const char *to) { OTHER(REAL(rename)(from, to)); }

/* Counted and a moment to die at, but never failed: a tool that cannot delete its file cannot promise that it did. */
int unlink(const char *path) {
    if (target && !failure) { strikes(0, 0); } else { __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST); }
    return REAL(unlink)(path);
}
