/// Finds where the app's Swift sources declare the views and causes of a trace.
///
/// A location is given only if it is unique: a name shared by two types that nothing distinguishes has none.
package struct SourceIndex: Sendable {
    private var folders: [(folder: SourceFolder, first: Int)] = []
    /// By name.
    let types: [String: [SwiftDeclarations.Declaration]]
    let properties: [String: [SwiftDeclarations.Declaration]]
    private let functions: [String: [SwiftDeclarations.Declaration]]
    /// By the last name of their types.
    let extensions: [Substring: [SwiftDeclarations.Declaration]]
    /// Names of the properties that protocols ask for.
    let requirements: Set<String>
    private let viewExtensions: Set<String>
    private var filesByName: [Substring: [Int]] = [:]
    /// The number of sources read.
    package let sources: Int
    /// Whether nothing was left out because of a limit or an error.
    let isWhole: Bool
    /// Absolute paths of all files read: sources and ignore files.
    package private(set) var filesRead: [String] = []
    /// Diagnostics about the folders.
    package private(set) var diagnostics: [Diagnostic] = []

    /// The most bytes that are read.
    private static let mostBytes = 2 << 30

    /// Indexes the sources below some folders.
    package init(_ roots: [String]) throws(TraceError) { try self.init(roots, as: roots) }

    /// - Parameter names: the names of the folders in results.
    init(_ roots: [String], as names: [String]) throws(TraceError) {
        var known: Set<String> = []
        var files: [String] = []
        for (root, name) in zip(roots, names) {
            // One folder may contain another.
            let folder = try SourceFolder(root, as: name).keeping { known.insert($0).inserted }
            folders.append((folder, files.count))
            files += folder.files.indices.map { folder.absolute($0) }
            diagnostics += folder.leftOut
            filesRead += folder.ignoreFile.map { [$0] } ?? []
        }
        filesRead += files
        var (found, unread, bytes) = (SwiftDeclarations(), [Int](), 0)
        for (number, file) in files.enumerated() {
            let name = file.lastIndex(of: "/").map { file[file.index(after: $0)...] } ?? file[...]
            filesByName[name, default: []].append(number)
            guard bytes < Self.mostBytes, let source = SourceText.read(file) else {
                unread.append(number)
                continue
            }
            bytes += source.count
            SwiftScanner.scan(source, file: number, into: &found)
        }
        sources = files.count - unread.count
        types = Dictionary(grouping: found.types, by: \.name)
        properties = Dictionary(grouping: found.properties, by: \.name)
        functions = Dictionary(grouping: found.functions, by: \.name)
        extensions = Dictionary(grouping: found.extensions) { $0.path.split(separator: ".").last ?? "" }
        requirements = found.requirements
        viewExtensions = Set(found.viewExtensions)
        isWhole = unread.isEmpty && diagnostics.isEmpty
        if let first = unread.first {
            let more = unread.count > 1 ? " (\(unread.count) files)" : ""
            diagnostics.append(
                Diagnostic(
                    .warning, at: Place(file: shown(first).path),
                    "the source cannot be read, or is larger than \(SourceText.longest >> 20) MB; it is left out\(more)"
                ))
        }
        if sources == 0, let root = roots.first {
            diagnostics.append(
                Diagnostic(
                    .warning, at: Place(file: root), "no Swift source is here, so no place can be given",
                    fix: "give the folder of the app's sources, one that git does not ignore"))
        }
    }

    // MARK: Locations

    /// The location of a view, by its name in a trace: `LandmarkRow`, `Landmarks.LandmarkRow`, `Row<Text>`,
    /// `LandmarkRow.body`.
    package func place(ofView name: String) -> SourcePlace? {
        var names = Self.names(name)
        if names.count > 1, names.last == "body" { names.removeLast() }
        guard let last = names.last else { return nil }
        let candidates = nearest(types[last], to: names)
        if candidates.count == 1 { return place(candidates[0]) }
        // Prefers the type that is a view: a table row may have the name of the view that shows it.
        let views = candidates.filter(isView)
        return views.count == 1 ? place(views[0]) : nil
    }

    /// The location of a cause, by its name in a chain: `ModelData.favorites`, `@State Counter.value`, `Child
    /// Environment: SearchContext`, `Creation of LandmarkRow`, `LandmarkRow.body`. Nil for gestures, transactions and
    /// system work.
    package func place(ofCause name: String) -> SourcePlace? {
        switch CauseName(name) {
        case .view(let view): place(ofView: view)
        case .property(let names): place(ofProperty: names)
        case .environment(let value): place(ofEnvironment: value)
        case nil: nil
        }
    }

    /// The location of a property by its name in a stack: `LandmarkRow.body`.
    func place(ofMember name: String) -> SourcePlace? { place(ofProperty: Self.names(name)) }

    /// `ModelData.favorites`; a property wrapper's storage has a prefix.
    private func place(ofProperty names: [String]) -> SourcePlace? {
        guard let last = names.last else { return nil }
        for name in [last, String(last.drop { $0 == "_" || $0 == "$" })] where !name.isEmpty {
            let found = nearest(properties[name], to: names.dropLast() + [name])
            if found.count == 1 { return place(found[0]) }
            if !found.isEmpty { return nil }
        }
        return nil
    }

    /// The location of a function by its name in a stack: `ModelData.load(_:)`, `closure #1 in ModelData.load(_:)`.
    package func place(ofFunction name: String) -> SourcePlace? {
        var name = name[...]
        while let closure = name.firstRange(of: " in ") { name = name[closure.upperBound...] }
        let names = Self.names(String(name.prefix { $0 != "(" }))
        guard names.count > 1, let last = names.last, !names.contains(where: { $0.contains(" ") }) else { return nil }
        let found = nearest(functions[last], to: names)
        return found.count == 1 ? place(found[0]) : nil
    }

    /// Whether a member of one of the app's views, by its name in a stack, is in none of the sources: these are not those of
    /// the recorded build.
    func lacks(_ member: String) -> Bool {
        let names = Self.names(String(member.prefix { $0 != "(" }))
        guard isWhole, names.count == 2, let last = names.last, last.utf8.allSatisfy(CodeText.isNamePart),
            let owners = types[names[0]], owners.count == 1, isView(owners[0]), !["body", "init"].contains(last)
        else { return false }
        return properties[last] == nil && functions[last] == nil
    }

    /// A type put into the environment, else a value of `EnvironmentValues`.
    private func place(ofEnvironment value: String) -> SourcePlace? {
        if let type = place(ofView: value) { return type }
        guard let last = Self.names(value).last, let first = last.first else { return nil }
        for name in [last, first.lowercased() + last.dropFirst()] {
            if let value = place(ofProperty: ["EnvironmentValues", name]) { return value }
        }
        return nil
    }

    /// The location for a file and line named by the build machine: the source whose path has the longest common end,
    /// if it is unique.
    package func place(ofFile path: String, line: Int) -> SourcePlace? {
        let names = path.split(separator: "/")
        guard let last = names.last, let files = filesByName[last] else { return nil }
        let lengths = files.map { file in
            zip(names.reversed(), absolute(file).split(separator: "/").reversed()).prefix { $0 == $1 }.count
        }
        guard let most = lengths.max(), let index = lengths.firstIndex(of: most),
            lengths.lastIndex(of: most) == index
        else { return nil }
        return place(file: files[index], line: line)
    }

    // MARK: Names

    /// The declarations whose qualified names agree best with the requested one, compared from their ends.
    private func nearest(
        _ all: [SwiftDeclarations.Declaration]?, to names: [String]
    ) -> [SwiftDeclarations.Declaration] {
        // A name with more declarations gets no location, because checking all of them for every row would take long.
        guard let all, all.count < Self.mostOfOneName else { return [] }
        var best: [SwiftDeclarations.Declaration] = []
        var bestLength = 0
        for candidate in all {
            let path = candidate.path.split(separator: ".")
            let common = min(path.count, names.count)
            guard zip(path.reversed(), names.reversed()).prefix(common).allSatisfy({ $0.elementsEqual($1) }) else {
                continue
            }
            // The part before it in the trace is its module, unless a type has that name.
            if names.count > path.count, !isModule(names[names.count - path.count - 1]) { continue }
            // The whole name decides; a part of it only if the trace says more than the last name.
            let length = path.count == names.count && common > 1 ? Int.max : common
            if length > bestLength { (best, bestLength) = ([], length) }
            if length == bestLength { best.append(candidate) }
        }
        return best
    }

    private static let mostOfOneName = 10_000

    private func isModule(_ name: String) -> Bool { types[name] == nil }

    /// Whether a type is a view, as far as the sources say it.
    func isView(_ type: SwiftDeclarations.Declaration) -> Bool { type.isView || viewExtensions.contains(type.path) }

    /// The names between points, without generic arguments.
    static func names(_ name: String) -> [String] {
        ViewName.withoutGenerics(name).split(separator: ".").map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
    }

    // MARK: Files

    private func place(_ declaration: SwiftDeclarations.Declaration) -> SourcePlace? {
        place(file: declaration.file, line: declaration.line)
    }

    func place(file: Int, line: Int) -> SourcePlace {
        let (path, inRepository) = shown(file)
        return SourcePlace(path: path, pathInRepository: inRepository, absolutePath: absolute(file), line: line)
    }

    private func shown(_ file: Int) -> (path: String, inRepository: String) {
        guard let (folder, first) = folders.last(where: { $0.first <= file }) else { return ("", "") }
        return (folder.shown(file - first), folder.inRepository(file - first))
    }

    func absolute(_ file: Int) -> String {
        folders.last { $0.first <= file }.map { $0.folder.absolute(file - $0.first) } ?? ""
    }

    /// How a name is used in a source.
    enum NameUse {
        /// `.name`, as a member.
        case behindPoint
        /// `name(` or `name {`, as what is called.
        case beforeBracket
    }

    /// The files in which names are used so, in comments too; nil for a name in more files than `most`.
    func files(with names: Set<String>, as use: NameUse, most: Int) -> [String: [Int]?] {
        var found: [String: [Int]] = [:]
        guard !names.isEmpty else { return [:] }
        let lengths = Set(names.map(\.utf8.count))
        for file in 0..<filesByName.values.reduce(0, { $0 + $1.count }) {
            for name in SourceText.read(absolute(file)).map({ Self.uses(use, of: names, lengths, in: $0) }) ?? [] {
                if found[name, default: []].count <= most { found[name, default: []].append(file) }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                let files = found[name] ?? []
                return (name, files.count > most ? nil : files)
            })
    }

    private static func uses(
        _ use: NameUse, of names: Set<String>, _ lengths: Set<Int>, in source: [UInt8]
    ) -> Set<String> {
        var found: Set<String> = []
        source.withUnsafeBufferPointer { bytes in
            var (at, last) = (0, UInt8(0))
            while at < bytes.count {
                guard CodeText.isNamePart(bytes[at]) else {
                    if !CodeText.isBlank(bytes[at]) { last = bytes[at] }
                    at += 1
                    continue
                }
                let start = at
                while at < bytes.count, CodeText.isNamePart(bytes[at]) { at += 1 }
                let (before, end) = (last, at)
                last = bytes[end - 1]
                guard lengths.contains(end - start) else { continue }
                while at < bytes.count, CodeText.isBlank(bytes[at]) { at += 1 }
                let next = at < bytes.count ? bytes[at] : 0
                let isUsed =
                    switch use {
                    case .behindPoint: before == UInt8(ascii: ".")
                    case .beforeBracket: next == UInt8(ascii: "(") || next == UInt8(ascii: "{")
                    }
                guard isUsed else { continue }
                let word = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
                if names.contains(word) { found.insert(word) }
            }
        }
        return found
    }
}

/// A line of a source file.
package struct SourcePlace: Equatable, Sendable {
    /// The path relative to the user, if the folder was given so.
    package var path: String
    /// The path relative to the root of the git repository, or else to the given folder.
    package var pathInRepository: String
    package var absolutePath: String
    /// Counted from 1.
    package var line: Int

    /// `Sources/LandmarkRow.swift:12`, as compilers print it.
    package var text: String { "\(path):\(line)" }
}
