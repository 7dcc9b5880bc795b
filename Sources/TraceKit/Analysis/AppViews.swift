/// Which views are the app's own, as far as their modules say.
enum AppViews {
    private static let frameworks: Set<String> = ["SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "AppKit"]

    /// Whether the view has bodies that the app's author wrote; a view without a module counts as the app's.
    static func isAppBody(_ view: ViewKey, _ names: NameTable) -> Bool {
        view.kind == .body && !frameworks.contains(names.text(view.module) ?? "")
    }
}
