/// Whether a recording is too old to be read: up to Instruments 11 rows were packed in bits, in a layout that is not read.
enum BundleAge {
    /// What a reader of recordings must know of them.
    static let requirements = "open.creq"
    /// The layout that is read.
    static let known: Int64 = 5

    /// The error of a recording that is too old; nil of one that is not, or that does not say.
    static func problem(_ files: BundleFiles) -> TraceError? {
        if let bytes = try? files.bytes(requirements),
            case .dictionary(let needs)? = try? XMLPlist.read(bytes, name: files.path(requirements)),
            let layout = layout(needs)
        {
            return layout < known ? problem(files, at: files.path(requirements), layout: layout) : nil
        }
        return looksOld(files) ? problem(files, at: files.name) : nil
    }

    /// Whether one without the list is old: only those have this folder.
    static func looksOld(_ files: BundleFiles) -> Bool {
        BundleTables.runs(files).isEmpty && !files.names(in: "shared_data").isEmpty
    }

    /// The number of the layout; nil where the list does not say it.
    static func layout(_ requirements: [String: XMLPlist]) -> Int64? {
        guard case .array(let parts)? = requirements["com.apple.dt.trace"] else { return nil }
        return parts.first?.integer
    }

    /// The error, with the version where the recording says it.
    static func problem(_ files: BundleFiles, at path: String, layout: Int64? = nil) -> TraceError {
        let version = version(files).map { "Instruments \($0)" } ?? "an old Instruments (11 or older)"
        let number = layout.map { " (layout \($0); layout \(known) is read)" } ?? ""
        return TraceError(
            .input,
            "this is a recording of \(version): its rows are packed in an older way\(number), which is not read",
            at: Place(file: path),
            fix: "open it in a newer Instruments and save it, or export its tables on a Mac: "
                + RecordedTables.exportContents)
    }

    /// `Instruments: 9.3 (9E145)` in its description.
    private static func version(_ files: BundleFiles) -> String? {
        let mark = "Instruments: "
        guard let archive = try? files.archive(BundleFacts.description),
            let text = try? archive.firstText(where: { $0.hasPrefix(mark) })
        else { return nil }
        return String(text.dropFirst(mark.count).prefix(40))
    }
}
