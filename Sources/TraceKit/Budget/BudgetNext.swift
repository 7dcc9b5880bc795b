/// The commands that show more of a figure.
struct BudgetNext {
    private let input: String
    private let analysis: String
    /// `chains` takes one input, `report` any number.
    private let takesChains: Bool

    init(_ options: BudgetCheck.Options) {
        func words(_ words: [String]) -> String { words.map(ShellWord.quote).joined(separator: " ") }
        input = words(options.inputs + options.reading)
        analysis = words(options.inputs + options.reading + options.analysis)
        takesChains = options.inputs.count == 1
    }

    /// `subject` = nil where the trace has nothing of the name.
    func command(_ measure: BudgetMeasure, _ subject: BudgetSubject?, _ figures: BudgetFigures) -> String {
        let report = "trace-analyze report \(analysis)"
        let chains = takesChains ? "trace-analyze chains \(analysis)" : report
        switch subject {
        case nil: return report
        case .trace: return measure == .rejects ? "trace-analyze doctor \(input)" : report
        case .interactions(let keys):
            guard let id = figures.sum(keys).firstID else { return report }
            return "\([.hitchRatio, .hitchMs, .hangMs].contains(measure) ? report : chains) --interaction \(id)"
        case .view(let key):
            let isAboutCauses = !measure.needs(.views).filter { $0 == .evidence || $0 == .interactions }.isEmpty
            return "\(isAboutCauses ? chains : report) --view \(ShellWord.quote(key.view))"
        case .signpost(let key): return "\(report) --signposts \(ShellWord.quote(key.name))"
        case .function: return "\(report) --functions"
        case .chain(let path):
            return takesChains ? "\(chains) --cause \(ShellWord.quote(Self.lastName(path)))" : report
        }
    }

    /// The name at the end of a chain.
    private static func lastName(_ path: String) -> String {
        guard let arrow = path.ranges(of: " → ").last else { return path }
        return String(path[arrow.upperBound...])
    }
}
