/// Who reads a recording of Instruments.
public enum RecordingReader: Sendable {
    /// We do, unless it holds tables that only `xcrun xctrace export` can tell of and that is installed here.
    case automatic
    case native, xcrun

    /// Whether `xcrun` is to read it.
    func exports(_ recording: String) -> Bool {
        switch self {
        case .native: return false
        case .xcrun: return true
        case .automatic:
            let files = BundleFiles(folder: recording)
            // That is said whether or not something else could export it.
            if BundleAge.problem(files) != nil { return false }
            let runs = BundleTables.runs(files)
            // What looks like no recording at all is left to those who know them best.
            if runs.isEmpty { return !BundleFiles.isBundle(recording) }
            return RecordingExport.isAvailable && runs.contains { Self.holdsSwiftUI(files, $0) }
        }
    }

    private static func holdsSwiftUI(_ files: BundleFiles, _ run: Int) -> Bool {
        guard let tables = try? BundleTables(files, run: run).tables else { return false }
        return tables.contains { table in
            RecordedTables.isSwiftUI(table.schema) && (try? BundleStore(files, table).rowCount) ?? 1 > 0
        }
    }
}
