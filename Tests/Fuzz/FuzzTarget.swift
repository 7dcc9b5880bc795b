#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Something that must hold for any bytes whatever.
///
/// Adding a target is one function and one line in `FuzzTargets.all`; `Tests/Torture/fuzz` has its seeds. A target returns
/// where all is well and calls `fault` where it is not.
struct FuzzTarget: Sendable {
    let name: String
    /// What must hold.
    let summary: String
    let check: @Sendable (FuzzBytes) -> Void
}

typealias FuzzBytes = UnsafeBufferPointer<UInt8>

enum FuzzTargets {
    static let all: [FuzzTarget] = readers + packed + importers + names + server

    /// The one that `TRACEKIT_FUZZ_TARGET` names.
    static let chosen: FuzzTarget = {
        let name = getenv("TRACEKIT_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            fault("TRACEKIT_FUZZ_TARGET='\(name)' is none of: \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()
}

/// Ends the process as the fuzzer expects it of a fault, after saying what is wrong.
func fault(_ message: String) -> Never {
    let line = Array("fault: \(VisibleText.escape(message))\n".utf8)
    _ = write(2, line, line.count)
    abort()
}

/// A number that depends on nothing but the bytes: which of several ways to take an input.
func fingerprint(_ bytes: FuzzBytes) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    FuzzTargets.chosen.check(FuzzBytes(start: data, count: size))
    return 0
}
