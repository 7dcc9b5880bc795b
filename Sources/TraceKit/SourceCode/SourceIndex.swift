/// Where things of a trace are declared: the place of a view or of a cause in the app's Swift sources.
///
/// A place is given only where it is the only one: a name that two types have, and nothing tells them apart, has none.
package struct SourceIndex: Sendable {
    private var folders: [SourceFolder.Paths] = []
    private var types = NamedDeclarations([])
    private var properties = NamedDeclarations([])
    /// Names that types of the sources have; a name that a trace puts before them and that is none is a module.
    private var viewExtensions: Set<String> = []
    private var filesByName: [Substring: [Int]] = [:]
    /// How many sources were read.
    package private(set) var sources = 0
    /// Absolute paths of all files that were read: sources, and what says which of them git leaves out.
    package private(set) var filesRead: [String] = []
    /// What is to be known about the folders.
    package private(set) var diagnostics: [Diagnostic] = []

    /// More is not read.
    private static let mostBytes = 2 << 30

    /// The sources below some folders. With several threads the answer is the same.
    package init(_ roots: [String], jobs: Int = ProcessorCount.available) throws(TraceError) {
        try self.init(roots, as: roots, jobs: jobs)
    }

    /// `names`: what the folders are called in places.
    init(_ roots: [String], as names: [String], jobs: Int = ProcessorCount.available) throws(TraceError) {
        var known: Set<String> = []
        var files: [String] = []
        for (root, name) in zip(roots, names) {
            let folder = try SourceFolder(root, as: name)
            // One folder may lie in another one.
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

    /// Every thread reads each n-th file: large ones stand together.
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

    // MARK: Places

    /// Of a view by the name that a trace has for it: `LandmarkRow`, `Landmarks.LandmarkRow`, `Row<Text>`,
    /// `LandmarkRow.body`.
    package func place(ofView name: String) -> SourcePlace? {
        var names = Self.names(name)
        if names.count > 1, names.last == "body" { names.removeLast() }
        guard let last = names.last else { return nil }
        let candidates = nearest(types.named(last), to: names)
        if candidates.count == 1 { return place(candidates[0]) }
        // Of several the one that is a view: a row of a table may be called as the view that shows it.
        let views = candidates.filter { $0.isView || viewExtensions.contains(Self.path($0)) }
        return views.count == 1 ? place(views[0]) : nil
    }

    /// Of a cause by its name in a chain: `ModelData.favorites`, `@State Counter.value`, `Child Environment: SearchContext`,
    /// `Creation of LandmarkRow`, `LandmarkRow.body`. Gestures, transactions and what the system does have none.
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

    /// `ModelData.favorites`; a wrapper's own storage has a sign before its name.
    private func place(ofProperty names: [String]) -> SourcePlace? {
        guard let last = names.last else { return nil }
        for name in [last, String(last.drop { $0 == "_" || $0 == "$" })] where !name.isEmpty {
            let found = nearest(properties.named(name), to: names.dropLast() + [name])
            if found.count == 1 { return place(found[0]) }
            if !found.isEmpty { return nil }
        }
        return nil
    }

    /// A type that is put into the environment, else a value of `EnvironmentValues`.
    private func place(ofEnvironment value: String) -> SourcePlace? {
        if let type = place(ofView: value) { return type }
        guard let last = Self.names(value).last, let first = last.first else { return nil }
        for name in [last, first.lowercased() + last.dropFirst()] {
            if let value = place(ofProperty: ["EnvironmentValues", name]) { return value }
        }
        return nil
    }

    /// Of a line of a file as the machine that built the app named it: the one source whose path ends alike, by as many
    /// names as can be.
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

    /// Those declarations whose whole names agree best with the one that is looked for, both read from their ends.
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
            // What the trace has before it is its module, if no type is called so.
            if names.count > path.count, !isModule(names[names.count - path.count - 1]) { continue }
            // The whole name decides; a part of it does only where the trace says more than the last name.
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

/// A line of a source.
package struct SourcePlace: Equatable, Sendable {
    /// From where the user is, if the folder was named so.
    package var path: String
    /// From the top of the git repository; without one, from the folder that was given.
    package var pathInRepository: String
    package var absolutePath: String
    /// From 1.
    package var line: Int

    /// `Sources/LandmarkRow.swift:12`, as compilers print it.
    package var text: String { "\(path):\(line)" }
}

/// Declarations by their names; those of one name are few.
struct NamedDeclarations: Sendable {
    private let all: [SwiftDeclarations.Declaration]
    private var first: [String: Int32] = [:]
    /// The next one of the same name, or -1.
    private var next: [Int32]

    init(_ all: [SwiftDeclarations.Declaration]) {
        self.all = all
        next = Array(repeating: -1, count: all.count)
        first.reserveCapacity(all.count)
        for index in all.indices {
            next[index] = first.updateValue(Int32(index), forKey: all[index].name) ?? -1
        }
    }

    /// A name that more declarations have gets no place: looking through all of them for every row would take long.
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
