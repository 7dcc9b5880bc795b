// Foundation, as far as the tests here use it. Declarations only: nothing of this is ever run. Add here only what Foundation
// on a Mac really has.
@_exported import Darwin
@_exported import Dispatch

public struct Data: Hashable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(_ index: Int) -> UInt8 {
        get { fatalError() }
        set { fatalError() }
    }
    public subscript(_ range: Range<Int>) -> Data {
        get { fatalError() }
        set { fatalError() }
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let atomic = WritingOptions(rawValue: 1)
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
    }
    public init() {}
    public init(count: Int) {}
    public init(contentsOf url: URL) throws {}
    public init?(base64Encoded: String, options: Base64DecodingOptions = []) {}
    public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with bytes: C) where C.Element == UInt8 {}
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func base64EncodedString() -> String { fatalError() }
    public func range(of other: Data) -> Range<Int>? { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public protocol LocalizedError: Error { var errorDescription: String? { get } }

extension Error {
    public var localizedDescription: String { fatalError() }
}

public struct URL: Hashable, Sendable {
    public init(fileURLWithPath: String) {}
    public init?(string: String) {}
    public var path: String { fatalError() }
    public var standardized: URL { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public var pathExtension: String { fatalError() }
    public func appendingPathComponent(_ name: String) -> URL { fatalError() }
    public func deletingLastPathComponent() -> URL { fatalError() }
    public func deletingPathExtension() -> URL { fatalError() }
    public func resolvingSymlinksInPath() -> URL { fatalError() }
}

public struct FileAttributeType: Hashable, Sendable {
    public static let typeDirectory = FileAttributeType()
    public static let typeRegular = FileAttributeType()
    public static let typeSymbolicLink = FileAttributeType()
}
public struct FileAttributeKey: Hashable, Sendable {
    public static let posixPermissions = FileAttributeKey()
    public static let type = FileAttributeKey()
    public static let size = FileAttributeKey()
    public static let modificationDate = FileAttributeKey()
    public static let systemFileNumber = FileAttributeKey()
    public static let ownerAccountID = FileAttributeKey()
}
public class FileManager: @unchecked Sendable {
    public static var `default`: FileManager { fatalError() }
    public var temporaryDirectory: URL { fatalError() }
    public var currentDirectoryPath: String { fatalError() }
    public func fileExists(atPath path: String) -> Bool { fatalError() }
    public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
    public func isExecutableFile(atPath path: String) -> Bool { fatalError() }
    public func contents(atPath path: String) -> Data? { fatalError() }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    public func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    public func subpaths(atPath path: String) -> [String]? { fatalError() }
    public func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
    @discardableResult
    public func createFile(atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool {
        fatalError()
    }
    public func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    public func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    public func createSymbolicLink(atPath path: String, withDestinationPath: String) throws {}
    public func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
    public func linkItem(atPath path: String, toPath: String) throws {}
    public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
    public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    public func copyItem(atPath path: String, toPath: String) throws {}
    public func moveItem(atPath path: String, toPath: String) throws {}
    public func removeItem(atPath path: String) throws {}
    public func removeItem(at url: URL) throws {}
}
extension FileManager {
    public final class DirectoryEnumerator: Sequence, IteratorProtocol {
        public init() { fatalError() }
        public var allObjects: [Any] { fatalError() }
        public func next() -> Any? { fatalError() }
        public func nextObject() -> Any? { fatalError() }
        public var fileAttributes: [FileAttributeKey: Any]? { fatalError() }
    }
}
public struct ObjCBool: ExpressibleByBooleanLiteral {
    public init(booleanLiteral: Bool) {}
    public var boolValue: Bool { fatalError() }
}

public final class FileHandle: @unchecked Sendable {
    public init?(forReadingAtPath: String) {}
    public init?(forWritingAtPath: String) {}
    public init?(forUpdatingAtPath: String) {}
    public init(forReadingFrom url: URL) throws {}
    public init(forWritingTo url: URL) throws {}
    public init(forUpdating url: URL) throws {}
    public init(fileDescriptor: Int32, closeOnDealloc: Bool = false) {}
    public static var nullDevice: FileHandle { fatalError() }
    public func readDataToEndOfFile() -> Data { fatalError() }
    public var availableData: Data { fatalError() }
    public var fileDescriptor: Int32 { fatalError() }
    public func readToEnd() throws -> Data? { fatalError() }
    public func read(upToCount: Int) throws -> Data? { fatalError() }
    public func write<T: Sequence>(contentsOf data: T) throws where T.Element == UInt8 {}
    public func seek(toOffset offset: UInt64) throws {}
    @discardableResult public func seekToEnd() throws -> UInt64 { fatalError() }
    public func truncate(atOffset offset: UInt64) throws {}
    public func synchronize() throws {}
    public func close() throws {}
}
public final class Pipe: @unchecked Sendable {
    public init() {}
    public var fileHandleForReading: FileHandle { fatalError() }
    public var fileHandleForWriting: FileHandle { fatalError() }
}
public final class Process: @unchecked Sendable {
    public enum TerminationReason { case exit, uncaughtSignal }
    public init() {}
    public var executableURL: URL?
    public var arguments: [String]?
    public var environment: [String: String]?
    public var currentDirectoryURL: URL?
    public var standardInput: Any?
    public var standardOutput: Any?
    public var standardError: Any?
    public var processIdentifier: Int32 { fatalError() }
    public var isRunning: Bool { fatalError() }
    public var terminationReason: TerminationReason { fatalError() }
    public var terminationStatus: Int32 { fatalError() }
    public func run() throws {}
    public func terminate() {}
    public func waitUntilExit() {}
}
public final class ProcessInfo: Sendable {
    public static var processInfo: ProcessInfo { fatalError() }
    public var environment: [String: String] { fatalError() }
    public var processIdentifier: Int32 { fatalError() }
    public var activeProcessorCount: Int { fatalError() }
}
public final class Bundle: @unchecked Sendable {
    public static var main: Bundle { fatalError() }
    public static var allBundles: [Bundle] { fatalError() }
    public init(for type: AnyClass) {}
    public var bundleURL: URL { fatalError() }
    public var executableURL: URL? { fatalError() }
}
public final class Thread: @unchecked Sendable {
    public static func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    public static func sleep(forTimeInterval: Double) {}
}
public final class NSLock: @unchecked Sendable {
    public init() {}
    public func lock() {}
    public func unlock() {}
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}

public final class JSONSerialization {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let sortedKeys = WritingOptions(rawValue: 2)
        public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    }
    public static func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
    public static func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { fatalError() }
}

public typealias TimeInterval = Double
public struct Date: Hashable, Comparable, Sendable {
    public init() {}
    public init(timeIntervalSince1970: TimeInterval) {}
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public func timeIntervalSince(_ other: Date) -> TimeInterval { fatalError() }
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
}
public struct UUID: Hashable, Sendable {
    public init() {}
    public var uuidString: String { fatalError() }
}
extension String {
    public struct Encoding: Hashable, Sendable {
        public static let utf8 = Encoding()
        public static let utf16 = Encoding()
        public static let utf16LittleEndian = Encoding()
        public static let utf16BigEndian = Encoding()
        public static let utf32 = Encoding()
        public static let isoLatin1 = Encoding()
    }
    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
    public init?(data: Data, encoding: Encoding) { fatalError() }
    public init(format: String, _ arguments: Any...) { fatalError() }
}
public struct NSStringCompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let regularExpression = NSStringCompareOptions(rawValue: 1024)
    public static let backwards = NSStringCompareOptions(rawValue: 4)
}
public struct CharacterSet: Sendable {
    public static var whitespaces: CharacterSet { fatalError() }
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}
open class NSObject {
    open func isEqual(_ object: Any?) -> Bool { fatalError() }
}
public final class NSNull: NSObject {}
public final class NSNumber: @unchecked Sendable {
    public var objCType: UnsafePointer<CChar> { fatalError() }
    public var intValue: Int { fatalError() }
    public var doubleValue: Double { fatalError() }
    public var boolValue: Bool { fatalError() }
}
public func NSTemporaryDirectory() -> String { fatalError() }
extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public func components(separatedBy separator: some StringProtocol) -> [String] { fatalError() }
    public func data(using encoding: String.Encoding) -> Data? { fatalError() }
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
    public func range(
        of text: String, options: NSStringCompareOptions = [], range: Range<String.Index>? = nil
    ) -> Range<String.Index>? { fatalError() }
    public func replacingOccurrences(of text: String, with other: String) -> String { fatalError() }
}
