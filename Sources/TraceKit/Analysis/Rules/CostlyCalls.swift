/// Recognises costly calls by the names of frames, each examined once.
final class CostlyCalls {
    private struct Pattern {
        var words: [(text: [UInt8], isBeginning: Bool)] = []
        var whole: [UInt8]?
    }

    private let patterns: [[Pattern]]
    private let names: NameTable
    /// Family by name; -1 = none.
    private var known: [NameID: Int] = [:]

    init(_ names: NameTable) {
        self.names = names
        patterns = CostlyAPI.all.map { $0.patterns.map(Self.parse) }
    }

    /// Index into `CostlyAPI.all`; nil for all other frames.
    func family(_ frame: NameID) -> Int? {
        if let family = known[frame] { return family >= 0 ? family : nil }
        let bytes = Array(names.bytes(of: frame))
        let words = Self.words(bytes)
        let family = patterns.firstIndex { $0.contains { Self.matches($0, bytes, words) } }
        known[frame] = family ?? -1
        return family
    }

    private static func parse(_ text: String) -> Pattern {
        if text.hasPrefix("=") { return Pattern(whole: Array(text.utf8.dropFirst())) }
        return Pattern(
            words: text.split(separator: " ").map { word in
                let isBeginning = word.hasSuffix("*")
                return (Array((isBeginning ? word.dropLast() : word).utf8), isBeginning)
            })
    }

    private static func matches(_ pattern: Pattern, _ bytes: [UInt8], _ words: [ArraySlice<UInt8>]) -> Bool {
        if let whole = pattern.whole { return whole == bytes }
        return pattern.words.allSatisfy { wanted in
            words.contains { wanted.isBeginning ? $0.starts(with: wanted.text) : $0.elementsEqual(wanted.text) }
        }
    }

    /// Names of types, functions and labels: runs of letters, digits and underscores.
    static func words(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { byte in
            let letter = byte | 0x20
            return
                !(letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0")
                    && byte <= UInt8(ascii: "9")
                || byte == UInt8(ascii: "_") || byte >= 0x80)
        }
    }
}

/// A family of costly calls inside the long bodies of one view.
struct CostlyCall {
    let family: CostlyAPI
    var samples = 0
    /// All samples in the view's long bodies.
    let total: Int
    var nanoseconds: Int64 = 0
    /// The app functions that make the calls, with samples.
    var callers: [(name: String, count: Int)] = []
    /// Names of the frames of the family.
    var frames: [String] = []

    var percent: Int { RuleWords.percent(samples, of: total) }
}

extension CostlyCalls {
    /// The families with enough samples, in order.
    func all(in view: Int, _ context: RuleContext) -> [CostlyCall] {
        guard let body = context.bodySamples[view] else { return [] }
        var calls = CostlyAPI.all.map { CostlyCall(family: $0, total: body.samples) }
        var callers = calls.map { _ in [NameID: Int]() }
        var frames = calls.map { _ in Set<NameID>() }
        for (stack, tally) in body.byStack where stack != 0 {
            for match in matches(stack, view, context) {
                calls[match.family].samples += tally.samples
                calls[match.family].nanoseconds = calls[match.family].nanoseconds.addingSaturating(tally.nanoseconds)
                callers[match.family][match.caller, default: 0] += tally.samples
                frames[match.family].formUnion(match.frames)
            }
        }
        for family in calls.indices {
            calls[family].callers = callers[family].map { (context.placed($0.key), $0.value) }
            calls[family].frames = frames[family].map { context.name($0) }.sorted()
            guard !body.hasWeights else { continue }
            let share = Double(calls[family].samples) / Double(body.samples)
            // A clamped sum becomes larger as a `Double`.
            let total = context.longUpdates[view]?.totalNs ?? 0
            calls[family].nanoseconds = Int64(towardZero: Double(total) * share)
        }
        return calls.filter { $0.samples >= RuleThresholds.costlySamples && $0.percent >= RuleThresholds.costlyPercent }
    }

    /// The family with the most samples.
    func worst(of view: Int, _ context: RuleContext) -> CostlyCall? {
        all(in: view, context).max { $0.samples < $1.samples }
    }

    /// The time of a family of calls in each long body of a view that has samples of it; nil where these are too few.
    func spared(without family: CostlyAPI, in view: Int, _ context: RuleContext) -> SparedTime? {
        guard let body = context.bodySamples[view], let period = body.hasWeights ? 0 : context.samplePeriodNs else {
            return nil
        }
        var (isOfFamily, spared, count) = ([UInt32: Bool](), [Int: Int64](), 0)
        for sample in body.inBodies where sample.stack != 0 {
            let isOne =
                isOfFamily[sample.stack]
                ?? matches(sample.stack, view, context).contains { CostlyAPI.all[$0.family].id == family.id }
            isOfFamily[sample.stack] = isOne
            guard isOne else { continue }
            count += 1
            let time = body.hasWeights ? max(0, sample.nanoseconds) : period
            spared[Int(sample.body)] = (spared[Int(sample.body)] ?? 0).addingSaturating(time)
        }
        return count >= SparedTime.fewestSamples ? .bodies(spared) : nil
    }

    private struct Match {
        var family: Int
        var caller: NameID
        var frames: Set<NameID>
    }

    /// Of deeper stacks, only this many frames from the innermost one are examined.
    private static let deepest = 4_096

    /// The families on a stack. A family's caller is the first app frame outside its outermost consecutive call.
    private func matches(_ stack: UInt32, _ view: Int, _ context: RuleContext) -> [Match] {
        let nodes = context.records.stacks.nodes
        var matches: [Match] = []
        var node = stack
        var depth = 0
        while node != 0, depth < Self.deepest {
            depth += 1
            let frame = nodes[Int(node)]
            if !frame.isApp, let family = family(frame.frame) {
                if let index = matches.firstIndex(where: { $0.family == family }) {
                    matches[index].frames.insert(frame.frame)
                } else {
                    let caller = caller(of: node, family, view, context)
                    matches.append(Match(family: family, caller: caller, frames: [frame.frame]))
                }
            }
            node = frame.parent
        }
        return matches
    }

    private func caller(of node: UInt32, _ family: Int, _ view: Int, _ context: RuleContext) -> NameID {
        let nodes = context.records.stacks.nodes
        var current = nodes.parent(Int(node))
        while current != 0, !nodes[Int(current)].isApp, self.family(nodes[Int(current)].frame) == family {
            current = nodes.parent(Int(current))
        }
        let direct = nodes[Int(current)].frame
        var depth = 0
        while current != 0, depth < Self.deepest {
            if isApp(nodes[Int(current)], view, context) { return nodes[Int(current)].frame }
            current = nodes.parent(Int(current))
            depth += 1
        }
        return direct.isPresent ? direct : nodes[Int(node)].frame
    }

    /// If the source does not say which frames are the app's: a frame that names the view, or a body getter.
    private func isApp(_ node: StackTable.Node, _ view: Int, _ context: RuleContext) -> Bool {
        if node.isApp || node.binary.isPresent { return node.isApp }
        let words = Self.words(Array(context.names.bytes(of: node.frame)))
        let viewWord = Self.words(Array(context.viewName(view).utf8)).first
        if let viewWord, words.contains(where: { $0.elementsEqual(viewWord) }) { return true }
        return words.contains { $0.elementsEqual("body".utf8) } && words.contains { $0.elementsEqual("getter".utf8) }
    }
}

/// Families of calls known to be too costly for a body, by the names of their frames.
struct CostlyAPI {
    /// The name of the family in findings.
    let id: String
    /// The work as a noun: `JSON decoding`.
    let noun: String
    /// What a body with it does: `makes formatters`.
    let does: String
    let hint: String
    /// The fix if the main thread hangs in it, besides moving it off the main thread.
    let inHang: String
    /// Each is a list of words that a frame must all have: `*` ends a prefix, `=` precedes a whole frame.
    let patterns: [String]

    static let all = [
        CostlyAPI(
            id: "formatters", noun: "making formatters", does: "makes date, number or measurement formatters",
            hint: """
                Make each formatter once (`static let`), use Text's own formats (`Text(date, format:)`), or keep the \
                formatted text in the model when it is loaded.
                """,
            inHang: "Make each formatter once and keep it.",
            patterns: [
                "NSDateFormatter", "DateFormatter", "NSNumberFormatter", "NumberFormatter", "MeasurementFormatter",
                "NSMeasurementFormatter", "ISO8601DateFormatter", "NSISO8601DateFormatter", "RelativeDateTimeFormatter",
                "NSRelativeDateTimeFormatter", "ByteCountFormatter", "NSByteCountFormatter", "DateComponentsFormatter",
                "NSDateComponentsFormatter", "CFDateFormatterCreate", "CFNumberFormatterCreate",
                "icu SimpleDateFormat*",
                "icu DateFormat*", "icu DecimalFormat*", "icu NumberFormat*",
                "icu DateTimePatternGenerator", "udat_open*",
                "unum_open*", "unumf_open*", "udatpg_open*",
            ]),
        CostlyAPI(
            id: "json-encoding", noun: "JSON encoding", does: "encodes JSON or property lists",
            hint: "Encode off the main thread, when the data has changed, and not in body.",
            inHang: "Hand it a copy of the values, and wait for a pause where they change often.",
            patterns: [
                "JSONEncoder", "JSONSerialization data", "JSONSerialization dataWithJSONObject*", "PropertyListEncoder",
                "NSKeyedArchiver",
            ]),
        CostlyAPI(
            id: "json", noun: "JSON decoding", does: "decodes JSON or property lists",
            hint: "Decode once, off the main thread, when the data arrives, and keep the decoded model.",
            inHang: "Hand the main actor decoded values.",
            patterns: [
                "JSONDecoder", "JSONSerialization", "NSJSONSerialization", "PropertyListDecoder",
                "PropertyListSerialization", "NSPropertyListSerialization", "NSKeyedUnarchiver",
            ]),
        CostlyAPI(
            id: "images", noun: "image decoding", does: "loads or decodes images",
            hint: """
                Load and downsample images off the main thread (`preparingThumbnail`, CGImageSource thumbnails), keep \
                them in a cache, and show a placeholder until they are there.
                """,
            inHang: "Show a placeholder until the images are there, and load them no larger than they are shown.",
            patterns: [
                "UIImage contentsOfFile", "UIImage imageWithContentsOfFile", "UIImage initWithContentsOfFile",
                "UIImage named", "UIImage imageNamed", "UIImage data", "UIImage initWithData", "NSImage contentsOf*",
                "NSImage initWithContentsOf*", "NSImage named", "CGImageSource*", "ImageIO", "IIO*", "CIContext*",
                "CGImageCreateWith*", "CGImageCreateDecompressed*", "png_read_*", "jpeg_read_*", "jpeg_decompress*",
                "AppleJPEG*", "applejpeg_*", "GetCoeffs*", "Upsample*", "TransformTwo*", "VP8*", "WebP*",
                "BrotliDecode*",
                "UIGraphicsImageRenderer", "ImageRenderer",
            ]),
        CostlyAPI(
            id: "file-access", noun: "file and database access", does: "reads or writes files or a database",
            hint:
                """
                Read it off the main thread, in a task (`.task`) when the view appears or when the data changes, and \
                keep the result in @State or the model; a body must not touch the disk.
                """,
            inHang: "Show the first screen without it, and what it brings when it is there.",
            patterns: [
                "Data contentsOf*", "NSData initWithContentsOf*", "NSData dataWithContentsOf*", "String contentsOf*",
                "NSString stringWithContentsOf*", "NSString initWithContentsOf*", "FileManager", "NSFileManager",
                "FileHandle", "NSFileHandle", "sqlite3_step", "sqlite3_prepare*", "executeFetchRequest",
                "ModelContext fetch",
                "NSManagedObjectContext", "NSPersistentStoreCoordinator", "NSSQLCore", "sqlite3VdbeExec",
                "sendSynchronousRequest*", "=read", "=pread", "=fread", "=write",
                "=pwrite",
                "=fwrite", "=open", "=__open", "=fopen", "=stat", "=fstat", "=lstat", "=fsync", "=getattrlist",
                "=__read_nocancel", "=__open_nocancel", "=read$NOCANCEL", "=open$NOCANCEL",
            ]),
        CostlyAPI(
            id: "regular-expressions", noun: "regular expressions", does: "makes or runs regular expressions",
            hint: "Make the expression once (`static let`), and match when the text changes, not in body.",
            inHang: "Make the expression once and keep it.",
            patterns: [
                "NSRegularExpression", "Regex", "_StringProcessing", "uregex_open*", "uregex_find*", "icu RegexPattern",
                "icu RegexMatcher", "icu RegexCompile",
            ]),
        CostlyAPI(
            id: "rich-text", noun: "parsing rich text", does: "parses HTML or RTF into attributed text",
            hint: "Parse it once, off the main thread, when the text arrives, and keep the attributed text.",
            inHang: "Keep the attributed text.",
            patterns: [
                "NSHTMLReader", "NSRTFReader", "NSAttributedString initWithHTML*", "NSAttributedString html*",
                "NSAttributedString initWithData", "NSAttributedString data",
            ]),
        CostlyAPI(
            id: "sorting", noun: "sorting", does: "sorts",
            hint: "Sort where the model changes and keep the sorted list, or ask the database for that order.",
            inHang: "Keep the sorted list, or ask the database for that order.",
            patterns: [
                "sort", "sorted", "qsort", "qsort_r", "_stableSortImpl", "sortUsing*", "sortedArray*",
                "CFArraySortValues",
                "CFQSortArray", "CFMergeSortArray",
            ]),
        CostlyAPI(
            id: "platform-views", noun: "making platform views", does: "makes or removes views of AppKit or UIKit",
            hint: """
                Reuse rows: a List or a table (NSTableView, UITableView) keeps the views of its rows, where a stack makes those of \
                each row anew; or show lighter rows, with plain text until one is edited.
                """,
            inHang: "Reuse rows, or show lighter ones.",
            patterns: [
                "NSTextField initWithFrame", "NSButton initWithFrame", "NSButton setButtonType", "NSView initWithFrame",
                "NSTextView initWithFrame*",
                "UITextField initWithFrame", "UITextView initWithFrame*", "UIView initWithFrame",
                "NSView removeFromSuperview",
                "UIView removeFromSuperview", "PlatformViewRepresentableAdaptor makeViewProvider",
            ]),
        CostlyAPI(
            id: "keychain", noun: "keychain access", does: "reads the keychain",
            hint: """
                Read the keychain once, off the main thread, and keep what it gave in memory; each call asks another \
                process and waits for its answer.
                """,
            inHang: "Await the result, and keep it in memory.",
            patterns: ["SecItem*", "SecKeychain*", "SecKey*"]),
        CostlyAPI(
            id: "child-processes", noun: "running another program", does: "runs another program and waits for it",
            hint: "Run it off the main thread, await the result with a timeout, and show what is there meanwhile.",
            inHang: "Await the result, with a timeout.",
            patterns: ["posix_spawn*", "waitUntilExit", "NSConcreteTask", "NSTask", "wait4", "waitpid"]),
        CostlyAPI(
            id: "loading-code", noun: "loading a library or plug-in", does: "loads a library or plug-in",
            hint: "Load it off the main thread, before it is needed (preload), or not until it is.",
            inHang: "Preload it before it is needed.",
            patterns: ["dlopen*", "loadAndReturnError", "CFBundleLoadExecutable*"]),
        CostlyAPI(
            id: "text-layout", noun: "text layout", does: "lays out text",
            hint: """
                Lay out less text at once: shorter texts, fewer of them on the screen (LazyVStack, List), and none that \
                changes with every frame.
                """,
            inHang: "Lay out less text at once.",
            patterns: [
                "CTTypesetterCreate*", "CTTypesetterSuggest*", "CTFramesetterCreate*", "CTLineCreate*",
                "NSLayoutManager",
                "NSTextLayoutManager", "StyledTextLayoutEngine", "NSStringDrawing*", "TTypesetter*", "TLine*",
            ]),
        CostlyAPI(
            id: "relative-dates", noun: "dates that update themselves", does: "shows dates that update themselves",
            hint: """
                Show a static string where the exact age does not matter: Text(date, style: .relative) formats itself anew all \
                the time, in each row that has one.
                """,
            inHang: "Show a static string instead of Text(date, style: .relative).",
            patterns: ["SystemFormatStyle DateReference", "SystemFormatStyle DateOffset", "TimeDataFormattingStorage"]),
        CostlyAPI(
            id: "timers", noun: "too many timers on the main run loop", does: "arms timers of the main run loop",
            hint: """
                Keep one timer, and invalidate the timer of a view that is gone: Timer.publish(…).autoconnect() as a stored \
                property of a View makes one more with each value of that view (static let, or the model's).
                """,
            inHang: "Keep one timer, and invalidate the timer of a view that is gone.",
            patterns: ["__CFArmNextTimerInMode", "__CFRepositionTimerInMode"]),
        CostlyAPI(
            id: "stack-symbols", noun: "collecting call stacks", does: "collects call stacks with symbols",
            hint:
                "Collect call stacks in debug builds only, and never for every event: symbols are looked up one by one.",
            inHang: "Collect call stacks in debug builds only.",
            patterns: ["callStackSymbols", "backtrace_symbols*"]),
    ]
}

/// Guesses by name whether a function belongs to the app, for samples without binaries.
enum AppFunctionName {
    /// Whether it is a member of a Swift type that is not known to be the system's: `Snapshot.save()`. Functions of C
    /// and Objective-C, and body getters, are not taken for the app's.
    static func isLikely(_ name: String) -> Bool {
        guard let dot = name.firstIndex(of: "."), name.first?.isUppercase == true, !name.contains("::"),
            !name.contains("$main")
        else { return false }
        let type = name[..<dot].prefix { $0 != "<" && $0 != " " }
        guard type.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !hasPrefix(type) else { return false }
        return !SystemTypes.names.contains(String(type)) && !name.contains("body.getter")
    }

    /// `NSLock`, `UIApplication`, `CFRunLoop`: a framework prefix of two capitals before a word.
    private static func hasPrefix(_ type: Substring) -> Bool {
        guard SystemTypes.prefixes.contains(String(type.prefix(2))) else { return false }
        let rest = type.dropFirst(2).prefix(2)
        return rest.first?.isUppercase == true
    }
}

/// Types whose members are innermost in stacks of hangs although app code called them.
private enum SystemTypes {
    static let prefixes: Set<String> = [
        "NS", "UI", "CA", "CF", "CG", "CI", "CT", "CK", "CL", "CN", "AV", "AG", "MK", "MT", "PH", "SK", "SC", "UN",
        "WK",
        "XC", "OS", "GC", "HK", "EK", "ML", "VN",
    ]

    static let names: Set<String> = Set(
        """
        Actor AnyView App Array AttributedString AttributedStringKey Binding Bool Bundle ByteBuffer Calendar Character
        CheckedContinuation Collection Color Context ContiguousArray Data Date DateComponents Dictionary DispatchGroup
        DispatchQueue DispatchSemaphore DispatchSource DispatchWorkItem Double Duration Environment Equatable Error
        FetchDescriptor FileHandle FileManager Float Font ForEach Foundation Graph GraphHost Group HStack Hashable Hasher
        Host Image IndexSet Int Int32 Int64 JSONDecoder JSONEncoder Keychain LazyVStack LazyHStack List Locale Locked
        MainActor ManagedAtomic ModelContext ModelContainer Mutex NavigationStack Notification NotificationCenter Operation
        OperationQueue Optional OSAllocatedUnfairLock Pipe Process ProcessInfo Progress PropertyListDecoder
        PropertyListEncoder Range RangeReplaceableCollection Regex RunLoop Result Scanner ScrollView Sequence Set
        State String StringProtocol Subgraph Substring SwiftUI Task TaskGroup Text Thread Timer TimeZone UInt UInt8 UInt64
        URL URLCache URLComponents URLRequest URLSession URLSessionTask UUID Unicode UnsafeBufferPointer
        UnsafeMutableBufferPointer UnsafeRawBufferPointer UserDefaults VStack View ViewBuilder ViewGraph ViewModifier
        ViewUpdater ViewBodyAccessor ViewCache DynamicBody StaticBody ForEachList ForEachState LazyStack LazyVStackLayout
        LazyHStackLayout LazySubviewPlacements LayoutProxy LayoutEngineBox PlatformViewHost PlatformViewChild
        ZStack DateFormatter NumberFormatter ISO8601DateFormatter MeasurementFormatter
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
