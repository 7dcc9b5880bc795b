/// Which views are the app's own, as far as their modules and names say.
enum AppViews {
    /// Modules whose views nobody can change.
    private static let frameworks: Set<String> = [
        "SwiftUI", "SwiftUICore", "AttributeGraph", "UIKit", "UIKitCore", "AppKit", "QuartzCore", "CoreAnimation",
    ]

    /// Nodes of SwiftUI's graph that exports name without a module: what stands in front of the first `<` or `.`.
    private static let nodes: Set<String> = [
        "AccessibilityNodes", "ChildEnvironment", "ChildGeometry", "DisplayList", "DynamicContainer",
        "DynamicContainerInfo",
        "DynamicLayoutComputer", "EnvironmentalModifier", "ForEachList", "ForEachState", "GeometryReader",
        "LayoutChildGeometries",
        "LayoutComputer", "LayoutPositionQuery", "LazyLayoutViewCache", "MergedEnvironment", "ModifiedContent",
        "PreferenceCombiner",
        "ResolvedImage", "ResolvedShadow", "ResolvedTextFilter", "RootDisplayList", "RootEnvironment", "RootGeometry",
        "SecondaryLayerGeometryQuery", "StackLayout", "StyledTextLayoutComputer", "TransactionHostProvider",
        "TupleView",
        "UnaryLayoutComputer", "UnaryChildGeometry", "ViewGeometry", "ViewGraph", "ViewList", "main",
    ]

    /// Whether the view has bodies that the app's author wrote; a view without a module counts as the app's.
    static func isAppBody(_ view: ViewKey, _ names: NameTable) -> Bool {
        view.kind == .body && !frameworks.contains(names.text(view.module) ?? "")
    }

    /// Whether it is a node of a framework: advice about it would be about code that the app does not have.
    static func isFramework(_ view: ViewIdentity, _ names: NameTable) -> Bool {
        let name = names.text(view.name) ?? ""
        return view.module.isPresent
            ? name.hasPrefix("_") || frameworks.contains(names.text(view.module) ?? "") : isNode(name)
    }

    /// `DisplayList`, `DynamicContainerInfo<LazyVStack>`, `AG::Graph::update`, `0x1048a2f`.
    static func isNode(_ name: String) -> Bool {
        // Swift's own convention for what is not for others to use.
        if name.hasPrefix("0x") || name.hasPrefix("_") || name.contains("::") { return true }
        return nodes.contains(String(name.prefix { $0 != "<" && $0 != "." && $0 != "(" }))
    }
}
