/// The tables of one run of a recording: each is a store of its own, however many readers it has.
struct BundleTables {
    struct Table {
        let schema: String
        /// Relative to the recording.
        let folder: String
        /// What it was recorded for, as the table of contents says it.
        let attributes: [String: String]
    }

    let run: Int
    let folder: String
    private(set) var tables: [Table] = []

    /// The numbers of a recording's runs; `currentRun`, which is scratch, is none. A run that was deleted leaves a folder
    /// without tables behind, which counts only where no run has any.
    static func runs(_ files: BundleFiles) -> [Int] {
        let numbers = files.names(in: "corespace").compactMap { name -> Int? in
            guard name.hasPrefix("run"), let number = Int(name.dropFirst(3)), number > 0, number <= 1_000_000 else {
                return nil
            }
            return number
        }.sorted()
        guard numbers.count > 1 else { return numbers }
        let whole = numbers.filter { number in
            ["table-manager", "stores"].contains { !files.names(in: "corespace/run\(number)/core/\($0)").isEmpty }
        }
        return whole.isEmpty ? numbers : whole
    }

    init(_ files: BundleFiles, run: Int) throws(TraceError) {
        self.run = run
        folder = "corespace/run\(run)/core"
        let list = "\(folder)/table-manager/tables.plist"
        if let archive = try files.archive(list) {
            try read(archive, files, list)
        } else {
            // Every store says by itself what it is.
            for store in files.names(in: "\(folder)/stores") {
                let path = "\(folder)/stores/\(store)"
                guard let spec = try files.archive("\(path)/spec.plist") else { continue }
                try add(try spec.root, path)
            }
            guard !tables.isEmpty else { throw files.missing(list) }
        }
        tables.sort { ($0.schema, $0.folder.utf8.count, $0.folder) < ($1.schema, $1.folder.utf8.count, $1.folder) }
    }

    private mutating func read(_ archive: KeyedArchive, _ files: BundleFiles, _ list: String) throws(TraceError) {
        guard let details = try archive.root["tableDetails"] else {
            throw files.wrong(list, "the recording's list of tables is damaged: it has no details")
        }
        var seen: Set<String> = []
        for (_, table) in try details.entries() {
            guard let path = try table["storeSubpath"]?.text, let spec = try table["spec"] else { continue }
            guard seen.insert(path).inserted else { continue }
            guard !path.split(separator: "/").contains("..") else {
                throw files.wrong(list, "the recording's list of tables is damaged: a table lies elsewhere")
            }
            try add(spec, "corespace/\(path)")
        }
    }

    private mutating func add(_ spec: KeyedArchive.Node, _ folder: String) throws(TraceError) {
        guard let schema = try spec["schemaName"]?.text else { return }
        var attributes: [String: String] = [:]
        for (key, value) in try spec["attributes"]?.entries() ?? [] {
            guard let key = try key.text else { continue }
            if let text = try value.text {
                attributes[key] = text
            } else if let number = value.integer {
                attributes[key] = String(number)
            } else {
                var parts: [String] = []
                for part in try value.elements() { if let text = try part.text { parts.append(text) } }
                attributes[key] = parts.joined(separator: " ")
            }
        }
        tables.append(Table(schema: String(schema.prefix(200)), folder: folder, attributes: attributes))
    }
}
