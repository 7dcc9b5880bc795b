// schema.sql at the root of the repository, as it was when this was built.
#ifndef TRACEKIT_CTRACESCHEMA_H
#define TRACEKIT_CTRACESCHEMA_H

#include <stddef.h>

/// The bytes of the file; no zero byte follows them.
const unsigned char *_Nonnull tracekit_schema_bytes(void);

/// How many they are.
size_t tracekit_schema_size(void);

#endif
