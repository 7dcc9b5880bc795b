#include "CTraceSchema.h"

// The compiler embeds the file and names it among what this object depends on: every build system that asks it for that
// (SwiftPM and Xcode do) compiles this again when schema.sql changes. A resource that SwiftPM embeds is refused in a
// build for two processors, and another build system may leave it out.
#if !defined(__has_embed)
#error "this compiler has no #embed, which schema.sql needs: use Swift 6.2 or newer (on a Mac: Xcode 26 or newer)"
#else
// Known to the compilers that this is built with, if not in the C that they take by default.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char schema[] = {
#embed "../../schema.sql"
};
#endif

const unsigned char *tracekit_schema_bytes(void) { return schema; }

size_t tracekit_schema_size(void) { return sizeof schema; }
