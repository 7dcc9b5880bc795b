/// Actions and other values of SwiftUI's environment that have no equality, so that each view that reads one runs whenever
/// something above sets it (documentation of `EnvironmentValues`).
enum EnvironmentActions {
    private static let names: Set<Substring> = [
        "openURL", "dismiss", "openWindow", "dismissWindow", "openSettings", "openDocument", "newDocument", "refresh",
        "dismissSearch", "presentationMode", "rename", "resetFocus", "purchase", "requestReview", "openImmersiveSpace",
        "dismissImmersiveSpace", "supportsMultipleWindows", "undoManager",
    ]

    /// The first of some changed properties that is one: `openURL` of `_openURL`.
    static func name(in list: [NameID], _ context: RuleContext) -> String? {
        list.lazy.map { context.name($0).drop { $0 == "_" } }.first { names.contains($0) }.map(String.init)
    }
}
