// Swift Testing, as far as the tests here use it. scripts/check-darwin reads `#expect` as `_expect` and so on, which keeps
// every place in a line; `@Test` and `@Suite` are macros whose arguments are checked and which add nothing. Declarations
// only: nothing of this is ever run.

public protocol Trait: Sendable {}
public protocol TestTrait: Trait {}
public protocol SuiteTrait: Trait {}
public struct ConditionTrait: TestTrait, SuiteTrait {}
extension Trait where Self == ConditionTrait {
    public static func enabled(
        if condition: @autoclosure @escaping @Sendable () throws -> Bool, _ comment: Comment? = nil
    ) -> Self { fatalError() }
    public static func disabled(
        if condition: @autoclosure @escaping @Sendable () throws -> Bool, _ comment: Comment? = nil
    ) -> Self { fatalError() }
    public static func disabled(_ comment: Comment? = nil) -> Self { fatalError() }
}
public struct TimeLimitTrait: TestTrait, SuiteTrait {
    public struct Duration: Sendable {
        public static func minutes(_ minutes: some BinaryInteger) -> Self { fatalError() }
    }
}
extension Trait where Self == TimeLimitTrait {
    public static func timeLimit(_ limit: TimeLimitTrait.Duration) -> Self { fatalError() }
}
public struct ParallelizationTrait: TestTrait, SuiteTrait {}
extension Trait where Self == ParallelizationTrait {
    public static var serialized: Self { fatalError() }
}

@attached(peer) public macro Suite(_ traits: any SuiteTrait...) =
    #externalMacro(module: "TestingMacros", type: "PragmaMacro")
@attached(peer) public macro Test(_ traits: any TestTrait...) =
    #externalMacro(module: "TestingMacros", type: "PragmaMacro")
@attached(peer) public macro Test<C: Collection & Sendable>(_ traits: any TestTrait..., arguments: C) =
    #externalMacro(module: "TestingMacros", type: "PragmaMacro")
@attached(peer)
public macro Test<C: Collection & Sendable, D: Collection & Sendable>(
    _ traits: any TestTrait..., arguments: C, _ others: D
) = #externalMacro(module: "TestingMacros", type: "PragmaMacro")

public struct Comment: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Sendable {
    public var rawValue: String
    public init(rawValue: String) { fatalError() }
    public init(stringLiteral: String) { fatalError() }
}
public struct SourceLocation: Sendable {
    public init(fileID: String, filePath: String, line: Int, column: Int) {}
}
public var __sourceLocation: SourceLocation { fatalError() }
public struct Issue: Sendable {
    @discardableResult
    public static func record(_ comment: Comment? = nil, sourceLocation: SourceLocation = __sourceLocation) -> Self {
        fatalError()
    }
}

public func _expect(
    _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation
) {}
@discardableResult
public func _expect<E: Error, R>(
    throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation, performing body: () throws -> R
) -> E? { fatalError() }
@discardableResult
public func _expect<E: Error & Equatable, R>(
    throws error: E, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation, performing body: () throws -> R
) -> E? { fatalError() }
public func _expect<R>(
    _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = __sourceLocation,
    performing body: () throws -> R, throws matches: (any Error) throws -> Bool
) {}
public func _require(
    _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation
) throws {}
public func _require<T>(
    _ value: @autoclosure () throws -> T?, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation
) throws -> T { fatalError() }
@discardableResult
public func _require<E: Error, R>(
    throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = __sourceLocation, performing body: () throws -> R
) throws -> E { fatalError() }
