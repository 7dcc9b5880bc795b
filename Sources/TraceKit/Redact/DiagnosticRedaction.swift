/// Redacts warnings and errors: keeps our own words and numbers, and removes what they quote.
///
/// Messages quote input in single quotes, which are removed with their content. Outside quotes, only `words` are kept,
/// so unquoted input and operating system messages become `…`.
struct DiagnosticRedaction {
    private var pseudonyms: Pseudonyms

    init(key: String) { pseudonyms = Pseudonyms(key: key) }

    mutating func redacted(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.place = diagnostic.place.map { redacted($0) }
        diagnostic.message = Self.message(diagnostic.message)
        diagnostic.fix = diagnostic.fix.map { Self.message($0) }
        return diagnostic
    }

    mutating func redacted(_ place: Place) -> Place {
        var place = place
        // Standard input has no file name to hide.
        if place.file != "<stdin>" {
            place.file = pseudonyms.pseudonym(NameRole.file.rawValue, place.file)
        }
        return place
    }

    static func message(_ text: String) -> String {
        // Works on scalars: a combining mark must not hide a quote.
        let lines = withoutQuotes(text).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            var parts: [String] = []
            for part in line.split(separator: " ", omittingEmptySubsequences: false) {
                let part = kept(String(Substring(part)))
                // Consecutive removed words become one `…`.
                if !part.hasPrefix("…") || parts.last?.hasPrefix("…") != true { parts.append(part) }
            }
            return parts.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Every second part between quotes is input. Input with quotes of its own ends up partly outside them, but does
    /// not consist of our words.
    private static func withoutQuotes(_ text: String) -> String {
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        var result = ""
        for (index, part) in parts.enumerated() { result += index % 2 == 0 ? String(Substring(part)) : "'…'" }
        return result
    }

    /// A blank-separated part with its punctuation, if all its words are ours.
    private static func kept(_ part: String) -> String {
        let scalars = part.unicodeScalars
        let isKept = scalars.split { !isWordPart($0) }.allSatisfy { word in
            let word = String(Substring(word))
            return words.contains(word) || word.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        }
        let sign = scalars.last.map { ",;:)".unicodeScalars.contains($0) ? String($0) : "" } ?? ""
        let bare = sign.isEmpty ? part : String(String.UnicodeScalarView(scalars.dropLast()))
        return isKept || SystemNames.formats.contains(bare) ? part : "…\(sign)"
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && scalar != "…" || scalar == "_" || scalar.properties.isAlphabetic
            || ("0"..."9").contains(scalar)
    }

    /// The words of messages from importers and the store.
    private static let words = Set(
        """
        a Action Activity activity add after again all allocations allow allowed an analyze and another App are
        argument array as ask at attribute authorized average b bad be before Begin begin begins begun behind belong
        big bits bodies Body body boolean brought bucket busy but by byte Bytes call Callback can cannot Case category
        cause causes CDATA cell cells Changed changed character characters check Child chrome clock close closed
        closing closure codes colon column columns com combined come comes comment compact console constructor contents
        control convert copied copy correct cost could count counter crashed Create Creation CSV current cut d damaged data
        database debug declaration deeper Default default denied dense description descriptor destination detail
        device diagnostic did different digits directory disk do document does done double doubled downstream
        Duration duration each early edge element empty encoded encoding End end ends entities Environment error
        escaped Event event events example excl expanded expected export exporting exports f failed false far fewer
        field file files Filtering first fit folder followed for format formats found four free from full further GB
        give goes group groups grow gunzip had hand hang hangs has have header heading here hexadecimal histograms hitch hitches
        hold holds how iconv id ids if import imported in info INPUT input inputs inside installed instead
        instruction Instruments interaction interrupted interval intervals into is issue it iteration its itself JSON
        json KB keep key keys kind kinds known knows last leads leaks leave left levels like limit line lines list lists live Log
        log long longer Mac made Main make makes many map mapped matched max may MB mean measure measured measurement
        measures memory message messages metric MetricKit metrics microseconds missing mkdir mnemonic more must n Name name Names
        nanoseconds narrative narrow ndjson needs negative neither nested never new newer next no node none nor not
        nothing now ns null number numbered numbers object of off on often once one only open opening opens or os Other
        other out output over own p packed part parts path paths payloads Perfetto performance period permission phase pid place plain
        potential pragma predicate printed Process process processing profile program project Properties protects
        put query quote quotes raise ratios raw reaches read reading reads record recording recordings records reference
        refers refused regions rejected rejects relative remove rename report result row rows run s sample save says
        schema Scroll seconds section seen Self self several share shorten show SIGABRT SIGBUS SIGILL SIGKILL signal signpost signposts SIGSEGV SIGTRAP single size so
        some source space spid split spreadsheet SQLite standalone stands start starts statement stopped stream
        string strings style such SwiftUI swiftui Symbol symbolic syslog system t table tables tag taken takes
        template temporary Test test text than that the their them then there these they this Thread thread time
        timeout times tmp to toc too Trace trace traces tracing track tree trees trigger true try TSV twice two type
        U ulimit unique unpack unpacks unzip unit unknown up update Updates updates use used using UTF valid value values var version
        versions very View view views vtable wait was Weight weight what which while white whole with without works would
        write writes written wrote Xcode xcresulttool xcrun XCTest xctrace XML xml xpath yes you zero zip
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
