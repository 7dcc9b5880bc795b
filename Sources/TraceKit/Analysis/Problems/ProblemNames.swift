/// What problems are called and accepted by: no two of a trace alike.
enum ProblemNames {
    /// `fan-out:Row < Cart.items`: the rule, the view with the cause of its unnecessary updates, else the title.
    static func key(_ problem: Problem) -> String {
        let name = problem.view.map { view in view + (problem.cause.map { " < \($0)" } ?? "") }
        return "\(problem.kind):\(name ?? problem.cause ?? problem.title)"
    }

    /// What tells problems apart, first what is tried first.
    private static let marks: [@Sendable (Problem) -> String?] = [
        { $0.module }, { $0.viewKind }, { $0.cause },
        { problem in problem.module.map { "\($0), \(problem.viewKind ?? "")" } },
    ]

    /// Adds to keys and titles that several problems have what these differ in: the module of the view, its kind, the cause;
    /// else their places among each other.
    static func distinguish(_ problems: inout [Problem]) {
        distinguish(&problems, \.key) { problem, mark in
            guard let view = problem.view, let range = problem.key.firstRange(of: view) else {
                return "\(problem.key) (\(mark))"
            }
            let isModule = mark == problem.module
            return problem.key.replacingText(in: range, by: isModule ? "\(mark).\(view)" : "\(view) (\(mark))")
        }
        distinguish(&problems, \.title) { "\($0.title) (\($1))" }
    }

    private static func distinguish(
        _ problems: inout [Problem], _ path: WritableKeyPath<Problem, String>,
        _ marked: (_ problem: Problem, _ mark: String) -> String
    ) {
        var places: [String: [Int]] = [:]
        for (place, problem) in problems.enumerated() { places[problem[keyPath: path], default: []].append(place) }
        var taken = Set(places.filter { $0.value.count == 1 }.keys)
        // In order of the problems, so that nothing depends on the order of a dictionary.
        for place in problems.indices {
            guard let alike = places[problems[place][keyPath: path]], alike.count > 1, alike[0] == place else {
                continue
            }
            let texts = texts(alike.map { problems[$0] }, path, marked)
            for (other, text) in zip(alike, texts) {
                var (free, number) = (text, 2)
                while taken.contains(free) {
                    free = "\(text) #\(number)"
                    number += 1
                }
                taken.insert(free)
                problems[other][keyPath: path] = free
            }
        }
    }

    /// By the first mark that all of them have and that differs, else as they are.
    private static func texts(
        _ problems: [Problem], _ path: WritableKeyPath<Problem, String>,
        _ marked: (_ problem: Problem, _ mark: String) -> String
    ) -> [String] {
        for mark in marks {
            let words = problems.compactMap(mark)
            guard words.count == problems.count, Set(words).count > 1 else { continue }
            let texts = zip(problems, words).map { marked($0, $1) }
            if Set(texts).count == texts.count { return texts }
        }
        return problems.map { $0[keyPath: path] }
    }
}

extension String {
    fileprivate func replacingText(in range: Range<Index>, by text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
