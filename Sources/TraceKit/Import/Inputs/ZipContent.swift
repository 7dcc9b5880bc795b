/// What is in a zip file: traces and exports, or recordings of Instruments.
struct ZipContent {
    let archive: ZipArchive
    /// Without what file managers add, and without the files of recordings.
    private(set) var files: [ZipArchive.Member] = []
    /// The folders of recordings: `App.trace/`, or nothing where the zip file holds what a recording does.
    private(set) var recordings: [String] = []
    private(set) var leftOut: [Diagnostic] = []

    init(_ archive: ZipArchive) throws(TraceError) {
        self.archive = archive
        let visible = archive.members.filter { !Self.isHidden($0.name) }
        recordings = Self.recordings(visible)
        let folders = Set(recordings)
        for member in visible where !Self.isBelow(folders, member.name) {
            let place = Place(file: "\(archive.name)/\(member.name.prefix(200))")
            if let problem = member.problem {
                leftOut.append(Diagnostic(.warning, at: place, "\(problem); it is left out"))
            } else {
                files.append(member)
            }
        }
        guard files.isEmpty, recordings.isEmpty else { return }
        let first = leftOut.first.map { ": \($0.place?.file ?? ""): \($0.message)" }
        throw TraceError(
            .input, "the zip file holds no files\(first.map { " that can be read\($0)" } ?? "")",
            at: Place(file: archive.name), fix: "pack a trace, the exports of one, or a recording (App.trace)")
    }

    /// The file of a zip file with a single one.
    var only: ZipArchive.Member? { files.count == 1 && recordings.isEmpty && leftOut.isEmpty ? files[0] : nil }

    /// `__MACOSX`, `.DS_Store` and their like.
    private static func isHidden(_ name: String) -> Bool {
        name.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX" }
    }

    private static func isBelow(_ folders: Set<String>, _ name: String) -> Bool {
        guard !folders.isEmpty else { return false }
        if folders.contains("") { return true }
        var end = name.startIndex
        while let slash = name[end...].firstIndex(of: "/") {
            end = name.index(after: slash)
            if folders.contains(String(name[..<end])) { return true }
        }
        return false
    }

    private static func recordings(_ members: [ZipArchive.Member]) -> [String] {
        var (found, known): ([String], Set<String>) = ([], [])
        for member in members where member.problem == nil {
            var parts = member.name.split(separator: "/")
            if let place = parts.firstIndex(of: "corespace"), place + 1 < parts.count {
                parts.removeSubrange(place...)
            } else if parts.last.map({ $0 == BundleAge.requirements }) == true {
                // Old recordings have no such folder.
                parts.removeLast()
            } else {
                continue
            }
            let folder = parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
            if known.insert(folder).inserted { found.append(folder) }
        }
        return found
    }
}
