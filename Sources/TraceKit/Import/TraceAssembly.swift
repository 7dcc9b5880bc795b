/// Reads the files of one trace, each by the importer that recognises it.
struct TraceAssembly {
    private let builder: TraceBuilder
    private var importers: [(type: any Importer.Type, importer: any Importer)] = []
    private var hashes: [String] = []

    /// The number of threads that may read one file.
    private let jobs: Int

    init(_ options: ImportOptions, jobs: Int = 1) {
        builder = TraceBuilder(options)
        self.jobs = jobs
    }

    /// The importer that recognises an input.
    static func importer(
        for input: ByteInput, _ options: ImportOptions = ImportOptions()
    ) throws(TraceError) -> any Importer.Type {
        let head = try input.head()
        guard head.count > 0 else {
            throw TraceError(
                .input, "the file is empty", at: Place(file: input.name), fix: "record or export the trace again")
        }
        if let encoding = WideEncoding(head) { throw encoding.refusal(input.name) }
        if let format = options.format { return try format.importer(for: input.name) }
        for type in Importers.all where type.recognizes(head, options) { return type }
        if let found = try FormatSearch.importer(for: input, options) { return found }
        let markup = XMLHead.behindProlog(head)
        if XMLHead.isDocumentType(markup) {
            throw XMLHead.documentTypeError(markup, at: input.place(of: markup.start - head.start))
        }
        throw UnknownInput.error(head, input)
    }

    /// The error for a trace in an unsupported encoding; nil for anything else.
    static func wideTrace(_ input: ByteInput, _ options: ImportOptions) throws(TraceError) -> TraceError? {
        let head = try input.head()
        guard let encoding = WideEncoding(head) else { return nil }
        let narrow = ByteInput(bytes: encoding.narrowed(head), name: input.name)
        let slice = ByteSlice(narrow.base, narrow.count)
        return Importers.all.contains { $0.recognizes(slice, options) } ? encoding.refusal(input.name) : nil
    }

    mutating func read(_ input: ByteInput, by type: any Importer.Type) throws(TraceError) {
        let index = importer(of: type)
        builder.options.matches.look(at: input.name, type)
        builder.beginFile()
        let file = begin(input.name, type.name)
        defer { hashes.append(hash(of: input)) }
        if jobs > 1, var importer = importers[index].importer as? any PartwiseImporter {
            defer { importers[index].importer = importer }
            try readParts(of: input, by: &importer, file: file)
        } else {
            try importers[index].importer.read(input, file: file, into: builder)
        }
        builder.noteSource(input.name)
        builder.endFile(isTable: type.isPartial)
        // Damage ends the reading, but the hash covers the whole file.
        try input.readToEnd()
        guard input.cut != nil else { return }
        // If the format shows the damage too, its reader has noted it already, and only that counts.
        builder.noteDamage(
            Diagnostic(.error, at: input.place(of: input.count), "the packed file was cut", fix: "copy it again"))
    }

    /// The index of the importer of a format.
    private mutating func importer(of type: any Importer.Type) -> Int {
        if let known = importers.firstIndex(where: { $0.type == type }) { return known }
        importers.append((type, type.init()))
        return importers.count - 1
    }

    /// The number of a file that is about to be read.
    private func begin(_ name: String, _ format: String) -> Int {
        builder.records.sourceFiles.append(name)
        if !builder.records.formats.contains(format) { builder.records.formats.append(format) }
        return builder.records.sourceFiles.count - 1
    }

    /// The hash of an input; that of a truncated compressed file differs from that of a file that ends there.
    private func hash(of input: ByteInput) -> String {
        input.cut == nil ? input.hash.text : ContentHash.combined([input.hash.text, "cut"])
    }

    /// Reads a recording of Instruments itself, with the importer of its exports.
    mutating func read(_ recording: BundleFiles) throws(TraceError) {
        let index = importer(of: XctraceImporter.self)
        guard var importer = importers[index].importer as? XctraceImporter else { return }
        defer { importers[index].importer = importer }
        let file = begin(recording.name, RecordedTables.nativeFormat)
        defer { hashes.append(recording.hash) }
        try importer.read(recording, file: file, into: builder)
        builder.noteSource(recording.name)
    }

    private func readParts(
        of input: ByteInput, by importer: inout any PartwiseImporter, file: Int
    ) throws(TraceError) {
        func read(_ importer: some PartwiseImporter) throws(TraceError) -> any PartwiseImporter {
            var importer = importer
            try PartwiseReading.read(input, by: &importer, file: file, into: builder, jobs: jobs)
            return importer
        }
        importer = try read(importer)
    }

    /// Returns the records of all files; throws if there were rows and all were rejected.
    mutating func finish() throws(TraceError) -> TraceRecords {
        for index in importers.indices {
            try importers[index].importer.finish(builder)
            builder.noteSource(importers[index].type.name)
        }
        let records = try builder.finish()
        records.contentHash = ContentHash.combined(hashes)
        let rejected = builder.rowsRejected
        if rejected > 0, builder.rowsImported == 0 {
            let first = records.rejects.first
            throw TraceError(
                .input, "none of the \(builder.rowsSeen) rows could be taken; the first: \(first?.message ?? "")",
                at: first?.place,
                fix: first?.fix ?? (first?.kind == .invalidUTF8 ? Self.encodingRemedy : importers.first?.type.remedy))
        }
        if let format = builder.options.format, builder.rowsImported == 0, records.metrics.isEmpty {
            throw format.nothingFound(in: records.sourceFiles.first ?? "")
        }
        if !builder.options.takesUnreadableLanes {
            if let error = builder.unreadableLane { throw error }
            if builder.rowsSeen == 0, let error = builder.contentsAlone { throw error }
        }
        if let limit = builder.options.rejectLimit, !limit.allows(rejected, of: builder.rowsSeen) {
            let first = records.rejects.first
            throw TraceError(
                .input,
                "\(rejected) of \(builder.rowsSeen) rows could not be taken, more than allowed; the first: \(first?.message ?? "")",
                at: first?.place, fix: "correct the file, or allow them with --max-rejects")
        }
        return records
    }

    private static let encodingRemedy =
        "convert the file: iconv -f LATIN1 -t UTF-8 (or from whatever encoding it is in)"
}
