/// Groups files into traces. Every file is a trace of its own, except tables, which are parts of one: those of a
/// directory, a zip file or a recording form one trace, and so do individually named ones if they are in one folder and
/// none of them is repeated.
struct TraceGrouping {
    struct File {
        /// The name given by the user, or the directory in which it was found.
        let name: String
        /// The directory, zip file or recording that contains it; nil if the user named the file itself.
        var container: String?
        /// The partial format of the file, and its tables; nil for a whole trace.
        var tables: (format: String, names: Set<String>)?
    }

    /// Files with the same key form one trace, unless a table is repeated.
    private struct Key: Hashable {
        let format: String
        let place: String
        let isContainer: Bool
    }

    /// The indexes of the files of each trace, in the order of the first of each.
    private(set) var groups: [[Int]] = []
    /// Notes about how individually named files were grouped.
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

    /// Groups the tables of one folder: one trace or, if all files share a table, a trace for each.
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

    /// Notes how several files were grouped, if that is not obvious.
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
