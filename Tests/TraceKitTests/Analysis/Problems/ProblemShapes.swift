@testable import TraceKit

/// Traces in which many findings are about the same rows.
enum ProblemShapes {
    static func json(seed: Int) -> String {
        var shape = Shape(numbers: SeededNumbers(seed))
        return shape.document()
    }

    private struct Shape {
        var numbers: SeededNumbers
        var id = 1_000
        var now = 100_000
        var interactions: [String] = []
        var causes: [String] = []
        var updates: [String] = []
        var hangs: [String] = []

        init(numbers: SeededNumbers) { self.numbers = numbers }

        private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

        private mutating func element<Element>(_ list: [Element]) -> Element { list[number(in: 0...list.count - 1)] }

        mutating func document() -> String {
            let views = (0..<number(in: 3...9)).map { "View\($0)" }
            if number(in: 0...2) == 0 { appear(views[0], 130) }
            for _ in 0..<number(in: 3...12) { interaction(views) }
            return RuleTraces.document(
                ("interactions", interactions), ("causes", causes), ("updates", updates), ("hangs", hangs))
        }

        private mutating func appear(_ view: String, _ count: Int) {
            for _ in 0..<count { update(view, 800, "\"phase\": \"creation\"") }
        }

        private mutating func interaction(_ views: [String]) {
            let (tap, start) = (next(), now)
            let kind = element(["tap", "type", "scroll", "appear", "swipe"])
            interactions.append(
                "{\"id\": \(tap), \"kind\": \"\(kind)\", \"name\": \"\(element(["A", "B"]))\", \"start_us\": \(now)}")
            now += 500
            for _ in 0..<number(in: 1...3) { cause(tap, views) }
            if number(in: 0...2) == 0 {
                hangs.append(
                    "{\"start_us\": \(start), \"duration_us\": \(max(120_000, now - start)), \"thread\": \"main\"}")
            }
            now += number(in: 10_000...700_000)
        }

        private mutating func cause(_ tap: Int, _ views: [String]) {
            let cause = next()
            let kind = element(["state", "observable", "defaults", "environment"])
            let name = element(["Model.a", "Model.b", "key"])
            causes.append(
                "{\"id\": \(cause), \"cause\": \(tap), \"kind\": \"\(kind)\", \"name\": \"\(name)\", "
                    + "\"start_us\": \(now)}")
            for _ in 0..<number(in: 1...3) {
                let changed = element(
                    ["", "", "", ", \"changed\": []", ", \"changed\": [\"@self\"]", ", \"changed\": [\"@identity\"]"])
                let kind = element(["body", "body", "body", "layout", "representable"])
                let module = element(["App", "App", "Kit"])
                let (view, lasting) = (element(views), element([100, 500, 1_500, 9_000, 20_000]))
                for instance in 0..<element([1, 3, 8, 40]) {
                    update(
                        view, lasting + number(in: 0...lasting),
                        "\"cause\": \(cause), \"instance\": \"\(instance)\", \"kind\": \"\(kind)\", "
                            + "\"module\": \"\(module)\"\(changed)")
                }
            }
        }

        private mutating func update(_ view: String, _ lasting: Int, _ more: String) {
            updates.append(RuleTraces.update(next(), view, at: now, lasting: lasting, more))
            now += lasting + 20
        }

        private mutating func next() -> Int {
            id += 1
            return id
        }
    }
}
