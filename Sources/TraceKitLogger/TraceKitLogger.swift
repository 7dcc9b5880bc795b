#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Logs an app's own knowledge of its updates, one JSON record per line (`tracekit-ndjson`), for `trace-analyze`.
///
/// Instruments sees every update and its cause; only the app knows which instance a body belongs to and which
/// properties changed. Use this for these two, or where Instruments cannot run. One file, no dependencies: add the
/// product `TraceKitLogger`, or copy the file into the app.
///
///     let log = TraceKitLogger(path: NSTemporaryDirectory() + "app.ndjson", app: "Landmarks")
///     let tap = log?.interaction("tap", "Favorite")
///     let change = log?.cause("observable", "ModelData.favorites", by: tap)
///     let start = log?.now
///     …
///     log?.update("LandmarkRow", instance: id, changed: ["isFavorite"], by: change, from: start)
///     log?.close()
///
/// Thread-safe. Lines are buffered up to 64 KB, `flush` or `close`; if the file cannot be written, records are dropped
/// and counted in `lost`. It never stops the app.
public final class TraceKitLogger: @unchecked Sendable {
    /// The id of a record, for naming it as a cause.
    public struct ID: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Nanoseconds since the logger was created.
    public struct Time: Sendable {
        fileprivate let nanoseconds: UInt64
    }

    private let descriptor: Int32
    private let origin: UInt64
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var buffer: [UInt8] = []
    private var lastID = 0
    private var isClosed = false
    private var lostRecords = 0

    private static let capacity = 64 << 10

    /// Creates or truncates the file; nil if that fails.
    public init?(path: String, app: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { return nil }
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        origin = Self.clock()
        buffer.reserveCapacity(Self.capacity + 1024)
        record("trace") { $0.text("app", app) }
    }

    deinit {
        close()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public var now: Time { Time(nanoseconds: Self.clock() &- origin) }

    /// The number of records that could not be written.
    public var lost: Int { locked { lostRecords } }

    // MARK: Records

    /// Logs a user action: `kind` is tap, scroll, swipe, type, appear, navigation, launch or a word of your own.
    @discardableResult
    public func interaction(_ kind: String, _ name: String, from start: Time? = nil, to end: Time? = nil) -> ID {
        let start = start ?? now
        return record("interaction") { line in
            line.text("kind", kind)
            line.text("name", name)
            line.time("start_ns", start)
            if let end { line.duration(start, end) }
        }
    }

    /// Logs a change: `kind` is state, observable, defaults, environment or a word of your own; `by` is its cause.
    @discardableResult
    public func cause(_ kind: String, _ name: String, by cause: ID? = nil, at time: Time? = nil) -> ID {
        let time = time ?? now
        return record("cause") { line in
            line.cause(cause)
            line.text("kind", kind)
            line.text("name", name)
            line.text("origin", "app")
            line.time("start_ns", time)
        }
    }

    /// Logs a body that ran from `start` to `end` (now). `changed` are the changed properties, with or without a
    /// leading underscore: an empty list means that nothing changed, nil that it is unknown.
    @discardableResult
    public func update(
        _ view: String, module: String? = nil, instance: String? = nil, changed: [String]? = nil,
        isCreation: Bool = false, by cause: ID? = nil, from start: Time?, to end: Time? = nil, thread: String = "main"
    ) -> ID {
        let end = end ?? now
        return record("update") { line in
            line.cause(cause)
            line.text("view", view)
            if let module { line.text("module", module) }
            line.text("kind", "body")
            line.text("phase", isCreation ? "creation" : "update")
            if let instance { line.text("instance", instance) }
            if let changed { line.texts("changed", changed) }
            line.time("start_ns", start ?? end)
            line.duration(start ?? end, end)
            line.text("thread", thread)
        }
    }

    // MARK: The file

    /// Writes the buffered lines.
    public func flush() { locked { writeOut() } }

    /// Writes the buffered lines and closes the file; later records are dropped.
    public func close() {
        locked {
            guard !isClosed else { return }
            writeOut()
            isClosed = true
            #if canImport(Darwin)
                _ = Darwin.close(descriptor)
            #elseif canImport(Musl)
                _ = Musl.close(descriptor)
            #else
                _ = Glibc.close(descriptor)
            #endif
        }
    }

    @discardableResult
    private func record(_ kind: String, _ fill: (inout Line) -> Void) -> ID {
        locked {
            lastID += 1
            let id = ID(number: lastID)
            guard !isClosed else {
                lostRecords += 1
                return id
            }
            var line = Line(buffer)
            buffer = []
            line.begin(kind, id)
            fill(&line)
            buffer = line.end()
            if buffer.count >= Self.capacity { writeOut() }
            return id
        }
    }

    private func writeOut() {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                lostRecords += buffer[written...].count { $0 == UInt8(ascii: "\n") }
                break
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Nanoseconds of a clock that goes on while the device sleeps, as Instruments' does not matter here.
    private static func clock() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

/// A record as a line of JSON.
private struct Line {
    private var bytes: [UInt8]

    init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    mutating func begin(_ kind: String, _ id: TraceKitLogger.ID) {
        bytes += "{\"record\":\"".utf8
        bytes += kind.utf8
        bytes.append(UInt8(ascii: "\""))
        if kind != "trace" { number("id", UInt64(id.number)) }
    }

    consuming func end() -> [UInt8] {
        bytes += "}\n".utf8
        return bytes
    }

    mutating func text(_ key: String, _ value: String) {
        name(key)
        quote(value)
    }

    mutating func texts(_ key: String, _ values: [String]) {
        name(key)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            quote(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func time(_ key: String, _ time: TraceKitLogger.Time) { number(key, time.nanoseconds) }

    mutating func duration(_ start: TraceKitLogger.Time, _ end: TraceKitLogger.Time) {
        number("duration_ns", end.nanoseconds >= start.nanoseconds ? end.nanoseconds - start.nanoseconds : 0)
    }

    mutating func cause(_ id: TraceKitLogger.ID?) { if let id { number("cause", UInt64(id.number)) } }

    private mutating func number(_ key: String, _ value: UInt64) {
        name(key)
        // Digits from the last to the first, then reversed; a `String` would cost an allocation.
        let first = bytes.count
        var rest = value
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }

    private mutating func name(_ key: String) {
        bytes += ",\"".utf8
        bytes += key.utf8
        bytes += "\":".utf8
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            bytes += text.utf8
            bytes.append(UInt8(ascii: "\""))
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
                bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
