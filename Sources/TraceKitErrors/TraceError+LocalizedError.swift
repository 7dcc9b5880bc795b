import Foundation
import TraceKit

/// What alerts, logs and test failures show of an error: without this, `localizedDescription` is only a number.
///
/// A module of its own, because the engine and the tool use no Foundation. It is part of the product `TraceKit`, so that
/// `import TraceKit` is enough.
extension TraceError: LocalizedError {
    public var errorDescription: String? { description }
}
