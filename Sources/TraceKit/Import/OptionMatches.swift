/// The values of options that matched something in the inputs. A value without a match is most often misspelt, and
/// anything that depends on it, especially a gate, would silently ignore it.
///
/// One instance serves all inputs of a command, from any thread.
package final class OptionMatches: @unchecked Sendable {
    enum Option: String {
        case offset, map, run
        case bodySignposts = "body-signposts"
        case interactions, ignore, process
    }

    private struct Value: Hashable {
        let option: Option
        let text: String
    }

    private let monitor = Monitor()
    private var matched: Set<Value> = []
    /// The names that could have been given, for suggestions.
    private var offered: [Option: Set<String>] = [:]
    /// Files whose times cannot be moved, by format.
    private var fixedFiles: [String: String] = [:]
    private static let mostOffered = 1000
    private static let mostShown = 8

    /// The project's file, and the options that it sets: it may apply to traces without such rows too.
    private let project: (path: String, options: Set<String>)?

    package init(project: (path: String, options: Set<String>)? = nil) { self.project = project }

    /// Returns an empty instance for other inputs.
    func fresh() -> OptionMatches { OptionMatches(project: project) }

    private func isOfProject(_ option: Option) -> Bool { project?.options.contains(option.rawValue) ?? false }

    func note(_ option: Option, _ text: String) {
        monitor.locked { _ = matched.insert(Value(option: option, text: text)) }
    }

    func offer(_ option: Option, _ names: some Sequence<String>) {
        monitor.locked {
            for name in names where offered[option, default: []].count < Self.mostOffered {
                offered[option, default: []].insert(name)
            }
        }
    }

    private func has(_ option: Option, _ text: String) -> Bool {
        monitor.locked { matched.contains(Value(option: option, text: text)) }
    }

    // MARK: Matching

    /// Notes a file that is read, and its format.
    func look(at file: String, _ type: any Importer.Type) {
        offer(.offset, [file])
        if type.usesOffset { note(.offset, file) } else { monitor.locked { fixedFiles[file] = type.name } }
    }

    /// Notes the records of a trace, before anything in them is renamed.
    func look(
        at records: TraceRecords, interactions: [SignpostFilter], ignored: [String], process: ProcessChoice
    ) {
        if case .named(let process) = process {
            let names = ProcessSum.all(of: records).map { records.names.text($0.process) ?? "" }
            if names.contains(where: { ProcessName($0).isMeant(by: process) }) { note(.process, process) }
            offer(.process, names)
        }
        let views = ignored.isEmpty ? [] : Set(records.views.buffer.map { records.names.text($0.name) ?? "" })
        for pattern in ignored where views.contains(where: { Glob.matches($0, pattern) }) { note(.ignore, pattern) }
        offer(.ignore, views)
        guard !interactions.isEmpty else { return }
        for signpost in Self.kinds(records) {
            for filter in interactions where filter.includes(signpost) { note(.interactions, filter.text) }
            offer(.interactions, ["\(signpost.subsystem):\(signpost.category)"])
        }
    }

    private static func kinds(_ records: TraceRecords) -> [SignpostFilter] {
        struct Kind: Hashable { let subsystem, category, name: NameID }
        var kinds: Set<Kind> = []
        for row in 0..<records.signposts.count {
            let signpost = records.signposts[row]
            // Points in time do not begin windows.
            guard signpost.duration >= 0 else { continue }
            kinds.insert(Kind(subsystem: signpost.subsystem, category: signpost.category, name: signpost.name))
        }
        func text(_ name: NameID) -> String { records.names.text(name) ?? "" }
        return kinds.map {
            SignpostFilter(subsystem: text($0.subsystem), category: text($0.category), name: text($0.name))
        }
    }

    // MARK: Results

    /// Throws if a value of an option matched nothing in the inputs. `hidesNames`: the error must not mention names
    /// from the inputs.
    func check(
        _ importing: ImportOptions, interactions: [SignpostFilter], process: ProcessChoice, hidesNames: Bool
    ) throws(TraceError) {
        for name in importing.offsets.keys.sorted() where !has(.offset, name) {
            if let format = monitor.locked({ fixedFiles[name] }) {
                throw TraceError(
                    .usage, "'--offset' moves logs and Chrome traces; this is \(format), which keeps its times",
                    at: Place(file: name), fix: "leave the option out, or move the other inputs")
            }
            throw unmatched(.offset, name, "no input is called so", hidesNames)
        }
        try checkColumns(importing, hidesNames: hidesNames)
        if let run = importing.run, !has(.run, "\(run)") {
            throw unmatched(.run, "\(run)", "nothing that was read is of that run", hidesNames)
        }
        for filter in importing.bodySignposts.map(\.text) where !has(.bodySignposts, filter) {
            throw unmatched(.bodySignposts, filter, "no signpost interval that could be a body is of these", hidesNames)
        }
        for filter in interactions.map(\.text) where !has(.interactions, filter) && !isOfProject(.interactions) {
            throw unmatched(.interactions, filter, "no signpost interval is of these", hidesNames)
        }
        if case .named(let process) = process, !has(.process, process) {
            throw unmatched(.process, process, "no row is of such a process", hidesNames)
        }
    }

    /// Throws for columns only: without the intended one, no row may have been read.
    func checkColumns(_ importing: ImportOptions, hidesNames: Bool) throws(TraceError) {
        for field in importing.columnMap.keys.sorted() where !has(.map, field) {
            let value = "\(field)=\(importing.columnMap[field] ?? "")"
            throw unmatched(.map, value, "no table that was read has such a column", hidesNames)
        }
    }

    /// Warns about patterns of `--ignore` without a matching view; these are harmless, because a view may just not
    /// occur in this recording.
    func warnings(ignored: [String], hidesNames: Bool) -> [Diagnostic] {
        ignored.filter { !has(.ignore, $0) && !isOfProject(.ignore) }.map { pattern in
            let hint = hidesNames ? "" : hint(.ignore, pattern, lists: false)
            return Diagnostic(.note, "'--ignore \(pattern.prefix(80))' matches no view\(hint)")
        }
    }

    private func unmatched(_ option: Option, _ value: String, _ reason: String, _ hidesNames: Bool) -> TraceError {
        let hint = hidesNames ? "" : hint(option, value, lists: true)
        if let project, isOfProject(option) {
            return TraceError(
                .usage, "'\(option.rawValue)' '\(value.prefix(80))' matches nothing: \(reason)\(hint)",
                at: Place(file: project.path),
                fix: "correct the value there, give --\(option.rawValue), or pass the file over with --no-project")
        }
        return TraceError(
            .usage, "'--\(option.rawValue) \(value.prefix(80))' matches nothing: \(reason)\(hint)",
            fix: "correct the value or leave the option out")
    }

    private func hint(_ option: Option, _ value: String, lists: Bool) -> String {
        let known = monitor.locked { offered[option] ?? [] }.sorted()
        if let nearest = NearestWord.to(value, among: known) { return "; did you mean '\(nearest)'?" }
        guard lists, !known.isEmpty else { return "" }
        let more = known.count > Self.mostShown ? ", … (\(Decimal.grouped(known.count - Self.mostShown)) more)" : ""
        return "; there is \(known.prefix(Self.mostShown).map { "'\($0)'" }.joined(separator: ", "))\(more)"
    }
}
