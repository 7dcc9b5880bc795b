/// The commands that show more of a figure.
struct BudgetNext {
    private let input: CommandInput
    /// `chains` takes one input, `report` any number.
    private var takesChains: Bool { input.inputs.count == 1 }

    init(_ input: CommandInput) { self.input = input }

    /// `subject` = nil where the trace has nothing of the name.
    func command(_ measure: BudgetMeasure, _ subject: BudgetSubject?, _ figures: BudgetFigures) -> String {
        func report(_ more: CommandInput.Option...) -> String { input.command("report", more) }
        func chains(_ more: CommandInput.Option...) -> String { input.command(takesChains ? "chains" : "report", more) }
        switch subject {
        case nil: return report()
        case .trace: return measure == .rejects ? input.command("doctor", analyses: false) : report()
        case .interactions(let keys):
            guard let id = figures.sum(keys).firstID else { return report() }
            let option = CommandInput.Option("interaction", "\(id)")
            return [.hitchRatio, .hitchMs, .hangMs].contains(measure) ? report(option) : chains(option)
        case .view(let key):
            let isAboutCauses = !measure.needs(.views).filter { $0 == .evidence || $0 == .interactions }.isEmpty
            return isAboutCauses ? chains(.init("view", key.view)) : report(.init("view", key.view))
        case .signpost(let key): return report(.init("signposts", key.name))
        case .function: return report(.init("functions"))
        case .recurring(let label): return takesChains ? chains(.init("cause", label)) : report()
        case .chain(let path): return takesChains ? chains(.init("cause", Self.lastName(path))) : report()
        }
    }

    /// The name at the end of a chain.
    private static func lastName(_ path: String) -> String {
        guard let arrow = path.ranges(of: " → ").last else { return path }
        return String(path[arrow.upperBound...])
    }
}
