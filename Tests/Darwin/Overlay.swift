// What Apple's Swift part of the module Darwin adds to its C part: variadic functions, and macros that Swift cannot read.
// Declarations only: nothing of this is ever run. Add here only what that overlay really has.
@_exported import Darwin

public var errno: Int32 {
    get { fatalError() }
    set { fatalError() }
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    fatalError()
}
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public func ioctl(_ file: CInt, _ request: UInt, _ value: CInt) -> CInt { fatalError() }
public func ioctl(_ file: CInt, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> CInt { fatalError() }
public func ioctl(_ file: CInt, _ request: UInt) -> CInt { fatalError() }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }

// A Mac's compiler reads these macros, as names of the constants that they are.
public var CLOCK_REALTIME: clockid_t { fatalError() }
public var CLOCK_MONOTONIC: clockid_t { fatalError() }
public var CLOCK_MONOTONIC_RAW: clockid_t { fatalError() }
public var CLOCK_UPTIME_RAW: clockid_t { fatalError() }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { fatalError() }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { fatalError() }

public var S_IFMT: mode_t { fatalError() }
public var S_IFIFO: mode_t { fatalError() }
public var S_IFCHR: mode_t { fatalError() }
public var S_IFDIR: mode_t { fatalError() }
public var S_IFBLK: mode_t { fatalError() }
public var S_IFREG: mode_t { fatalError() }
public var S_IFLNK: mode_t { fatalError() }
public var S_IFSOCK: mode_t { fatalError() }
public var S_IRWXU: mode_t { fatalError() }
public var S_IRUSR: mode_t { fatalError() }
public var S_IWUSR: mode_t { fatalError() }
public var S_IXUSR: mode_t { fatalError() }
public var S_IRWXG: mode_t { fatalError() }
public var S_IRGRP: mode_t { fatalError() }
public var S_IWGRP: mode_t { fatalError() }
public var S_IXGRP: mode_t { fatalError() }
public var S_IRWXO: mode_t { fatalError() }
public var S_IROTH: mode_t { fatalError() }
public var S_IWOTH: mode_t { fatalError() }
public var S_IXOTH: mode_t { fatalError() }

public var SIG_DFL: sig_t? { fatalError() }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }
public var MAP_FAILED: UnsafeMutableRawPointer? { fatalError() }
public var TIOCGWINSZ: UInt { fatalError() }
