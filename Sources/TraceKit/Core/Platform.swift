// The C library of the platform, for all files of the project: no other file imports it.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif

/// Functions of the C library under another name, for types with methods that hide them.
package enum CLibrary {
    /// Opens a file for writing, and creates it if needed; negative on failure, with `errno`.
    static func create(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }

    /// Reads bytes and returns their number, or -1.
    static func readBytes(_ descriptor: Int32, _ into: UnsafeMutableRawPointer, _ count: Int) -> Int {
        read(descriptor, into, count)
    }

    /// Writes bytes and returns their number, or -1.
    package static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        write(descriptor, bytes.baseAddress, bytes.count)
    }
}
