/// Finds where the app's Swift sources declare the views and causes of a trace.
///
/// A location is given only if it is unique: a name shared by two types that nothing distinguishes has none.
package struct SourceIndex: Sendable {
    private var folders: [SourceFolder.Paths] = []
    private var types = NamedDeclarations([])
    private var properties = NamedDeclarations([])
    /// Names of types in the sources; an unknown name before one of them is a module.
    private var viewExtensions: Set<String> = []
    private var filesByName: [Substring: [Int]] = [:]
    /// The number of sources read.
    package private(set) var sources = 0
    /// Absolute paths of all files read: sources and ignore files.
    package private(set) var filesRead: [String] = []
    /// Diagnostics about the folders.
    package private(set) var diagnostics: [Diagnostic] = []

    /// The most files that are read.
    private static let mostBytes = 2 << 30

    /// Indexes the sources below some folders. The result does not depend on the number of threads.
    package init(_ roots: [String], jobs: Int = ProcessorCount.available) throws(TraceError) {
        try self.init(roots, as: roots, jobs: jobs)
    }

    /// - Parameter names: the names of the folders in results.
    init(_ roots: [String], as names: [String], jobs: Int = ProcessorCount.available) throws(TraceError) {
        var known: Set<String> = []
        var files: [String] = []
        for (root, name) in zip(roots, names) {
            let folder = try SourceFolder(root, as: name)
            // One folder may contain another.
            let own = folder.files.filter { roots.count == 1 || known.insert(folder.absolute($0)).inserted }
            folders.append(SourceFolder.Paths(folder, own, first: files.count))
            files += own.map { folder.absolute($0) }
            diagnostics += folder.leftOut
            filesRead += folder.ignoreFiles
        }
        filesRead += files
        let (found, unread) = try Self.read(files, jobs: max(1, jobs))
        sources = files.count - unread.count
        if let first = unread.min() {
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
        types = NamedDeclarations(found.types)
        properties = NamedDeclarations(found.properties)
        viewExtensions = Set(found.viewExtensions)
        for (number, file) in files.enumerated() {
            filesByName[
                file[(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)...], default: []
            ]
            .append(number)
        }
    }

    /// Each thread reads every n-th file, because large files are often adjacent.
    private static func read(_ files: [String], jobs: Int) throws(TraceError) -> (SwiftDeclarations, unread: [Int]) {
        let jobs = min(jobs, max(1, files.count / 64))
        let works = (0..<jobs).map { job in
            BackgroundWork<(SwiftDeclarations, [Int])> { () throws(TraceError) in
                var (sum, unread, bytes) = (SwiftDeclarations(), [Int](), 0)
                let text = SourceText()
                for file in stride(from: job, to: files.count, by: jobs) {
                    guard bytes < mostBytes / jobs, let source = text.read(files[file]) else {
                        unread.append(file)
                        continue
                    }
                    bytes += source.count
                    SwiftScanner.scan(source, file: file, into: &sum)
                }
                return (sum, unread)
            }
        }
        var (sum, unread) = (SwiftDeclarations(), [Int]())
        for work in works {
            let (found, missed) = try work.wait()
            sum += found
            unread += missed
        }
        return (sum, unread)
    }

    // MARK: Locations

    /// The location of a view, by its name in a trace: `LandmarkRow`, `Landmarks.LandmarkRow`, `Row<Text>`,
    /// `LandmarkRow.body`.
    package func place(ofView name: String) -> SourcePlace? {
        var names = Self.names(name)
        if names.count > 1, names.last == "body" { names.removeLast() }
        guard let last = names.last else { return nil }
        let candidates = nearest(types.named(last), to: names)
        if candidates.count == 1 { return place(candidates[0]) }
        // Prefers the type that is a view: a table row may have the name of the view that shows it.
        let views = candidates.filter { $0.isView || viewExtensions.contains(Self.path($0)) }
        return views.count == 1 ? place(views[0]) : nil
    }

    /// The location of a cause, by its name in a chain: `ModelData.favorites`, `@State Counter.value`, `Child
    /// Environment: SearchContext`, `Creation of LandmarkRow`, `LandmarkRow.body`. Nil for gestures, transactions and
    /// system work.
    package func place(ofCause name: String) -> SourcePlace? {
        var name = name[...]
        if name.hasSuffix("]"), let mark = name.lastIndex(of: "[") { name = name[..<mark] }
        let creation = "Creation of "
        if name.hasPrefix(creation) { return place(ofView: String(name.dropFirst(creation.count))) }
        var isProperty = false
        if name.hasPrefix("@") {
            // `@State counter`, `@State: counter`, `@Observable ModelData.favorites`
            guard let space = name.firstIndex(of: " ") else { return nil }
            name = name[name.index(after: space)...]
            isProperty = true
        } else if let colon = name.firstRange(of: ": ") {
            guard name.contains("Environment"), !name.hasPrefix("External") else { return nil }
            return place(ofEnvironment: String(name[colon.upperBound...]))
        }
        let names = Self.names(String(name))
        guard !names.isEmpty, !names.contains(where: { $0.contains(" ") || $0.contains("\"") }) else { return nil }
        if names.count > 1 {
            if names.last == "body" || names.last?.hasPrefix("(") == true {
                return place(ofView: names.dropLast().joined(separator: "."))
            }
            return place(ofProperty: names)
        }
        return isProperty ? place(ofProperty: names) : nil
    }

    /// `ModelData.favorites`; a property wrapper's storage has a prefix.
    private func place(ofProperty names: [String]) -> SourcePlace? {
        guard let last = names.last else { return nil }
        for name in [last, String(last.drop { $0 == "_" || $0 == "$" })] where !name.isEmpty {
            let found = nearest(properties.named(name), to: names.dropLast() + [name])
            if found.count == 1 { return place(found[0]) }
            if !found.isEmpty { return nil }
        }
        return nil
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
        _ all: [SwiftDeclarations.Declaration], to names: [String]
    ) -> [SwiftDeclarations.Declaration] {
        var best: [SwiftDeclarations.Declaration] = []
        var bestLength = 0
        for candidate in all {
            let path = Self.path(candidate).split(separator: ".")
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

    private func isModule(_ name: String) -> Bool { types.named(name).isEmpty }

    private static func path(_ declaration: SwiftDeclarations.Declaration) -> String {
        declaration.scope.isEmpty ? declaration.name : "\(declaration.scope).\(declaration.name)"
    }

    /// The names between points, without generic arguments.
    private static func names(_ name: String) -> [String] {
        ViewName.withoutGenerics(name).split(separator: ".").map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
    }

    // MARK: Files

    private func place(_ declaration: SwiftDeclarations.Declaration) -> SourcePlace? {
        place(file: declaration.file, line: declaration.line)
    }

    private func place(file: Int, line: Int) -> SourcePlace {
        let (path, inRepository) = shown(file)
        return SourcePlace(path: path, pathInRepository: inRepository, absolutePath: absolute(file), line: line)
    }

    private func folder(_ file: Int) -> SourceFolder.Paths? { folders.last { $0.first <= file } }
    private func shown(_ file: Int) -> (path: String, inRepository: String) {
        folder(file).map { ($0.shown(file), $0.inRepository(file)) } ?? ("", "")
    }
    private func absolute(_ file: Int) -> String { folder(file)?.absolute(file) ?? "" }
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

/// Declarations by name; few share one.
struct NamedDeclarations: Sendable {
    private let all: [SwiftDeclarations.Declaration]
    private var first: [String: Int32] = [:]
    /// The next declaration of the same name, or -1.
    private var next: [Int32]

    init(_ all: [SwiftDeclarations.Declaration]) {
        self.all = all
        next = Array(repeating: -1, count: all.count)
        first.reserveCapacity(all.count)
        for index in all.indices {
            next[index] = first.updateValue(Int32(index), forKey: all[index].name) ?? -1
        }
    }

    /// A name with more declarations gets no location, because checking all of them for every row would take long.
    private static let most = 10_000

    func named(_ name: some StringProtocol) -> [SwiftDeclarations.Declaration] {
        var found: [SwiftDeclarations.Declaration] = []
        var index = first[String(name)] ?? -1
        while index >= 0, found.count < Self.most {
            found.append(all[Int(index)])
            index = next[Int(index)]
        }
        return index >= 0 ? [] : found
    }
}
