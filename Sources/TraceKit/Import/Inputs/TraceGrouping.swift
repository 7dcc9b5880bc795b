/// Which files are parts of one trace. Every file is a trace of its own, but for tables, which are parts by their nature: those
/// of a directory, a zip file or a recording are one trace, and those that were named one by one are where they lie in one
/// folder and none of them is there twice.
struct TraceGrouping {
    struct File {
        /// As the user named it, or the directory it was found in.
        let name: String
        /// The directory, zip file or recording that names it; nil where the user named the file itself.
        var container: String?
        /// The format whose files are parts of a trace, and the tables that the file holds; nil for a whole trace.
        var tables: (format: String, names: Set<String>)?
    }

    /// What is one trace unless a table is there twice.
    private struct Key: Hashable {
        let format: String
        let place: String
        let isContainer: Bool
    }

    /// The files of each trace, by their numbers, in the order of the first of each.
    private(set) var groups: [[Int]] = []
    /// What was made of files that the user named one by one.
    private(set) var told: [Diagnostic] = []

    init(_ files: [File], isOneTrace: Bool) throws(TraceError) {
        guard !isOneTrace else {
            groups = files.isEmpty ? [] : [Array(files.indices)]
            return
        }
        var numbers: [Key: Int] = [:]
        for (index, file) in files.enumerated() {
            guard let key = Self.key(file) else {
                groups.append([index])
                continue
            }
            if let number = numbers[key] {
                groups[number].append(index)
            } else {
                numbers[key] = groups.count
                groups.append([index])
            }
        }
        var settled: [[Int]] = []
        for group in groups {
            let isNamed = files[group[0]].container == nil
            settled += isNamed ? try Self.separated(group, files) : [group]
        }
        groups = settled.sorted { $0[0] < $1[0] }
        tell(files)
    }

    private static func key(_ file: File) -> Key? {
        guard let tables = file.tables else { return nil }
        if let container = file.container { return Key(format: tables.format, place: container, isContainer: true) }
        return Key(format: tables.format, place: FileTarget.split(file.name).folder, isContainer: false)
    }

    /// Tables of one folder: one trace, or where each is there again in the others a trace each.
    private static func separated(_ group: [Int], _ files: [File]) throws(TraceError) -> [[Int]] {
        func tables(_ index: Int) -> Set<String> { files[index].tables?.names ?? [] }
        var (all, again): ([String: Int], (first: Int, second: Int, table: String)?) = ([:], nil)
        for index in group {
            for table in tables(index).sorted() {
                if let first = all[table] { again = again ?? (first, index, table) } else { all[table] = index }
            }
        }
        guard let again else { return [group] }
        let common = group.reduce(tables(group[0])) { $0.intersection(tables($1)) }
        guard common.isEmpty else { return group.map { [$0] } }
        throw TraceError(
            .usage,
            "'\(files[again.first].name)' and '\(files[again.second].name)' both hold \(again.table): these are tables of "
                + "several recordings, and which belong together is not known",
            fix: "put the tables of each recording into a directory of its own and give these, or --one-trace")
    }

    /// One sentence on what was made of several files, where it could be taken otherwise.
    private mutating func tell(_ files: [File]) {
        let named = groups.filter { files[$0[0]].container == nil }
        let count = named.reduce(0) { $0 + $1.count }
        guard count > 1 else { return }
        let traces = Decimal.counted(named.count, "trace")
        let fix = named.count == 1 ? "each by itself: a command for each" : "as parts of one trace: --one-trace"
        told.append(
            Diagnostic(.note, "\(Decimal.counted(count, "file")) are read as \(traces) (\(fix))"))
    }
}
