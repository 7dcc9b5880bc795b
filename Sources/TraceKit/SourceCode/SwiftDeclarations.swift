/// Declarations in Swift sources that a trace may name: types and their properties.
struct SwiftDeclarations {
    struct Declaration {
        /// The name without its enclosing types: `LandmarkRow`, `favorites`.
        var name: String
        /// The enclosing types, joined by points; empty at the top of a file.
        var scope: String
        /// The file, as a number of the caller's.
        var file: Int
        /// The line of the name, counted from 1.
        var line: Int
        /// For a type: whether it is declared as a view or another type that SwiftUI updates.
        var isView = false
    }

    var types: [Declaration] = []
    var properties: [Declaration] = []
    /// Types that an extension makes views, by qualified name.
    var viewExtensions: [String] = []

    static func += (sum: inout Self, other: Self) {
        sum.types += other.types
        sum.properties += other.properties
        sum.viewExtensions += other.viewExtensions
    }
}

/// Finds the declarations of a source by brackets and keywords. There is no grammar, so sources that do not compile
/// give partial results. Properties are those of a type itself, not the variables of function bodies.
struct SwiftScanner {
    /// The declaration that opened a brace.
    private struct Frame {
        /// The enclosing types, including this one.
        var scope: String
        /// Whether it is the body of a type or extension.
        var hasMembers: Bool
        /// The number of open brackets in it.
        var depth = 0
    }

    /// A declaration whose opening brace is still missing.
    private struct Header {
        enum Part { case name, behindName, conformances, conditions }
        var isExtension: Bool
        var hasMembers: Bool
        var part = Part.name
        var name = ""
        var line = 0
        /// Open angle brackets, and other brackets.
        var angles = 0
        var depth = 0
        var isView = false
        /// Whether the next name is an attribute's.
        var isAttribute = false
        /// Whether a point came, so that the name continues.
        var goesOn = false

        var isAtMargin: Bool { angles == 0 && depth == 0 }
    }

    /// A declaration of properties that may continue: `var a = 1, b: [String: Int]`.
    private struct Variables {
        var expectsName = true
        var isInType = false
        var angles = 0
        var isAfterComma = false
        /// State of the previous token.
        var end = 0
    }

    private var tokens: SwiftTokens
    private let file: Int
    private var frames = [Frame(scope: "", hasMembers: false)]
    private var header: Header?
    private var variables: Variables?
    /// The frames at each open `#if`, and after its first branch.
    private var branches: [(before: [Frame], after: [Frame]?)] = []
    private(set) var found = SwiftDeclarations()

    /// Deeper braces are not examined, which keeps saving frames for `#if` cheap.
    private static let deepest = 128
    private static let mostBranches = 64
    /// Longer names are ignored, because the qualified name of every type is kept.
    private static let longestName = 256
    private static let longestPath = 2048

    /// - Parameter file: a number of the caller's.
    static func scan(_ source: ByteSlice, file: Int, into sum: inout SwiftDeclarations) {
        var scanner = SwiftScanner(source, file)
        scanner.scan()
        sum += scanner.found
    }

    private init(_ source: ByteSlice, _ file: Int) {
        tokens = SwiftTokens(source)
        self.file = file
    }

    /// Braces beyond `deepest`.
    private var deeper = 0

    private mutating func scan() {
        var before = SwiftTokens.Kind.other
        while true {
            let token = tokens.next()
            if token.kind == .end { return }
            let isHeader = header != nil && continueHeader(token)
            if !isHeader {
                header = nil
                process(token, after: before)
            }
            before = token.kind
        }
    }

    // MARK: Statements

    private mutating func process(_ token: SwiftTokens.Token, after before: SwiftTokens.Kind) {
        followVariables(token)
        switch token.kind {
        case .name:
            guard !token.isQuoted, before != .dot, before != .at else { return }
            keyword(token)
        case .open: frames[frames.count - 1].depth += 1
        case .close: frames[frames.count - 1].depth = max(0, frames[frames.count - 1].depth - 1)
        case .openBrace: open(Frame(scope: frames[frames.count - 1].scope, hasMembers: false))
        case .closeBrace: close()
        case .ifDirective, .elseDirective, .endDirective: branch(token.kind)
        default: break
        }
    }

    private mutating func keyword(_ token: SwiftTokens.Token) {
        let word = tokens.slice(token)
        switch word.count {
        case 3 where word.equals("var") || word.equals("let"):
            let frame = frames[frames.count - 1]
            if frame.hasMembers, frame.depth == 0 { variables = Variables() }
        case 4 where word.equals("enum"), 5 where word.equals("class") || word.equals("actor"),
            6 where word.equals("struct"):
            header = Header(isExtension: false, hasMembers: true)
        case 8 where word.equals("protocol"): header = Header(isExtension: false, hasMembers: false)
        case 9 where word.equals("extension"): header = Header(isExtension: true, hasMembers: true)
        default: break
        }
    }

    private mutating func open(_ frame: Frame) {
        if frames.count < Self.deepest { frames.append(frame) } else { deeper += 1 }
    }

    private mutating func close() {
        if deeper > 0 { deeper -= 1 } else if frames.count > 1 { frames.removeLast() }
    }

    /// Each branch of an `#if` starts with the braces that were open before the first, and after the last one the state
    /// is that after the first: `#if os(iOS)` and `#else` may open the same type twice.
    private mutating func branch(_ kind: SwiftTokens.Kind) {
        guard deeper == 0 else { return }
        switch kind {
        case .ifDirective: if branches.count < Self.mostBranches { branches.append((frames, nil)) }
        case .elseDirective:
            guard let last = branches.indices.last else { return }
            if branches[last].after == nil { branches[last].after = frames }
            frames = branches[last].before
        default: if let last = branches.popLast(), let after = last.after { frames = after }
        }
    }

    // MARK: Properties

    private mutating func followVariables(_ token: SwiftTokens.Token) {
        guard var state = variables else { return }
        let isInside = frames[frames.count - 1].depth > 0
        if state.expectsName {
            state.expectsName = false
            guard token.kind == .name, token.end - token.start <= Self.longestName else {
                variables = nil
                return
            }
            let scope = frames[frames.count - 1].scope
            found.properties.append(
                SwiftDeclarations.Declaration(name: tokens.text(token), scope: scope, file: file, line: token.line))
        } else if token.isFirst, !isInside, !state.isAfterComma {
            variables = nil
            return
        } else if !isInside {
            switch token.kind {
            case .colon: state.isInType = true
            case .equals: state.isInType = false
            // `a < b` has spaces, `Row<A, B>()` has none.
            case .less where state.isInType || state.end == token.start: state.angles += 1
            case .greater where state.angles > 0: state.angles -= 1
            case .comma where state.angles == 0: state.expectsName = true
            case .openBrace, .closeBrace, .semicolon:
                variables = nil
                return
            default: break
            }
            if state.expectsName { state.isInType = false }
        }
        state.isAfterComma = token.kind == .comma
        state.end = token.end
        variables = state
    }

    // MARK: Headers of types

    /// Whether the token belongs to the header and is consumed; otherwise it was no header.
    private mutating func continueHeader(_ token: SwiftTokens.Token) -> Bool {
        guard var state = header else { return false }
        switch token.kind {
        case .openBrace where state.depth == 0 && state.part != .name:
            header = nil
            declare(state)
            return true
        case .closeBrace, .semicolon, .equals, .ifDirective, .elseDirective, .endDirective, .openBrace: return false
        case .open: state.depth += 1
        case .close:
            if state.depth == 0 { return false }
            state.depth -= 1
        case .less: state.angles += 1
        case .greater: state.angles = max(0, state.angles - 1)
        case .at: state.isAttribute = true
        case .name: if !consume(token, &state) { return false }
        case .colon:
            if state.part == .name { return false }
            if state.isAtMargin, state.part == .behindName { state.part = .conformances }
        case .dot:
            if state.part == .name { return false }
            if state.isAtMargin, state.part == .behindName, state.isExtension {
                (state.part, state.goesOn) = (.name, true)
            }
        default: if state.part == .name { return false }
        }
        header = state
        return true
    }

    private mutating func consume(_ token: SwiftTokens.Token, _ state: inout Header) -> Bool {
        if state.isAttribute {
            state.isAttribute = false
            return true
        }
        guard state.isAtMargin else { return true }
        let word = tokens.slice(token)
        switch state.part {
        case .name:
            // `class func` and `class var` declare no class; `actor in` and `guard let actor else` no actor.
            if !token.isQuoted, Self.isKeyword(word) || word.equals("in") || word.equals("else") { return false }
            if word.count > Self.longestName { return false }
            let text = tokens.text(token)
            state.name += state.goesOn ? ".\(text)" : text
            state.line = token.line
            state.goesOn = false
            state.part = .behindName
        case .behindName:
            // Two names in a row are no header.
            guard word.equals("where") else { return false }
            state.part = .conditions
        case .conformances:
            if word.equals("where") {
                state.part = .conditions
            } else if Self.isKeyword(word) {
                return false
            } else if Self.isViewLike(word) {
                state.isView = true
            }
        case .conditions: if Self.isKeyword(word) { return false }
        }
        return true
    }

    private mutating func declare(_ state: Header) {
        let outer = frames[frames.count - 1].scope
        guard state.name.utf8.count + outer.utf8.count < Self.longestPath else {
            return open(Frame(scope: outer, hasMembers: false))
        }
        let path = outer.isEmpty ? state.name : "\(outer).\(state.name)"
        if state.isExtension {
            if state.isView { found.viewExtensions.append(path) }
        } else if state.hasMembers {
            found.types.append(
                SwiftDeclarations.Declaration(
                    name: state.name, scope: outer, file: file, line: state.line, isView: state.isView))
        }
        open(Frame(scope: path, hasMembers: state.hasMembers))
    }

    /// Words that begin another declaration, or a member of a class.
    private static func isKeyword(_ word: ByteSlice) -> Bool {
        switch word.count {
        case 3: word.equals("var") || word.equals("let")
        case 4: word.equals("func") || word.equals("init") || word.equals("enum")
        case 5: word.equals("class")
        case 6: word.equals("struct") || word.equals("import") || word.equals("static") || word.equals("public")
        case 7: word.equals("private")
        case 8: word.equals("override") || word.equals("internal") || word.equals("protocol")
        case 9: word.equals("extension") || word.equals("subscript") || word.equals("typealias")
        default: false
        }
    }

    /// SwiftUI protocols whose types have a body or an update function.
    private static func isViewLike(_ word: ByteSlice) -> Bool {
        word.equals("View") || word.equals("App") || word.equals("Scene") || word.equals("Widget")
            || word.equals("Layout") || word.equals("Shape") || word.equals("DynamicProperty")
            || word.hasSuffix("Modifier") || word.hasSuffix("Representable") || word.hasSuffix("Style")
            || word.hasSuffix("Content") || word.equals("Commands")
    }
}
