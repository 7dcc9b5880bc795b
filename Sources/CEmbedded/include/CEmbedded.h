// Files that are part of the program, as they were when it was built.
#ifndef TRACEKIT_CEMBEDDED_H
#define TRACEKIT_CEMBEDDED_H

#include <stddef.h>

typedef struct {
    const unsigned char *_Nonnull bytes; // no zero byte follows them
    size_t count;
} tracekit_bytes;

/// schema.sql at the root of the repository.
tracekit_bytes tracekit_schema(void);

/// The parts that the scripts of all pages have in common.
tracekit_bytes tracekit_shared_script(void);

/// The parts that follow them on the page of a report.
tracekit_bytes tracekit_report_script(void);

/// The parts that follow them on the page of a comparison.
tracekit_bytes tracekit_comparison_script(void);

/// The style sheet of the pages.
tracekit_bytes tracekit_style(void);

#endif
