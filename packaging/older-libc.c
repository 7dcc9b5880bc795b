/* Linked into the program of a release archive: functions that the C++ library of the machine that builds takes from its C
   library, and that glibc 2.35 (Ubuntu 22.04) does not have. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
    uint32_t number = 0;
    unsigned char *next = (unsigned char *)&number, *end = next + sizeof number;
    while (next < end) {
        ssize_t count = getrandom(next, (size_t)(end - next), 0);
        if (count > 0)
            next += count;
        else if (count < 0 && errno != EINTR)
            abort();
    }
    return number;
}
