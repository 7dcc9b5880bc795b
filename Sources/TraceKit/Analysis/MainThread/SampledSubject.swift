/// What has most of some samples of the main thread (docs/analysis.md, section 6): whose code someone would change.
struct SampledSubject: Hashable {
    enum Kind: Hashable {
        /// A function of the app that a body calls, a body, any other function of the app.
        case functionInBody, body, function
        /// A family of costly calls, or a part of the interface's work, with the body that has most of it.
        case family, structure
        /// Two or three bodies or functions that together have half.
        case several
        /// Code of the app without symbols.
        case unnamed
        /// A function of the system that half of the samples contain.
        case system
    }

    let kind: Kind
    /// `NodeStore.fetch(_:)`, `LocalStatsLog.body`, `layout`.
    let name: String
    /// The body, and its view, if one is known: `LocalStatsLog.body`.
    var body: String?
    var view: String?
    /// The others that have half only together with the first.
    var others: [String] = []
    /// The binary of a function of the system, and whether SwiftUI is in the stacks.
    var binary: String?
    var isOfSwiftUI = false

    /// `LocalStatsLog.body`, `NodeStore.fetch(_:) in LocalStatsLog.body`, `layout below MarqueeTitle.body`
    var phrase: String {
        switch kind {
        case .functionInBody: "\(name) in \(body ?? "")"
        case .body, .function: name
        case .family: body.map { "\(name) in \($0)" } ?? name
        case .structure: body.map { "\(name) below \($0)" } ?? name
        case .several: ([name] + others.dropLast()).joined(separator: ", ") + " and \(others.last ?? "")"
        case .unnamed: name
        case .system: binary.map { "\(name) (\($0))" } ?? name
        }
    }

    /// The same at the beginning of a sentence.
    var title: String {
        switch kind {
        case .family, .structure: phrase.capitalisedFirst
        case .functionInBody, .body, .function, .several, .unnamed, .system: phrase
        }
    }

    /// The phrase, if it names what an author can change.
    var changeable: String? { isApp && kind != .unnamed ? phrase : nil }

    /// Whether its author can change it.
    var isApp: Bool {
        switch kind {
        case .functionInBody, .body, .function, .several, .unnamed: true
        case .family, .structure: view != nil
        case .system: false
        }
    }
}

/// A subject with its part of the samples, and what they do below it.
struct SampledShare {
    let subject: SampledSubject
    /// Its samples, and all that count.
    var samples: Int
    let total: Int
    /// The family of costly calls in at least half of its samples, and their number.
    var family: (index: Int, samples: Int)?
    /// The function of the app with most of a body's samples, and their number.
    var below: (name: String, samples: Int)?
    /// What it waits in, if these are samples of a wait.
    var wait: WaitKind?
    /// The innermost functions of most of its samples.
    var leaves: [(name: String, samples: Int)] = []
    /// The functions of the app that call it, innermost first, of most of its samples.
    var callers: [String] = []
    /// The other bodies with a tenth of all samples or more, and their samples.
    var besides: [(name: String, samples: Int)] = []
    /// Whether most of its samples lie outward of the run loop: before the first event.
    var isBeforeLoop = false
    /// The frame of the function, for its place in the sources; none if it has no function.
    var frame = NameID.none

    var percent: Int { RuleWords.percent(samples, of: total) }
}

/// Finds the subject of samples by stack.
struct SubjectFinder {
    private typealias Counted = (stack: UInt32, state: StackReader.State, count: Int)

    private let reader: StackReader
    private let records: TraceRecords
    private let stacks: [Counted]
    private let total: Int

    init(_ samples: [UInt32: Int], _ reader: StackReader, _ records: TraceRecords) {
        (self.reader, self.records) = (reader, records)
        stacks = samples.sorted { $0.key < $1.key }.map { ($0.key, reader[$0.key], $0.value) }
        total = stacks.reduce(0) { $0 + $1.count }
    }

    /// The most specific subject that has half of the samples.
    func share() -> SampledShare? {
        guard total > 0 else { return nil }
        return inBody() ?? body() ?? function() ?? unnamed() ?? family() ?? structure() ?? several() ?? system()
    }

    // MARK: Code of the app

    private func inBody() -> SampledShare? {
        let counts = counts { $0.isInBody ? reader.function($0.function) : nil }
        guard let most = half(counts) else { return nil }
        let own = stacks.filter { $0.state.isInBody && functions($0.state, isInBody: true).contains(most) }
        guard let body = largest(own.map { (reader.body($0.state.body), $0.count) })?.number else { return nil }
        return share(
            .init(kind: .functionInBody, name: reader.text(most), body: reader.text(body), view: reader.view(body)),
            of: own)
    }

    private func body() -> SampledShare? {
        guard let most = half(counts { $0.body > 0 ? reader.body($0.body) : nil }) else { return nil }
        return share(ofBody: most)
    }

    private func share(ofBody number: Int32) -> SampledShare {
        let own = stacks.filter { $0.state.body > 0 && reader.body($0.state.body) == number }
        var share = share(
            .init(kind: .body, name: reader.text(number), body: reader.text(number), view: reader.view(number)), of: own
        )
        let calls = own.filter(\.state.isInBody).map { (reader.function($0.state.function), $0.count) }
        share.below = largest(calls).map { (reader.text($0.number), $0.count) }
        return share
    }

    /// By the innermost function; if none has half, the innermost one that half of the stacks hold.
    private func function() -> SampledShare? {
        let innermost = counts { $0.function > 0 && $0.body == 0 ? reader.function($0.function) : nil }
        if let most = half(innermost) {
            return share(
                .init(kind: .function, name: reader.text(most)),
                of: stacks.filter { functions($0.state, isInBody: true).contains(most) })
        }
        var held: [Int32: Int] = [:]
        var depth: [Int32: Int] = [:]
        for (_, state, count) in stacks {
            for (place, number) in functions(state).reversed().enumerated() {
                held[number, default: 0] += count
                depth[number] = max(depth[number] ?? 0, place)
            }
        }
        let halves = held.filter { $0.value * 2 >= total }
        let deepest = halves.keys.max { left, right in
            let (one, other) = (depth[left] ?? 0, depth[right] ?? 0)
            return one == other ? reader.text(right) < reader.text(left) : one < other
        }
        guard let deepest else { return nil }
        return share(
            .init(kind: .function, name: reader.text(deepest)),
            of: stacks.filter { functions($0.state).contains(deepest) })
    }

    /// The most functions of the app on one stack that are looked at, from the innermost one.
    private static let mostFunctions = 64

    /// The functions of the app on a stack, innermost first, each once; with `isInBody`, those that its innermost body calls,
    /// which are all where no body is on the stack.
    private func functions(_ state: StackReader.State, isInBody: Bool = false) -> [Int32] {
        var (found, next) = ([Int32](), state)
        while next.function > 0, found.count < Self.mostFunctions, !isInBody || next.function > state.body {
            let number = reader.function(next.function)
            if !found.contains(number) { found.append(number) }
            next = reader.caller(of: next)
        }
        return found
    }

    private func unnamed() -> SampledShare? {
        let own = stacks.filter(\.state.hasUnnamed)
        guard own.reduce(0, { $0 + $1.count }) * 2 >= total else { return nil }
        return share(.init(kind: .unnamed, name: "code without symbols"), of: own)
    }

    // MARK: The system

    private func family() -> SampledShare? {
        guard let most = families(stacks) else { return nil }
        let own = stacks.filter { $0.state.families & 1 << UInt32(most.index) != 0 }
        var subject = SampledSubject(kind: .family, name: CostlyAPI.all[most.index].noun)
        let body = largestBody(own)
        (subject.body, subject.view) = (body.map(reader.text), body.map(reader.view))
        return share(subject, of: own)
    }

    /// Layout, graph and commit lead only with the body that has most of the time, from a twentieth on.
    private func structure() -> SampledShare? {
        let most = StackReader.Structure.allCases.dropFirst().map { structure in
            (structure, stacks.reduce(0) { $0 + ($1.state.structure == structure ? $1.count : 0) })
        }.max { $0.1 < $1.1 }
        guard let most, most.1 * 2 >= total, let body = largestBody(stacks) else { return nil }
        return share(
            .init(kind: .structure, name: most.0.words, body: reader.text(body), view: reader.view(body)),
            of: stacks.filter { $0.state.structure == most.0 })
    }

    private func largestBody(_ samples: [Counted]) -> Int32? {
        let bodies = stacks.filter { $0.state.body > 0 }.map { (reader.body($0.state.body), $0.count) }
        let own = samples.filter { $0.state.body > 0 }.map { (reader.body($0.state.body), $0.count) }
        guard let most = largest(own) ?? largest(bodies), most.count * 20 >= total else { return nil }
        return most.number
    }

    /// Two or three bodies, or functions outside of bodies, with half of the samples together, each with a tenth.
    private func several() -> SampledShare? {
        let counts = counts {
            $0.body > 0 ? reader.body($0.body) : $0.function > 0 ? reader.function($0.function) : nil
        }
        let most = RuleWords.largest(3, of: counts.map { (reader.text($0.key), $0.value) }).filter {
            $0.count * 10 >= total
        }
        for number in 2...3 where most.count >= number {
            let named = most.prefix(number).map(\.name)
            guard most.prefix(number).reduce(0, { $0 + $1.count }) * 2 >= total else { continue }
            let own = stacks.filter { stack in
                let state = stack.state
                let text =
                    state.body > 0
                    ? reader.text(reader.body(state.body))
                    : state.function > 0 ? reader.text(reader.function(state.function)) : ""
                return named.contains(text)
            }
            let first = own.first { $0.state.body > 0 && reader.text(reader.body($0.state.body)) == named[0] }
            return share(
                .init(
                    kind: .several, name: named[0], body: first == nil ? nil : named[0],
                    view: first.map { reader.view(reader.body($0.state.body)) }, others: Array(named.dropFirst())),
                of: own)
        }
        return manyBodies()
    }

    /// Many bodies with half of the samples together, the two largest by name.
    private func manyBodies() -> SampledShare? {
        let counts = counts { $0.body > 0 ? reader.body($0.body) : nil }
        let own = stacks.filter { $0.state.body > 0 }
        guard counts.count > 2, own.reduce(0, { $0 + $1.count }) * 2 >= total else { return nil }
        let most = RuleWords.largest(2, of: counts.map { (reader.text($0.key), $0.value) }).map(\.name)
        let first = own.first { reader.text(reader.body($0.state.body)) == most[0] }
        return share(
            .init(
                kind: .several, name: most[0], body: most[0],
                view: first.map { reader.view(reader.body($0.state.body)) },
                others: [most[1], RuleWords.count(counts.count - 2, "other body").replacingBodies]), of: own)
    }

    /// The innermost function of the system, inward of the run loop, that half of the stacks hold.
    private func system() -> SampledShare? {
        let nodes = records.stacks.nodes
        var held: [UInt32: Int] = [:]
        for (stack, state, count) in stacks where stack > max(state.body, state.function) {
            held[stack, default: 0] += count
        }
        var inLoop: [UInt32] = []
        for (stack, _, count) in stacks {
            // What calls a body or a function of the app is not what has its time.
            let innermost = max(reader[stack].body, reader[stack].function)
            var node = nodes.parent(Int(stack))
            while node > innermost, reader[node].isInLoop || reader[stack].isInLoop == false {
                held[node, default: 0] += count
                node = nodes.parent(Int(node))
            }
        }
        inLoop = held.filter { $0.value * 2 >= total }.keys.sorted(by: >)
        let innermost = inLoop.first { node in
            let symbol = records.names.text(nodes[Int(node)].frame) ?? ""
            return !FrameName.isRunLoop(symbol) && !FrameName.isEntry(symbol) && !FrameName.isUnnamed(symbol)
                && !symbol.hasPrefix("__CFRunLoop") && !symbol.hasPrefix("__CFRUNLOOP")
        }
        guard let innermost, let samples = held[innermost] else { return nil }
        let frame = nodes[Int(innermost)]
        let isOfSwiftUI = reader[innermost].isOfSwiftUI
        let graph = stacks.filter { $0.state.structure == .graph }
        let isGraph = graph.reduce(0) { $0 + $1.count } * 2 >= total && reader[innermost].structure == .graph
        let isBelowLayout = graph.reduce(0) { $0 + ($1.state.isBelowLayout ? $1.count : 0) } * 2 >= total
        let subject = SampledSubject(
            kind: .system,
            name: isGraph
                ? "SwiftUI's graph\(isBelowLayout ? " below layout" : "")"
                : FrameName(records.names.text(frame.frame) ?? "").function,
            binary: records.names.text(frame.binary), isOfSwiftUI: isOfSwiftUI)
        var share = share(subject, of: stacks)
        share.samples = samples
        return share
    }

    // MARK: Counting

    private func counts(_ number: (StackReader.State) -> Int32?) -> [Int32: Int] {
        var counts: [Int32: Int] = [:]
        for (_, state, count) in stacks {
            if let number = number(state) { counts[number, default: 0] += count }
        }
        return counts
    }

    /// The number with at least half of the samples.
    private func half(_ counts: [Int32: Int]) -> Int32? {
        guard let most = largest(counts.map { ($0.key, $0.value) }), most.count * 2 >= total else { return nil }
        return most.number
    }

    /// Ties prefer the first by text.
    private func largest(_ counts: [(Int32, Int)]) -> (number: Int32, count: Int)? {
        let sums = Dictionary(counts.map { ($0.0, $0.1) }, uniquingKeysWith: +)
        return sums.max { left, right in
            left.value == right.value ? reader.text(right.key) < reader.text(left.key) : left.value < right.value
        }.map { ($0.key, $0.value) }
    }

    private func families(_ own: [Counted]) -> (index: Int, samples: Int)? {
        let all = own.reduce(0) { $0 + $1.count }
        let most = CostlyAPI.all.indices.map { family in
            (
                index: family,
                samples: own.reduce(0) { $0 + ($1.state.families >> UInt32(family) & 1 == 1 ? $1.count : 0) }
            )
        }.max { ($0.samples, -$0.index) < ($1.samples, -$1.index) }
        return most.flatMap { $0.samples * 2 >= all && $0.samples > 0 ? $0 : nil }
    }

    private func share(
        _ subject: SampledSubject, of own: [Counted]
    ) -> SampledShare {
        var share = SampledShare(subject: subject, samples: own.reduce(0) { $0 + $1.count }, total: total)
        share.family = families(own)
        share.wait = WaitKind.first(of: own.reduce(0) { $0 | $1.state.waits })
        addCallers(own, to: &share)
        share.isBeforeLoop = own.reduce(0) { $0 + ($1.state.isInLoop ? 0 : $1.count) } * 2 > share.samples
        let named = Set([share.subject.name, share.subject.body ?? ""] + share.subject.others)
        let bodies = counts { $0.body > 0 ? reader.body($0.body) : nil }.map {
            (name: reader.text($0.key), count: $0.value)
        }
        share.besides = RuleWords.largest(2, of: bodies.filter { $0.count * 10 >= total && !named.contains($0.name) })
            .map { ($0.name, $0.count) }
        let nodes = records.stacks.nodes
        let leaves = Dictionary(
            own.lazy.filter { $0.stack > 0 }.map { (nodes[Int($0.stack)].frame, $0.count) }, uniquingKeysWith: +)
        share.leaves = RuleWords.largest(3, of: leaves.map { (records.names.text($0.key) ?? "", $0.value) })
            .map { ($0.name, $0.count) }
        let frames = Dictionary(
            own.lazy.map { (frame(named: subject.name, $0.state), $0.count) }.filter { $0.0.isPresent },
            uniquingKeysWith: +)
        share.frame =
            frames.max { left, right in
                left.value == right.value ? records.names.isText(right.key, before: left.key) : left.value < right.value
            }?.key ?? .none
        return share
    }

    /// The frame of the function with a name on a stack; of other subjects, that of the innermost function.
    private func frame(named name: String, _ state: StackReader.State) -> NameID {
        var (next, left) = (state, Self.mostFunctions)
        while next.function > 0, left > 0 {
            if reader.text(reader.function(next.function)) == name { return frame(of: next) }
            (next, left) = (reader.caller(of: next), left - 1)
        }
        return state.function > 0 ? frame(of: state) : .none
    }

    private func frame(of state: StackReader.State) -> NameID { records.stacks.nodes[Int(state.function)].frame }

    /// The callers of the stack with most samples.
    private func addCallers(_ own: [Counted], to share: inout SampledShare) {
        guard share.subject.kind == .function,
            let heaviest = own.max(by: { ($0.count, $1.stack) < ($1.count, $0.stack) })
        else {
            return
        }
        let functions = functions(heaviest.state).map(reader.text)
        guard let place = functions.firstIndex(of: share.subject.name) else { return }
        share.callers = Array(functions[(place + 1)...])
    }
}

extension String {
    /// `3 other bodies`
    fileprivate var replacingBodies: String { hasSuffix("bodys") ? "\(dropLast(2))ies" : self }
}
