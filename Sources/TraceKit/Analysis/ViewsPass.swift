/// Merges the exporter's spellings of views: a view is name, module and kind. Views are numbered by their first update,
/// independent of the order of the rows.
enum ViewsPass: AnalysisPass {
    static let name = "views"
    static let reads: Results = []
    static let writes: Results = .views

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let index = DenseIndex<ViewIdentity>()
        let viewOfKey = Column<UInt32>(repeating: .max, count: records.views.count)
        let keys = records.updates.view.buffer
        for key in keys where viewOfKey[Int(key)] == .max {
            let key = Int(key)
            let spelling = records.views[key]
            let identity = ViewIdentity(name: spelling.name, module: spelling.module, kind: spelling.kind)
            viewOfKey[key] = UInt32(index.number(of: identity))
        }
        results.views = index.keys.array
        results.viewOfKey = viewOfKey
    }
}

/// Decides which views are the app's own, by module and name.
enum AppViews {
    /// Modules of frameworks, whose views the app cannot change.
    private static let frameworks: Set<String> = [
        "SwiftUI", "SwiftUICore", "AttributeGraph", "UIKit", "UIKitCore", "AppKit", "QuartzCore", "CoreAnimation",
    ]

    /// Nodes of SwiftUI's graph that exports name without a module: the text before the first `<` or `.`.
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

    /// Whether the app's author wrote the view's bodies; a view without a module counts as the app's.
    static func isAppBody(_ view: ViewKey, _ names: NameTable) -> Bool {
        view.kind == .body && !frameworks.contains(names.text(view.module) ?? "")
    }

    /// Whether it is a framework node, for which advice would be about code that the app does not have.
    static func isFramework(_ view: ViewIdentity, _ names: NameTable) -> Bool {
        let name = names.text(view.name) ?? ""
        return view.module.isPresent
            ? name.hasPrefix("_") || frameworks.contains(names.text(view.module) ?? "") : isNode(name)
    }

    /// `DisplayList`, `DynamicContainerInfo<LazyVStack>`, `AG::Graph::update`, `0x1048a2f`.
    static func isNode(_ name: String) -> Bool {
        // Swift's convention for internal names.
        if name.hasPrefix("0x") || name.hasPrefix("_") || name.contains("::") { return true }
        return nodes.contains(String(name.prefix { $0 != "<" && $0 != "." && $0 != "(" }))
    }
}
