/// A regular expression as a tree.
indirect enum RegularExpressionNode {
    enum Kind { case greedy, lazy, possessive }

    case scalar(ScalarSet)
    case sequence([RegularExpressionNode])
    case choice([RegularExpressionNode])
    case repetition(RegularExpressionNode, least: Int, most: Int?, Kind)
    case group(RegularExpressionNode, Int)
    case reference(Int, ignoresCase: Bool)
    case assertion(RegularExpression.Assertion)
    case inner(RegularExpression.Inner, RegularExpressionNode)
}

/// Reads the text of a pattern.
struct RegularExpressionParser {
    typealias Node = RegularExpressionNode
    typealias SyntaxError = RegularExpression.SyntaxError

    private struct Flags {
        var ignoresCase = false
        var dotTakesNewlines = false
        var anchorsTakeLines = false
    }

    private let pattern: [Unicode.Scalar]
    private var place = 0
    private var flags = Flags()
    private var depth = 0
    /// How many groups were opened.
    private(set) var groups = 0
    private var names: [String: Int] = [:]
    private static let deepest = 200

    init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

    mutating func parse() throws(SyntaxError) -> Node {
        let node = try alternatives()
        guard place == pattern.count else { throw SyntaxError(reason: "a ')' has no '('") }
        return node
    }

    // MARK: Scalars

    private var next: Unicode.Scalar? { place < pattern.count ? pattern[place] : nil }

    private mutating func take(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard pattern[place...].starts(with: scalars) else { return false }
        place += scalars.count
        return true
    }

    private mutating func take(upTo end: Unicode.Scalar) throws(SyntaxError) -> String {
        guard let last = pattern[place...].firstIndex(of: end) else {
            throw SyntaxError(reason: "a '\(end)' is missing")
        }
        defer { place = last + 1 }
        return String(String.UnicodeScalarView(pattern[place..<last]))
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let digit = next, ("0"..."9").contains(digit) {
            digits.unicodeScalars.append(digit)
            place += 1
        }
        return Int(digits)
    }

    // MARK: Structure

    private mutating func alternatives() throws(SyntaxError) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw SyntaxError(reason: "its groups are nested too deeply") }
        let outer = flags
        defer { flags = outer }
        var all = [try sequence()]
        while take("|") { all.append(try sequence()) }
        return all.count == 1 ? all[0] : .choice(all)
    }

    private mutating func sequence() throws(SyntaxError) -> Node {
        var items: [Node] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if take("\\Q") {
                while place < pattern.count, !take("\\E") {
                    items.append(literal(pattern[place]))
                    place += 1
                }
                continue
            }
            guard let item = try atom() else { continue }
            items.append(try repetition(of: item))
        }
        return .sequence(items)
    }

    private mutating func repetition(of item: Node) throws(SyntaxError) -> Node {
        guard let (least, most) = try bounds() else { return item }
        if case .assertion = item { throw SyntaxError(reason: "there is nothing to repeat") }
        let kind: Node.Kind = take("?") ? .lazy : take("+") ? .possessive : .greedy
        guard try bounds() == nil else { throw SyntaxError(reason: "a repetition is repeated") }
        return .repetition(item, least: least, most: most, kind)
    }

    private mutating func bounds() throws(SyntaxError) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = place
        guard take("{") else { return nil }
        let least = number()
        var most = least
        if take(",") { most = number() }
        // Any other brace is a brace.
        guard take("}"), least != nil || most != nil else {
            place = start
            return nil
        }
        guard least ?? 0 <= most ?? .max else {
            throw SyntaxError(reason: "a repetition has more at least than at most")
        }
        return (least ?? 0, most)
    }

    /// Nil for what matches nothing by itself: options.
    private mutating func atom() throws(SyntaxError) -> Node? {
        guard let scalar = next else { return nil }
        if ["*", "+", "?"].contains(scalar) { throw SyntaxError(reason: "there is nothing to repeat") }
        if scalar == "{", try bounds() != nil { throw SyntaxError(reason: "there is nothing to repeat") }
        place += 1
        switch scalar {
        case "(": return try group()
        case "[": return .scalar(try set())
        case "\\": return try escape()
        case "^": return .assertion(flags.anchorsTakeLines ? .lineStart : .textStart)
        case "$": return .assertion(flags.anchorsTakeLines ? .lineEnd : .textEnd)
        case ".":
            if flags.dotTakesNewlines { return .scalar(ScalarSet(.any)) }
            return .scalar(anyButNewline)
        default: return literal(scalar)
        }
    }

    private var anyButNewline: ScalarSet {
        var set = ScalarSet("\n")
        set.isInverted = true
        return set
    }

    private func literal(_ scalar: Unicode.Scalar) -> Node {
        var set = ScalarSet(scalar)
        set.ignoresCase = flags.ignoresCase
        return .scalar(set)
    }

    // MARK: Groups

    private mutating func group() throws(SyntaxError) -> Node? {
        guard take("?") else { return try captured() }
        if take(":") { return try closed() }
        if take("=") { return .inner(.ahead, try closed()) }
        if take("!") { return .inner(.notAhead, try closed()) }
        if take("<=") { return .inner(.behind, try closed()) }
        if take("<!") { return .inner(.notBehind, try closed()) }
        if take(">") { return .inner(.atomic, try closed()) }
        if take("#") {
            _ = try take(upTo: ")")
            return nil
        }
        if take("P<") || take("<") { return try captured(as: take(upTo: ">")) }
        return try options()
    }

    private mutating func closed() throws(SyntaxError) -> Node {
        let node = try alternatives()
        guard take(")") else { throw SyntaxError(reason: "a '(' has no ')'") }
        return node
    }

    private mutating func captured(as name: String? = nil) throws(SyntaxError) -> Node {
        groups += 1
        let number = groups
        if let name { names[name] = number }
        return .group(try closed(), number)
    }

    /// `(?i)`, for the rest of the group, or `(?i:…)`.
    private mutating func options() throws(SyntaxError) -> Node? {
        var (changed, isOn) = (flags, true)
        while let scalar = next {
            place += 1
            switch scalar {
            case "-": isOn = false
            case "i": changed.ignoresCase = isOn
            case "s": changed.dotTakesNewlines = isOn
            case "m": changed.anchorsTakeLines = isOn
            case ")":
                flags = changed
                return nil
            case ":":
                let outer = flags
                flags = changed
                defer { flags = outer }
                return try closed()
            default: throw SyntaxError(reason: "'(?\(scalar)' is not known")
            }
        }
        throw SyntaxError(reason: "a '(' has no ')'")
    }

    // MARK: Escapes

    private mutating func escape() throws(SyntaxError) -> Node {
        guard let scalar = next else { throw SyntaxError(reason: "it ends in a '\\'") }
        switch scalar {
        case "b", "B", "A", "z", "Z":
            place += 1
            return .assertion(Self.assertions[scalar] ?? .textEnd)
        case "1"..."9":
            guard let number = number(), number <= groups else { throw SyntaxError(reason: "it has no such group") }
            return .reference(number, ignoresCase: flags.ignoresCase)
        case "k":
            place += 1
            guard take("<"), let number = names[try take(upTo: ">")] else {
                throw SyntaxError(reason: "it has no such group")
            }
            return .reference(number, ignoresCase: flags.ignoresCase)
        case "N":
            place += 1
            return .scalar(anyButNewline)
        default:
            var set = ScalarSet()
            if let category = try category() {
                set.add(category.category, isInverted: category.isInverted)
            } else {
                let scalar = try escapedScalar()
                set.add(scalar...scalar)
            }
            set.ignoresCase = flags.ignoresCase
            return .scalar(set)
        }
    }

    private static let assertions: [Unicode.Scalar: RegularExpression.Assertion] = [
        "b": .wordBoundary, "B": .noWordBoundary, "A": .textStart, "z": .textEnd, "Z": .textEndOrLastNewline,
    ]

    /// `\d`, `\W`, `\p{L}`, of which the backslash was read; nil for a single scalar.
    private mutating func category() throws(SyntaxError) -> (category: ScalarSet.Category, isInverted: Bool)? {
        guard let scalar = next else { return nil }
        if let category = Self.categories[scalar] {
            place += 1
            return category
        }
        guard scalar == "p" || scalar == "P" else { return nil }
        place += 1
        let name = take("{") ? try take(upTo: "}") : ""
        guard let category = Self.properties[name] else { throw SyntaxError(reason: "'\\p{\(name)}' is not known") }
        return (category, scalar == "P")
    }

    private static let categories: [Unicode.Scalar: (category: ScalarSet.Category, isInverted: Bool)] = [
        "d": (.digit, false), "w": (.word, false), "s": (.space, false),
        "D": (.digit, true), "W": (.word, true), "S": (.space, true),
    ]

    private static let properties: [String: ScalarSet.Category] = [
        "L": .letter, "Letter": .letter, "Alphabetic": .letter, "Lu": .uppercase, "Uppercase": .uppercase,
        "Ll": .lowercase,
        "Lowercase": .lowercase, "N": .digit, "Nd": .digit, "P": .punctuation, "Punctuation": .punctuation,
        "Whitespace": .space, "White_Space": .space,
    ]

    private static let posix: [String: ScalarSet.Category] = [
        "alpha": .letter, "digit": .digit, "alnum": .alphanumeric, "upper": .uppercase, "lower": .lowercase,
        "punct": .punctuation,
        "space": .space, "word": .word, "xdigit": .hexadecimal,
    ]

    private mutating func escapedScalar() throws(SyntaxError) -> Unicode.Scalar {
        guard let scalar = next else { throw SyntaxError(reason: "it ends in a '\\'") }
        place += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "v": return "\u{B}"
        case "e": return "\u{1B}"
        case "a": return "\u{7}"
        case "0": return "\0"
        case "x": return try hexadecimal(digits: 2)
        case "u": return try hexadecimal(digits: 4)
        default:
            let isWord = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            if isWord { throw SyntaxError(reason: "'\\\(scalar)' is not known") }
            return scalar
        }
    }

    private mutating func hexadecimal(digits: Int) throws(SyntaxError) -> Unicode.Scalar {
        var text = ""
        if take("{") {
            text = try take(upTo: "}")
        } else {
            while text.utf8.count < digits, let scalar = next, scalar.properties.isASCIIHexDigit {
                text.unicodeScalars.append(scalar)
                place += 1
            }
        }
        guard let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw SyntaxError(reason: "'\(text)' is no number of a character")
        }
        return scalar
    }

    // MARK: Sets

    /// `[a-z_]`, of which the bracket was read.
    private mutating func set() throws(SyntaxError) -> ScalarSet {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw SyntaxError(reason: "its groups are nested too deeply") }
        var set = ScalarSet()
        set.isInverted = take("^")
        set.ignoresCase = flags.ignoresCase
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            if take("[:") {
                try addPosix(to: &set)
            } else if take("[") {
                set.add(try self.set())
            } else if take("&&") {
                throw SyntaxError(reason: "'&&' is not known")
            } else {
                try addItem(to: &set)
            }
        }
        guard take("]") else { throw SyntaxError(reason: "a '[' has no ']'") }
        return set
    }

    private mutating func addPosix(to set: inout ScalarSet) throws(SyntaxError) {
        let isInverted = take("^")
        let name = try take(upTo: ":")
        guard take("]"), let category = Self.posix[name] else {
            throw SyntaxError(reason: "'[:\(name):]' is not known")
        }
        set.add(category, isInverted: isInverted)
    }

    private mutating func addItem(to set: inout ScalarSet) throws(SyntaxError) {
        if next == "\\" {
            place += 1
            if let category = try category() { return set.add(category.category, isInverted: category.isInverted) }
            place -= 1
        }
        let first = try setScalar()
        guard next == "-", place + 1 < pattern.count, pattern[place + 1] != "]" else { return set.add(first...first) }
        place += 1
        let last = try setScalar()
        guard first <= last else { throw SyntaxError(reason: "a range of characters ends before it begins") }
        set.add(first...last)
    }

    private mutating func setScalar() throws(SyntaxError) -> Unicode.Scalar {
        guard let scalar = next else { throw SyntaxError(reason: "a '[' has no ']'") }
        place += 1
        guard scalar == "\\" else { return scalar }
        // Inside of a set it is a backspace.
        return take("b") ? "\u{8}" : try escapedScalar()
    }
}

/// Makes the instructions of a tree.
struct RegularExpressionCompiler {
    typealias SyntaxError = RegularExpression.SyntaxError

    private(set) var program: [RegularExpression.Instruction] = []
    var registers: Int
    /// Counted repetitions are written out.
    private static let longest = 20_000

    init(registers: Int) { self.registers = registers }

    mutating func append(_ instruction: RegularExpression.Instruction) { program.append(instruction) }

    mutating func add(_ node: RegularExpressionNode) throws(SyntaxError) {
        guard program.count < Self.longest else { throw SyntaxError(reason: "its repetitions are too many") }
        switch node {
        case .scalar(let set): append(.scalar(set))
        case .sequence(let nodes): for node in nodes { try add(node) }
        case .choice(let nodes): try addChoice(nodes[...])
        case .repetition(let node, let least, let most, .possessive):
            try add(.inner(.atomic, .repetition(node, least: least, most: most, .greedy)))
        case .repetition(let node, let least, let most, let kind):
            for _ in 0..<least { try add(node) }
            try addRest(of: node, most.map { $0 - least }, isLazy: kind == .lazy)
        case .group(let node, let number):
            append(.note(2 * number))
            try add(node)
            append(.note(2 * number + 1))
        case .reference(let number, let ignoresCase): append(.group(number, ignoresCase: ignoresCase))
        case .assertion(let assertion): append(.assert(assertion))
        case .inner(let inner, let node):
            let start = program.count
            append(.jump(0))
            try add(node)
            append(.accept)
            program[start] = .inner(inner, program.count)
        }
    }

    private mutating func addChoice(_ nodes: ArraySlice<RegularExpressionNode>) throws(SyntaxError) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let start = program.count
            append(.jump(0))
            try add(node)
            ends.append(program.count)
            append(.jump(0))
            program[start] = .either(start + 1, program.count)
        }
        if let last = nodes.last { try add(last) }
        for end in ends { program[end] = .jump(program.count) }
    }

    /// What may be repeated further: without end, or so many times at most.
    private mutating func addRest(
        of node: RegularExpressionNode, _ most: Int?, isLazy: Bool
    ) throws(SyntaxError) {
        guard let most else { return try addLoop(of: node, isLazy: isLazy) }
        var starts: [Int] = []
        for _ in 0..<most {
            starts.append(program.count)
            append(.jump(0))
            try add(node)
        }
        for start in starts { choose(at: start, program.count, isLazy) }
    }

    private mutating func addLoop(of node: RegularExpressionNode, isLazy: Bool) throws(SyntaxError) {
        let (start, register) = (program.count, registers)
        registers += 1
        append(.jump(0))
        append(.note(register))
        try add(node)
        append(.unlessMoved(register, program.count + 2))
        append(.jump(start))
        choose(at: start, program.count, isLazy)
    }

    /// Between the next instruction and an end.
    private mutating func choose(at index: Int, _ end: Int, _ isLazy: Bool) {
        program[index] = isLazy ? .either(end, index + 1) : .either(index + 1, end)
    }
}
