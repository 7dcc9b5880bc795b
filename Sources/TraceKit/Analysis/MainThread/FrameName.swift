/// The parts of a symbol's name: the function without the closures and thunks around it, and the type whose body,
/// layout or drawing it is.
struct FrameName: Equatable {
    /// `LocalStatsLog.chartData` for `closure #1 in LocalStatsLog.chartData.getter`.
    let function: String
    /// The view whose body it is: `LocalStatsLog` for `closure #2 in LocalStatsLog.body.getter`, and a view or cell of
    /// UIKit or AppKit that lays itself out or makes its cells.
    let view: String?
    /// The same with what it is of the view: `LocalStatsLog.body`, `_SystemTextField.makeNSView`.
    let body: String?
    /// Whether a platform view is made, updated or drawn, the app's or not: `makeUIView`, `draw(_:)`.
    let isOfPlatformView: Bool

    init(_ symbol: String) {
        let bare = Self.bare(symbol[...])
        let witness = Self.witness(bare)
        let (type, member) = witness ?? Self.parts(bare)
        let owner = Self.view(type, member)
        view = owner
        body = owner.map { "\($0).\(member.prefix { $0.isLetter || $0.isNumber || $0 == "_" })" }
        isOfPlatformView = owner != nil && Self.platform.contains { member.hasPrefix($0) }
        if owner != nil, member.hasPrefix("body") {
            function = "\(type).body"
        } else if witness != nil {
            function = "\(type).\(Self.withoutAccessor(member))"
        } else {
            function = Self.withoutAccessor(String(bare))
        }
    }

    /// Whether it is the entry of a program, which is outward of all that it does.
    static func isEntry(_ symbol: String) -> Bool {
        symbol == "main" || symbol == "start" || symbol.hasSuffix("ApplicationMain")
            || symbol.hasSuffix("ExtensionMain")
            || symbol.hasBytes(of: "$main") || symbol.hasSuffix("App.main()") || symbol == "runApp<A>(_:)"
            || symbol == "_dyld_start" || symbol == "-[NSApplication run]" || symbol == "-[UIApplication _run]"
    }

    /// Whether it waits for events and calls what handles them.
    static func isRunLoop(_ symbol: String) -> Bool {
        symbol.hasPrefix("CFRunLoopRun") || symbol.hasPrefix("__CFRunLoopRun")
            || symbol.hasPrefix("-[NSRunLoop(NSRunLoop) runMode") || symbol == "GSEventRunModal"
    }

    static func isUnnamed(_ symbol: String) -> Bool { symbol.isEmpty || symbol.hasPrefix("0x") || symbol == "???" }

    // MARK: Parts

    /// Beginnings of symbols that belong to the function behind them.
    private static let wrappers = [
        "closure #", "implicit closure #", "defer #", "default argument ", "partial apply for ",
        "partial apply forwarder for ",
        "specialized ", "@objc ", "merged ", "outlined ", "reabstraction thunk for ", "static ", "dispatch thunk of ",
        "override ", "generic specialization ", "function signature specialization ", "autoclosure #",
    ]

    private static func bare(_ symbol: Substring) -> Substring {
        var rest = symbol
        while true {
            // `(2) suspend resume partial function for X`, `(1) await resume partial function for X`
            if rest.first == "(", let end = rest.firstRange(of: " partial function for ") {
                rest = rest[end.upperBound...]
                continue
            }
            guard let wrapper = wrappers.first(where: { rest.hasPrefix($0) }) else { return rest }
            if wrapper.hasSuffix("#") || wrapper.hasPrefix("default") {
                guard let end = rest.firstRange(of: " in ") ?? rest.firstRange(of: " of ") else { return rest }
                rest = rest[end.upperBound...]
            } else {
                rest = rest.dropFirst(wrapper.count)
            }
        }
    }

    /// `protocol witness for View.body.getter in conformance Row`
    private static func witness(_ symbol: Substring) -> (type: String, member: String)? {
        let (start, middle) = ("protocol witness for ", " in conformance ")
        guard symbol.hasPrefix(start), let end = symbol.firstRange(of: middle) else { return nil }
        let requirement = symbol[..<end.lowerBound].dropFirst(start.count)
        guard let dot = requirement.firstIndex(of: ".") else { return nil }
        return (String(symbol[end.upperBound...]), String(requirement[requirement.index(after: dot)...]))
    }

    /// The type and the member: of Swift up to the last point outside of brackets, of Objective-C the class and the
    /// selector.
    private static func parts(_ symbol: Substring) -> (type: String, member: String) {
        if symbol.hasPrefix("-[") || symbol.hasPrefix("+["), symbol.last == "]",
            let space = symbol.firstIndex(of: " ")
        {
            let type = symbol[..<space].dropFirst(2).prefix { $0 != "(" }
            return (String(type), String(symbol[symbol.index(after: space)...].dropLast()))
        }
        let name = withoutGetter(symbol)
        var (depth, dot) = (0, nil as Substring.Index?)
        for index in name.indices {
            switch name[index] {
            case "(", "<", "[": depth += 1
            case ")", ">", "]": depth -= 1
            case "." where depth == 0: dot = index
            default: break
            }
        }
        guard let dot else { return ("", String(name)) }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    private static let accessors = [".getter", ".setter", ".modify", ".read", ".didset", ".willset"]

    private static func withoutGetter(_ name: Substring) -> Substring {
        accessors.first { name.hasSuffix($0) }.map { name.dropLast($0.count) } ?? name
    }

    private static func withoutAccessor(_ name: String) -> String { String(withoutGetter(name[...])) }

    // MARK: Bodies

    private static let platform = [
        "makeUIView", "updateUIView", "makeNSView", "updateNSView", "makeUIViewController", "updateUIViewController",
        "makeNSViewController", "updateNSViewController", "draw(", "drawRect:", "draw:",
    ]
    private static let layouts = ["layoutSubviews", "layout()", "viewDidLayoutSubviews", "viewWillLayoutSubviews"]

    /// The view of which a member is the body, the layout, the drawing, or makes the cells.
    private static func view(_ type: String, _ member: String) -> String? {
        guard let first = type.utf8.first, first != UInt8(ascii: "$") else { return nil }
        let isBody = member == "body" || member == "body.getter" || member.hasPrefix("body(content:")
        let isOther =
            layouts.contains { member.hasPrefix($0) } || member.hasBytes(of: "cellForRow")
            || member.hasBytes(of: "cellForItem")
            || platform.contains { member.hasPrefix($0) }
        guard isBody || isOther else { return nil }
        return ViewName.withoutGenerics(ViewName.normalised(type))
    }
}
