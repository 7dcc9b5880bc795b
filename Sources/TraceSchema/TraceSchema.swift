import CEmbedded

/// The database schema: `schema.sql` at the root of the repository, embedded at build time.
package enum TraceSchema {
    /// The whole file as SQL text.
    package static let sql = String(
        decoding: UnsafeBufferPointer(start: tracekit_schema().bytes, count: tracekit_schema().count), as: UTF8.self)
    /// `PRAGMA application_id` of our databases ("TrKt").
    package static let applicationID: Int64 = 0x5472_4B74
    /// `PRAGMA user_version` that this program writes.
    package static let version: Int64 = 12
}
