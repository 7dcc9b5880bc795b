/// A regular expression that users give, in the syntax that Perl and Swift share, over the Unicode scalars of a text.
///
/// Swift's own engine tries every way in which a pattern can match, for years where repetitions stand inside repetitions, and
/// cannot be stopped. This one counts its steps and gives up on a text that takes too many.
struct RegularExpression: Sendable {
    /// Why a text is no pattern.
    struct SyntaxError: Error, Equatable {
        let reason: String
    }

    /// A text took more than `mostSteps`.
    struct TooManySteps: Error {}

    private let program: [Instruction]
    private let registers: Int

    init(_ pattern: String) throws(SyntaxError) {
        var parser = RegularExpressionParser(pattern)
        var compiler = RegularExpressionCompiler(registers: 0)
        let node = try parser.parse()
        compiler.registers = 2 * (parser.groups + 1)
        try compiler.add(node)
        compiler.append(.accept)
        (program, registers) = (compiler.program, compiler.registers)
    }

    /// Whether it matches anywhere in a text.
    func matches(in text: String) throws(TooManySteps) -> Bool {
        var run = Run(program, registers, text)
        return try run.next(from: 0) != nil
    }

    /// A text without what matches in it.
    func removingMatches(from text: String) throws(TooManySteps) -> String {
        var run = Run(program, registers, text)
        var rest = String.UnicodeScalarView()
        var place = 0
        while let match = try run.next(from: place) {
            rest.append(contentsOf: run.text[place..<match.lowerBound])
            if match.isEmpty, match.upperBound < run.text.count { rest.append(run.text[match.upperBound]) }
            place = max(match.upperBound, match.lowerBound + 1)
            if place > run.text.count { return String(rest) }
        }
        rest.append(contentsOf: run.text[place...])
        return String(rest)
    }

    /// Far more than patterns take that are written for names.
    static func mostSteps(_ length: Int) -> Int { min(200_000 + 2_000 * length, 50_000_000) }
}

extension RegularExpression {
    enum Assertion {
        case textStart, textEnd, textEndOrLastNewline, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// What is matched by itself, up to an `accept`, at a place of the text.
    enum Inner {
        case ahead, notAhead, behind, notBehind
        /// The first way in which it matches is the only one.
        case atomic
    }

    enum Instruction: Sendable {
        case scalar(ScalarSet)
        /// Goes on at the first index, and at the second one if that leads nowhere.
        case either(Int, Int)
        case jump(Int)
        case assert(Assertion)
        /// Notes the place in a register.
        case note(Int)
        /// Goes to an index unless the place has moved since it was noted: a repetition of nothing ends.
        case unlessMoved(Int, Int)
        /// The text of a group again.
        case group(Int, ignoresCase: Bool)
        /// What is matched by itself stands from the next instruction on; goes on at the index.
        case inner(Inner, Int)
        case accept
    }

    /// One text.
    private struct Run {
        private enum Choice {
            case goOn(Int, at: Int)
            case restore(Int, Int)
        }

        private let program: [Instruction]
        let text: [Unicode.Scalar]
        private var registers: [Int]
        private var stepsLeft: Int

        init(_ program: [Instruction], _ registers: Int, _ text: String) {
            self.program = program
            self.text = Array(text.unicodeScalars)
            self.registers = Array(repeating: -1, count: registers)
            stepsLeft = RegularExpression.mostSteps(self.text.count)
        }

        /// The first match that begins at a place or behind it.
        mutating func next(from place: Int) throws(TooManySteps) -> Range<Int>? {
            var start = place
            while start <= text.count {
                for register in registers.indices { registers[register] = -1 }
                if let end = try match(0, at: start) { return start..<end }
                start += 1
            }
            return nil
        }

        /// Runs from an instruction on; the place of the `accept` that is come to first, which is `end` if that is given.
        private mutating func match(_ first: Int, at start: Int, end: Int? = nil) throws(TooManySteps) -> Int? {
            let old = registers
            var choices: [Choice] = []
            var (index, place) = (first, start)
            while true {
                stepsLeft -= 1
                guard stepsLeft > 0 else { throw TooManySteps() }
                if case .accept = program[index], end == nil || end == place { return place }
                if let next = try step(index, &place, &choices) {
                    index = next
                    continue
                }
                guard let choice = resume(&choices) else {
                    registers = old
                    return nil
                }
                (index, place) = choice
            }
        }

        /// The latest choice that is left.
        private mutating func resume(_ choices: inout [Choice]) -> (Int, Int)? {
            while let choice = choices.popLast() {
                switch choice {
                case .goOn(let index, let place): return (index, place)
                case .restore(let register, let value): registers[register] = value
                }
            }
            return nil
        }

        /// The index of the instruction behind this one; nil where it does not match.
        private mutating func step(
            _ index: Int, _ place: inout Int, _ choices: inout [Choice]
        ) throws(TooManySteps) -> Int? {
            switch program[index] {
            case .scalar(let set):
                guard place < text.count, set.contains(text[place]) else { return nil }
                place += 1
            case .either(let first, let second):
                choices.append(.goOn(second, at: place))
                return first
            case .jump(let target): return target
            case .assert(let assertion): if !holds(assertion, place) { return nil }
            case .note(let register):
                choices.append(.restore(register, registers[register]))
                registers[register] = place
            case .unlessMoved(let register, let target): if registers[register] == place { return target }
            case .group(let group, let ignoresCase):
                guard let end = repeated(group, at: place, ignoresCase) else { return nil }
                place = end
            case .inner(let inner, let next):
                return try match(inner, from: index + 1, at: &place, &choices) ? next : nil
            case .accept: return nil
            }
            return index + 1
        }

        private mutating func match(
            _ inner: Inner, from index: Int, at place: inout Int, _ choices: inout [Choice]
        ) throws(TooManySteps) -> Bool {
            let old = registers
            var end: Int?
            switch inner {
            case .ahead, .notAhead, .atomic: end = try match(index, at: place)
            case .behind, .notBehind:
                for start in stride(from: place, through: 0, by: -1) where end == nil {
                    end = try match(index, at: start, end: place)
                }
            }
            if inner == .notAhead || inner == .notBehind {
                registers = old
                return end == nil
            }
            guard let end else { return false }
            for register in registers.indices where registers[register] != old[register] {
                choices.append(.restore(register, old[register]))
            }
            if inner == .atomic { place = end }
            return true
        }

        private func repeated(_ group: Int, at place: Int, _ ignoresCase: Bool) -> Int? {
            let (first, last) = (registers[2 * group], registers[2 * group + 1])
            guard first >= 0, last >= first, place + last - first <= text.count else { return nil }
            for offset in 0..<(last - first) {
                let (one, other) = (text[first + offset], text[place + offset])
                guard one == other || ignoresCase && ScalarSet.folded(one) == ScalarSet.folded(other) else {
                    return nil
                }
            }
            return place + last - first
        }

        private func holds(_ assertion: Assertion, _ place: Int) -> Bool {
            switch assertion {
            case .textStart: place == 0
            case .textEnd: place == text.count
            case .textEndOrLastNewline: place == text.count || place == text.count - 1 && text[place] == "\n"
            case .lineStart: place == 0 || text[place - 1] == "\n"
            case .lineEnd: place == text.count || text[place] == "\n"
            case .wordBoundary: isWord(place - 1) != isWord(place)
            case .noWordBoundary: isWord(place - 1) == isWord(place)
            }
        }

        private func isWord(_ place: Int) -> Bool {
            text.indices.contains(place) && ScalarSet.Category.word.contains(text[place])
        }
    }
}

/// What one place of a pattern matches.
struct ScalarSet {
    enum Category {
        case any, digit, word, space, letter, uppercase, lowercase, punctuation, alphanumeric, hexadecimal

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let properties = scalar.properties
            switch self {
            case .any: return true
            case .digit: return properties.generalCategory == .decimalNumber
            case .word:
                return scalar == "_" || properties.isAlphabetic || properties.generalCategory == .decimalNumber
            case .space: return properties.isWhitespace
            case .letter: return properties.isAlphabetic
            case .uppercase: return properties.isUppercase
            case .lowercase: return properties.isLowercase
            case .alphanumeric: return properties.isAlphabetic || properties.numericType != nil
            case .hexadecimal: return properties.isASCIIHexDigit
            case .punctuation:
                return [
                    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                    .finalPunctuation, .otherPunctuation,
                ].contains(properties.generalCategory)
            }
        }
    }

    private(set) var ranges: [ClosedRange<Unicode.Scalar>] = []
    private var categories: [(category: Category, isInverted: Bool)] = []
    private var sets: [ScalarSet] = []
    var isInverted = false
    var ignoresCase = false

    init() {}

    init(_ scalar: Unicode.Scalar) { add(scalar...scalar) }

    init(_ category: Category, isInverted: Bool = false) { add(category, isInverted: isInverted) }

    mutating func add(_ range: ClosedRange<Unicode.Scalar>) { ranges.append(range) }

    mutating func add(_ category: Category, isInverted: Bool = false) { categories.append((category, isInverted)) }

    mutating func add(_ set: ScalarSet) { sets.append(set) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isHeld = holds(scalar)
        if !isHeld, ignoresCase {
            let properties = scalar.properties
            isHeld = [properties.lowercaseMapping, properties.uppercaseMapping].contains { mapping in
                mapping.unicodeScalars.count == 1 && mapping.unicodeScalars.allSatisfy(holds)
            }
        }
        return isHeld != isInverted
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar) }
            || categories.contains { $0.category.contains(scalar) != $0.isInverted }
            || sets.contains { $0.contains(scalar) }
    }

    static func folded(_ scalar: Unicode.Scalar) -> String { scalar.properties.lowercaseMapping }
}
