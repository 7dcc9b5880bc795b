// Files that become part of the program, as it is one file that needs nothing beside it. The compiler names each of them
// among what this object depends on, so that a build sees when one has changed.
#include "CEmbedded.h"

#if !defined(__has_embed)
#error "this compiler has no #embed, which is needed here: use Swift 6.2 or newer (on a Mac: Xcode 26 or newer)"
#else
// Known to the compilers that this is built with, if not in the C that they take by default.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema[] = {
#embed "../../schema.sql"
};

// The scripts and styles of the HTML pages, their parts in this order.

static const unsigned char shared_script[] = {
#embed "../TraceKit/Report/HTML/Page/text.js"
,
#embed "../TraceKit/Report/HTML/Page/model.js"
,
#embed "../TraceKit/Report/HTML/Page/address.js"
,
#embed "../TraceKit/Report/HTML/Page/chrome.js"
,
#embed "../TraceKit/Report/HTML/Page/timeline-begin.js"
,
#embed "../TraceKit/Report/HTML/Page/places.js"
,
#embed "../TraceKit/Report/HTML/Page/sampled.js"
,
#embed "../TraceKit/Report/HTML/Page/lanes.js"
,
#embed "../TraceKit/Report/HTML/Page/timeline.js"
,
#embed "../TraceKit/Report/HTML/Page/cpu.js"
,
#embed "../TraceKit/Report/HTML/Page/overlays.js"
,
#embed "../TraceKit/Report/HTML/Page/search.js"
,
#embed "../TraceKit/Report/HTML/Page/pointer.js"
,
#embed "../TraceKit/Report/HTML/Page/timeline-end.js"
,
#embed "../TraceKit/Report/HTML/Page/tables.js"
,
#embed "../TraceKit/Report/HTML/Page/flame-tree.js"
,
#embed "../TraceKit/Report/HTML/Page/flame-view.js"
};

static const unsigned char report_script[] = {
#embed "../TraceKit/Report/HTML/Page/sums.js"
,
#embed "../TraceKit/Report/HTML/Page/state.js"
,
#embed "../TraceKit/Report/HTML/Page/shown.js"
,
#embed "../TraceKit/Report/HTML/Page/slices.js"
,
#embed "../TraceKit/Report/HTML/Page/graph.js"
,
#embed "../TraceKit/Report/HTML/Page/graph-view.js"
,
#embed "../TraceKit/Report/HTML/Page/flame.js"
,
#embed "../TraceKit/Report/HTML/Page/ranges.js"
,
#embed "../TraceKit/Report/HTML/Page/cells.js"
,
#embed "../TraceKit/Report/HTML/Page/main.js"
};

static const unsigned char comparison_script[] = {
#embed "../TraceKit/Report/HTML/Page/diff-state.js"
,
#embed "../TraceKit/Report/HTML/Page/diff-sides.js"
,
#embed "../TraceKit/Report/HTML/Page/diff-pairs.js"
,
#embed "../TraceKit/Report/HTML/Page/diff-cells.js"
,
#embed "../TraceKit/Report/HTML/Page/diff-flame.js"
,
#embed "../TraceKit/Report/HTML/Page/diff-main.js"
};

static const unsigned char style[] = {
#embed "../TraceKit/Report/HTML/Page/colors.css"
,
#embed "../TraceKit/Report/HTML/Page/layout.css"
,
#embed "../TraceKit/Report/HTML/Page/tables.css"
,
#embed "../TraceKit/Report/HTML/Page/diff.css"
,
#embed "../TraceKit/Report/HTML/Page/media.css"
};

#define BYTES(array) ((tracekit_bytes){array, sizeof array})

tracekit_bytes tracekit_schema(void) { return BYTES(schema); }
tracekit_bytes tracekit_shared_script(void) { return BYTES(shared_script); }
tracekit_bytes tracekit_report_script(void) { return BYTES(report_script); }
tracekit_bytes tracekit_comparison_script(void) { return BYTES(comparison_script); }
tracekit_bytes tracekit_style(void) { return BYTES(style); }
#endif
