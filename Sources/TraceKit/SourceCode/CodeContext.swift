/// When the code in a bracket runs: with the body around it, later, or at a time that is not known.
enum CodeContext: Equatable {
    case body
    /// Probably with the body: in a closure that is given to the function or view of that name.
    case inside(String)
    /// When something happens.
    case handler
    case unknown

    /// - Parameter isOwn: whether the app declares a type of that name, and if so, whether it is a view.
    init(of index: Int, in block: Int, _ tokens: SwiftTokens, isOwn: (String) -> Bool?) {
        self = .body
        for bracket in tokens.brackets(around: index, upTo: block) {
            let here =
                tokens[bracket].text == "{"
                ? Self.kind(of: bracket, in: block, tokens, isOwn)
                : Self.isOfMacro(bracket, tokens) ? .unknown : .body
            switch (here, self) {
            case (.body, _): break
            case (.handler, _): self = .handler
            case (.unknown, let inner) where inner != .handler: self = .unknown
            case (.inside, .body): self = here
            default: break
            }
        }
    }

    private static func kind(
        of open: Int, in block: Int, _ tokens: SwiftTokens, _ isOwn: (String) -> Bool?
    ) -> CodeContext {
        switch tokens.text(open - 1) {
        case "else", "do", "defer", "repeat", "catch": return .body
        case "get" where tokens.parent(open) == block: return .body
        default: break
        }
        switch statement(tokens, open) {
        case .control: return .body
        case .declaration: return .unknown
        case .none: break
        }
        guard let closure = ClosureUse(open, tokens) else { return .unknown }
        return kind(of: closure, isOwn)
    }

    // MARK: Closures

    private static func kind(of closure: ClosureUse, _ isOwn: (String) -> Bool?) -> CodeContext {
        let (name, label) = (closure.name, closure.label ?? "")
        if handlerLabels.contains(label) || isEvent(label) || isEvent(name) || handlers.contains(name) {
            return .handler
        }
        if name.hasSuffix("Button"), label.isEmpty, !closure.labels.contains("action") { return .handler }
        guard let first = name.first, !closure.isMacro else { return .unknown }
        if !first.isUppercase { return immediate.contains(name) ? .inside(name) : .unknown }
        let own = isOwn(name)
        // An argument of another label may be what a button of that view does.
        guard contentLabels.contains(label) || partLabels.contains(label) else { return .unknown }
        if closure.isMember || own == false || later.contains(name) { return .unknown }
        if own == nil, containers.contains(name), contentLabels.contains(label) { return .body }
        return .inside(name)
    }

    /// `onAppear`, `onTapGesture`
    private static func isEvent(_ name: String) -> Bool {
        name.hasPrefix("on") && name.dropFirst(2).first?.isUppercase == true
    }

    /// Views of SwiftUI whose content is made with the body.
    private static let containers: Set<String> = [
        "ForEach", "VStack", "HStack", "ZStack", "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "List", "Group",
        "Section", "Form", "ScrollView", "Grid", "GridRow",
    ]
    private static let contentLabels: Set<String> = ["", "content", "header", "footer"]
    private static let partLabels: Set<String> = [
        "label", "icon", "title", "placeholder", "detail", "sidebar", "actions", "message", "destination",
        "currentValueLabel", "minimumValueLabel", "maximumValueLabel", "description", "center", "bottom", "top",
    ]
    private static let handlerLabels: Set<String> = [
        "action", "perform", "primaryAction", "get", "set", "completion", "completionHandler", "handler",
        "onEditingChanged",
    ]
    private static let handlers: Set<String> = [
        "task", "refreshable", "updating", "Task", "withAnimation", "withTransaction", "withObservationTracking",
        "Binding", "dropDestination", "accessibilityAction", "searchCompletion",
    ]
    /// Types whose closures run later.
    private static let later: Set<String> = [
        "Thread", "Timer", "BlockOperation", "DispatchWorkItem", "UIAction", "AnyCancellable", "Future", "Deferred",
        "AsyncStream", "AsyncThrowingStream", "Result", "Expectation",
    ]
    /// Functions and modifiers whose closures run at once, or whose content is shown with the view.
    private static let immediate: Set<String> = [
        "map", "flatMap", "compactMap", "filter", "contains", "first", "firstIndex", "last", "sorted", "reduce",
        "forEach", "allSatisfy", "prefix", "drop", "min", "max", "count", "overlay", "background", "toolbar",
        "safeAreaInset", "mask", "contextMenu", "swipeActions",
    ]

    /// Whether a bracket holds what is given to a macro.
    private static func isOfMacro(_ bracket: Int, _ tokens: SwiftTokens) -> Bool {
        let name = bracket - 1
        return tokens.isWord(name) && ["#", "@"].contains(tokens.text(name - 1))
    }

    // MARK: Statements

    private enum Statement { case control, declaration }

    /// The statement whose block begins here; nil for a closure, also where it cannot be told.
    private static func statement(_ tokens: SwiftTokens, _ open: Int) -> Statement? {
        var (index, isTyped) = (open, false)
        for _ in 0..<longestStatement {
            let last = index
            index = tokens.before(index)
            guard index >= 0, tokens.parent(index) == tokens.parent(open) else { return nil }
            let token = tokens[index]
            if token.text == "{" || token.text == "}" || token.text == ";" {
                // `} label: {` belongs to the closure before it.
                return nil
            }
            if token.text == "=" { return control(tokens, before: index, open) ? .control : nil }
            if token.text == ":" { isTyped = true }
            guard token.isWord, ![".", "#"].contains(tokens.text(index - 1)) else { continue }
            switch token.text {
            case "if", "guard", "while", "for", "switch", "catch": return .control
            case "func", "struct", "class", "enum", "actor", "extension", "init", "subscript": return .declaration
            case "var" where isTyped && last == index + 1: return .declaration
            default: break
            }
        }
        return .declaration
    }

    /// Whether a condition such as `if let x = y {` begins before a sign.
    private static func control(_ tokens: SwiftTokens, before end: Int, _ open: Int) -> Bool {
        var index = end
        for _ in 0..<longestStatement {
            index = tokens.before(index)
            guard index >= 0, tokens.parent(index) == tokens.parent(open) else { return false }
            let text = tokens[index].text
            if text == "{" || text == "}" || text == ";" { return false }
            let isKeyword = tokens[index].isWord && ![".", "#"].contains(tokens.text(index - 1))
            if isKeyword, ["if", "guard", "while", "for"].contains(text) { return true }
        }
        return false
    }

    private static let longestStatement = 200
}

/// The call that a closure is given to.
struct ClosureUse {
    let name: String
    /// The argument that it is; nil without a label.
    var label: String?
    /// The labels of the arguments in parentheses.
    private(set) var labels: Set<String> = []
    /// Whether the name follows a point.
    let isMember: Bool
    let isMacro: Bool

    private static let mostClosures = 16
    private static let mostArguments = 64

    /// Nil if the closure is no argument.
    init?(_ open: Int, _ tokens: SwiftTokens) {
        var (open, label) = (open, String?.none)
        for _ in 0..<Self.mostClosures {
            guard tokens.text(open - 1) == ":", tokens.isWord(open - 2), tokens.text(open - 2) != "default",
                tokens.text(open - 3) == "}"
            else { break }
            // A further closure of the same call.
            label = label ?? tokens[open - 2].text
            open = tokens.partner(open - 3)
        }
        var at = open - 1
        let outer = tokens.parent(open)
        if outer >= 0, tokens[outer].text == "(", [":", ",", "("].contains(tokens.text(at)) {
            if tokens.text(at) == ":" {
                guard tokens.isWord(at - 1) else { return nil }
                label = tokens[at - 1].text
            }
            at = outer - 1
            labels = Self.labels(outer, tokens)
        } else if tokens.text(at) == ")" {
            labels = Self.labels(tokens.partner(at), tokens)
            at = tokens.partner(at) - 1
        }
        guard tokens.isWord(at), !Self.noNames.contains(tokens[at].text) else { return nil }
        (name, self.label) = (tokens[at].text, label)
        (isMember, isMacro) = (tokens.text(at - 1) == ".", tokens.text(at - 1) == "#" || tokens.text(at - 1) == "@")
    }

    private static let noNames: Set<String> = [
        "in", "return", "case", "default", "try", "await", "throw", "where", "is", "as",
    ]

    private static func labels(_ open: Int, _ tokens: SwiftTokens) -> Set<String> {
        var (found, index): (Set<String>, Int) = ([], open + 1)
        for _ in 0..<mostArguments where index < tokens.partner(open) {
            if tokens[index].isWord, tokens.text(index + 1) == ":", ["(", ","].contains(tokens.text(index - 1)) {
                found.insert(tokens[index].text)
            }
            index = tokens.behind(index)
        }
        return found
    }
}
