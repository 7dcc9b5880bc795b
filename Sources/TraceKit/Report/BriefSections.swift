/// Which tables a brief report has: the problems, and what they are found in.
enum BriefSections {
    static func shown(_ subject: ReportSubject) -> Set<String> {
        let own: Set<String>
        switch subject {
        case .updates: return ["problems", "interaction-kinds"]
        case .signposts: own = ["signposts", "longest-intervals", "hangs", "hitches"]
        case .samples: own = ["hottest-functions", "call-tree", "hangs", "hitches"]
        case .logs: own = ["log-groups", "logs", "hangs", "hitches"]
        case .console: own = ["body-evaluations-without-times"]
        case .stalls: own = ["hangs", "hitches", "signposts"]
        case .metrics: own = ["metrics"]
        case .nothing: own = ["import", "rejects"]
        }
        return own.union(["problems", "processes"])
    }

    /// Rows of a table that are enough at first; nil = as many as of any list.
    static func rows(_ id: String) -> Int? {
        switch id {
        case "metrics", "logs", "import", "rejects": nil
        case "signposts", "log-groups", "body-evaluations-without-times": 10
        default: 5
        }
    }
}
