/// Where the app's sources lie that traces are asked about.
struct ServerSources: Sendable {
    private let roots: ServerRoots
    /// Of all traces that are opened without a folder of their own; without links.
    private let folders: [String]

    /// Throws where a folder is none, or is not to be read.
    init(_ roots: ServerRoots, _ paths: [String]) throws(TraceError) {
        self.roots = roots
        var folders: [String] = []
        for path in paths {
            guard let folder = FileTarget.real(path) else {
                throw TraceError(
                    .usage, "'--source-root' must be a folder that is there", at: Place(file: path),
                    fix: "give the folder that the app's Swift files lie in")
            }
            folders.append(try roots.folder(folder))
        }
        self.folders = folders
    }

    /// The sources as they are now, because agents change them between calls: those of `folder`, else those that the server
    /// was started with; nil where there are neither.
    func read(_ folder: String?) throws(TraceError) -> SourceLookup? {
        var folders = self.folders
        if let folder { folders = [try roots.folder(folder)] }
        guard !folders.isEmpty else { return nil }
        return SourceLookup(try SourceIndex(folders, as: folders.map { roots.short($0) }), link: nil)
    }
}
