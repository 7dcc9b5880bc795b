// Dispatch, as far as the tests here use it. Declarations only: nothing of this is ever run.

public final class DispatchQueue: @unchecked Sendable {
    public init(label: String) {}
    public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
    public func async(execute work: @escaping @Sendable () -> Void) {}
}
public struct DispatchTime: Sendable {
    public static func now() -> DispatchTime { fatalError() }
    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
}
public enum DispatchTimeoutResult { case success, timedOut }
public final class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    @discardableResult public func signal() -> Int { fatalError() }
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}
