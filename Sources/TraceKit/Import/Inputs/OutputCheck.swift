/// Compares the outputs of a command with its inputs before it reads or writes: by file identity, not by name. At most
/// the first bytes of a file are read.
package struct OutputCheck {
    /// A file that will be written.
    package enum Output {
        /// A result, which replaces the file.
        case result(String)
        /// A database, which is created or extended.
        case database(String)

        var path: String {
            switch self {
            case .result(let path), .database(let path): path
            }
        }

        var isDatabase: Bool { if case .database = self { true } else { false } }
    }

    private let inputs: [String]
    private let others: [String]
    private let options: ImportOptions

    /// Creates a check. `inputs`: the traces that are read, and files named like one, as given by the user. `others`:
    /// paths of other files that are read: sources, the project file.
    package init(inputs: [String], others: [String] = [], _ options: ImportOptions) {
        self.inputs = inputs
        self.others = others
        self.options = options
    }

    /// Throws if an output is an input, a database, a part of one, or another output.
    package func check(_ outputs: [Output]) throws(TraceError) {
        var seen: [FileIdentity] = []
        for output in outputs {
            let place = Place(file: output.path)
            // The writer reports a bad path.
            guard let target = try? FileTarget(output.path), let identity = FileIdentity(target) else { continue }
            let clashes = inputs.lazy.compactMap { clash(of: identity, target, output, with: $0) }
            if let clash = clashes.first ?? clashWithOthers(of: identity) {
                throw TraceError(.usage, clash, at: place, fix: "give the output a name of its own")
            }
            if seen.contains(identity) {
                throw TraceError(
                    .usage, "two outputs of this command are the same file", at: place,
                    fix: "give each a name of its own")
            }
            seen.append(identity)
            try checkDatabases(output, target, outputs)
        }
    }

    // MARK: Inputs

    /// The problem in words; nil if the output is neither this input nor in it.
    private func clash(
        of identity: FileIdentity, _ target: FileTarget, _ output: Output, with input: String
    ) -> String? {
        let what = "the output is one of the inputs"
        if input == "-" { return FileIdentity(descriptor: 0) == identity ? "\(what) (standard input)" : nil }
        switch try? InputFiles.resolve(input) {
        case .database(let path, _): return FileIdentity(path) == identity ? what : nil
        case .recording(let path):
            return Self.folders(of: target.path).contains(FileIdentity(path)) ? "the output lies in the recording" : nil
        case .files(let paths, isDirectory: false, _):
            return paths.contains { FileIdentity($0) == identity } ? what : nil
        case .files(let paths, isDirectory: true, _):
            // When a directory is read, reports and databases written there earlier are left out.
            guard let path = paths.first(where: { FileIdentity($0) == identity }), isRead(path) else { return nil }
            return "\(what) (a file of the directory \(input))"
        case .archive, nil: return FileIdentity(input) == identity ? what : nil
        }
    }

    /// The same for other files that the command reads, and for the file behind standard input, which a shell loop may
    /// read.
    private func clashWithOthers(of identity: FileIdentity) -> String? {
        // A new file cannot be an input.
        guard !identity.isNew else { return nil }
        if FileIdentity(regular: 0) == identity { return "the output is the file that standard input reads" }
        guard let other = others.first(where: { FileIdentity($0) == identity }) else { return nil }
        return "the output is a file that this command reads (\(other))"
    }

    private func isRead(_ path: String) -> Bool {
        guard let input = try? PackedInput.open(path: path) else { return false }
        return (try? TraceAssembly.importer(for: input, options)) != nil
    }

    /// The folders that contain a file, from the nearest one on.
    static func folders(of path: String) -> [FileIdentity?] {
        var folders: [FileIdentity?] = []
        var rest = path
        while rest != "/", rest != "." {
            rest = FileTarget.split(rest).folder
            folders.append(FileIdentity(rest))
        }
        return folders
    }

    // MARK: Databases

    /// The suffixes of files that SQLite and imports keep beside a database.
    private static let neighbours = ["-journal", "-wal", "-shm", ".importing-lock"]

    private func checkDatabases(_ output: Output, _ target: FileTarget, _ outputs: [Output]) throws(TraceError) {
        let place = Place(file: output.path)
        // Applies even if a descriptor is open on it.
        if !output.isDatabase, InputFiles.isDatabase(target.path) {
            throw TraceError(
                .usage, "this is a database, and the output would take its place", at: place,
                fix: "give the output a name of its own")
        }
        for neighbour in Self.neighbours where target.descriptor == nil && target.path.hasSuffix(neighbour) {
            let database = String(target.path.dropLast(neighbour.count))
            let isMade = outputs.contains { $0.isDatabase && FileTarget.path(of: $0.path) == database }
            guard isMade || InputFiles.isDatabase(database) else { continue }
            throw TraceError(
                .usage, "SQLite uses this name for the database beside it", at: place,
                fix: "give the output a name of its own")
        }
    }
}
