// For copying into an app: what the app knows about its own updates, in the file that `trace-analyze` reads (docs/recording.md).
// Needs the product TraceKitLogger, or its one file beside this one.
import TraceKitLogger

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// The log of the app, for the main thread, where views run. Nothing is written, and next to no time is taken, before `start`.
public enum TraceLog {
    nonisolated(unsafe) private static var logger: TraceKitLogger?
    /// What the user did last, and what changed since: bodies that run then are owed to it.
    nonisolated(unsafe) private static var lastCause: TraceKitLogger.ID?

    /// To be called in the app's `init`, where a launch argument or a debug build asks for it.
    public static func start(to path: String, app: String) { logger = TraceKitLogger(path: path, app: app) }

    /// Writes what is waiting: when the scene goes into the background.
    public static func flush() { logger?.flush() }

    /// What the user did: to be called first in the action of a button.
    public static func interaction(_ kind: String, _ name: String) { lastCause = logger?.interaction(kind, name) }

    /// What changed, as `ModelData.favorites`: to be called where it is set.
    public static func change(_ name: String, kind: String = "observable") {
        lastCause = logger?.cause(kind, name, by: lastCause)
    }

    /// Measures a body, of one instance where `instance` says which. `changed` are the properties that differ, where the app
    /// knows them: an empty list proves that the update was unnecessary.
    public static func measure<Result>(
        _ view: String, instance: String? = nil, changed: [String]? = nil, _ body: () -> Result
    ) -> Result {
        guard let logger else { return body() }
        let start = logger.now
        let result = body()
        logger.update(view, instance: instance, changed: changed, by: lastCause, from: start)
        return result
    }
}

#if canImport(SwiftUI)
    extension TraceLog {
        /// The same for a view's body:
        ///
        ///     var body: some View {
        ///         let _ = Self._logChanges()  // which property differed, in the unified log
        ///         TraceLog.body("LandmarkRow", instance: "\(landmark.id)") {
        ///             Text(landmark.name)
        ///         }
        ///     }
        public static func body<Content: View>(
            _ view: String, instance: String? = nil, @ViewBuilder _ content: () -> Content
        ) -> Content { measure(view, instance: instance, content) }
    }

    /// Writes when a view appears, and when a value that it shows changes.
    private struct TracedChanges<Value: Equatable>: ViewModifier {
        let name: String
        let value: Value

        func body(content: Content) -> some View {
            content
                .onAppear { TraceLog.interaction("appear", name) }
                .onChange(of: value) { _, _ in TraceLog.change(name, kind: "state") }
        }
    }

    extension View {
        /// `.traced("LandmarkList.search", query)`
        public func traced(_ name: String, _ value: some Equatable) -> some View {
            modifier(TracedChanges(name: name, value: value))
        }
    }
#endif
