// What the standard library for Darwin has and the Embedded one that comes with a compiler for Linux has not. The real
// ones are there from macOS 13. Declarations only: nothing of this is ever run.

public enum CommandLine {
    public static var arguments: [String] { fatalError() }
}

public struct ContinuousClock: Sendable {
    public struct Instant: Comparable, Hashable, Sendable {
        public static var now: Instant { fatalError() }
        public func duration(to other: Instant) -> Duration { fatalError() }
        public func advanced(by duration: Duration) -> Instant { fatalError() }
        public static func < (left: Instant, right: Instant) -> Bool { fatalError() }
        public static func + (left: Instant, right: Duration) -> Instant { fatalError() }
        public static func - (left: Instant, right: Duration) -> Instant { fatalError() }
        public static func - (left: Instant, right: Instant) -> Duration { fatalError() }
        public static func += (left: inout Instant, right: Duration) { fatalError() }
        public static func -= (left: inout Instant, right: Duration) { fatalError() }
    }
    public init() {}
    public static var now: Instant { fatalError() }
    public var now: Instant { fatalError() }
    public func measure(_ work: () throws -> Void) rethrows -> Duration { fatalError() }
}

// MARK: _StringProcessing

public struct AnyRegexOutput {}
public struct Regex<Output> {
    public struct Match {
        public var output: Output { fatalError() }
        public var range: Range<String.Index> { fatalError() }
    }
}
extension Regex where Output == AnyRegexOutput {
    public init(_ pattern: String) throws { fatalError() }
}

extension Collection where Element: Equatable {
    public func contains<C: Collection>(_ other: C) -> Bool where C.Element == Element { fatalError() }
    public func firstRange<C: Collection>(of other: C) -> Range<Index>? where C.Element == Element { fatalError() }
    public func ranges<C: Collection>(of other: C) -> [Range<Index>] where C.Element == Element { fatalError() }
    public func split<C: Collection>(
        separator: C, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] where C.Element == Element { fatalError() }
    public func trimmingPrefix<C: Collection>(_ prefix: C) -> SubSequence where C.Element == Element { fatalError() }
}
extension RangeReplaceableCollection where Element: Equatable {
    public func replacing<C: Collection, R: Collection>(
        _ other: C, with replacement: R, maxReplacements: Int = .max
    ) -> Self where C.Element == Element, R.Element == Element { fatalError() }
    public mutating func replace<C: Collection, R: Collection>(
        _ other: C, with replacement: R, maxReplacements: Int = .max
    ) where C.Element == Element, R.Element == Element { fatalError() }
}
extension BidirectionalCollection where SubSequence == Substring {
    public func contains<Output>(_ regex: Regex<Output>) -> Bool { fatalError() }
    public func firstMatch<Output>(of regex: Regex<Output>) -> Regex<Output>.Match? { fatalError() }
    public func wholeMatch<Output>(of regex: Regex<Output>) -> Regex<Output>.Match? { fatalError() }
    public func prefixMatch<Output>(of regex: Regex<Output>) -> Regex<Output>.Match? { fatalError() }
    public func matches<Output>(of regex: Regex<Output>) -> [Regex<Output>.Match] { fatalError() }
}
extension RangeReplaceableCollection where Self: BidirectionalCollection, SubSequence == Substring {
    public func replacing<Output, R: Collection>(
        _ regex: Regex<Output>, with replacement: R, maxReplacements: Int = .max
    ) -> Self where R.Element == Element { fatalError() }
    public func replacing<Output, R: Collection>(
        _ regex: Regex<Output>, maxReplacements: Int = .max, with replacement: (Regex<Output>.Match) throws -> R
    ) rethrows -> Self where R.Element == Element { fatalError() }
}
