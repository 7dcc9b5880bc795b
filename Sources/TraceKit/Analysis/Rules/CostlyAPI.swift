/// Families of calls that are known to be too costly for a body, by what their frames are called.
struct CostlyAPI {
    /// Names the family in its finding.
    let id: String
    /// What a body with it does: `makes formatters`.
    let does: String
    let hint: String
    /// What to do where the main thread hangs in it, beside moving it off the main thread.
    let inHang: String
    /// Each is a list of words that a frame must all have: `*` ends a beginning, `=` stands before a whole frame.
    let patterns: [String]

    static let all = [
        CostlyAPI(
            id: "formatters", does: "makes date, number or measurement formatters",
            hint: "Make each formatter once (`static let`), use Text's own formats (`Text(date, format:)`), or keep "
                + "the "
                + "formatted text in the model when it is loaded.",
            inHang: "Make each formatter once and keep it.",
            patterns: [
                "NSDateFormatter", "DateFormatter", "NSNumberFormatter", "NumberFormatter", "MeasurementFormatter",
                "NSMeasurementFormatter", "ISO8601DateFormatter", "NSISO8601DateFormatter", "RelativeDateTimeFormatter",
                "NSRelativeDateTimeFormatter", "ByteCountFormatter", "NSByteCountFormatter", "DateComponentsFormatter",
                "NSDateComponentsFormatter", "CFDateFormatterCreate", "CFNumberFormatterCreate",
                "icu "
                    + "SimpleDateFormat*",
                "icu DateFormat*", "icu DecimalFormat*", "icu NumberFormat*",
                "icu "
                    + "DateTimePatternGenerator", "udat_open*",
                "unum_open*", "unumf_open*", "udatpg_open*",
            ]),
        CostlyAPI(
            id: "json-encoding", does: "encodes JSON or property lists",
            hint: "Encode off the main thread, when the data has changed, and not in body.",
            inHang: "Hand it a copy of the values, and wait for a pause where they change often.",
            patterns: [
                "JSONEncoder", "JSONSerialization data", "JSONSerialization dataWithJSONObject*", "PropertyListEncoder",
                "NSKeyedArchiver",
            ]),
        CostlyAPI(
            id: "json", does: "decodes JSON or property lists",
            hint: "Decode once, off the main thread, when the data arrives, and keep the decoded model.",
            inHang: "Hand the main actor decoded values.",
            patterns: [
                "JSONDecoder", "JSONSerialization", "NSJSONSerialization", "PropertyListDecoder",
                "PropertyListSerialization", "NSPropertyListSerialization", "NSKeyedUnarchiver",
            ]),
        CostlyAPI(
            id: "images", does: "loads or decodes images",
            hint: "Load and downsample images off the main thread (`preparingThumbnail`, CGImageSource thumbnails), "
                + "keep "
                + "them in a cache, and show a placeholder until they are there.",
            inHang: "Show a placeholder until the images are there, and load them no larger than they are shown.",
            patterns: [
                "UIImage contentsOfFile", "UIImage imageWithContentsOfFile", "UIImage initWithContentsOfFile",
                "UIImage named", "UIImage imageNamed", "UIImage data", "UIImage initWithData", "NSImage contentsOf*",
                "NSImage initWithContentsOf*", "NSImage named", "CGImageSource*", "ImageIO", "IIO*", "CIContext*",
                "CGImageCreateWith*", "CGImageCreateDecompressed*", "png_read_*", "jpeg_read_*", "jpeg_decompress*",
                "AppleJPEG*", "UIGraphicsImageRenderer", "ImageRenderer",
            ]),
        CostlyAPI(
            id: "file-access", does: "reads or writes files or a database",
            hint:
                "Read it off the main thread, in a task (`.task`) when the view appears or when the data changes, and keep the "
                + "result in @State or the model; a body must not touch the disk.",
            inHang: "Show the first screen without it, and what it brings when it is there.",
            patterns: [
                "Data contentsOf*", "NSData initWithContentsOf*", "NSData dataWithContentsOf*", "String contentsOf*",
                "NSString stringWithContentsOf*", "NSString initWithContentsOf*", "FileManager", "NSFileManager",
                "FileHandle", "NSFileHandle", "sqlite3_step", "sqlite3_prepare*", "executeFetchRequest",
                "ModelContext fetch",
                "NSManagedObjectContext "
                    + "fetch", "sendSynchronousRequest*", "=read", "=pread", "=fread", "=write", "=pwrite",
                "=fwrite", "=open", "=__open", "=fopen", "=stat", "=fstat", "=lstat", "=fsync", "=getattrlist",
                "=__read_nocancel", "=__open_nocancel", "=read$NOCANCEL", "=open$NOCANCEL",
            ]),
        CostlyAPI(
            id: "regular-expressions", does: "makes or runs regular expressions",
            hint: "Make the expression once (`static let`), and match when the text changes, not in body.",
            inHang: "Make the expression once and keep it.",
            patterns: [
                "NSRegularExpression", "Regex", "_StringProcessing", "uregex_open*", "uregex_find*", "icu RegexPattern",
                "icu RegexMatcher", "icu RegexCompile",
            ]),
        CostlyAPI(
            id: "rich-text", does: "parses HTML or RTF into attributed text",
            hint: "Parse it once, off the main thread, when the text arrives, and keep the attributed text.",
            inHang: "Keep the attributed text.",
            patterns: [
                "NSHTMLReader", "NSRTFReader", "NSAttributedString initWithHTML*", "NSAttributedString html*",
                "NSAttributedString initWithData", "NSAttributedString data",
            ]),
        CostlyAPI(
            id: "sorting", does: "sorts",
            hint: "Sort where the model changes and keep the sorted list, or ask the database for that order.",
            inHang: "Keep the sorted list, or ask the database for that order.",
            patterns: [
                "sort", "sorted", "qsort", "qsort_r", "_stableSortImpl", "sortUsing*", "sortedArray*",
                "CFArraySortValues",
                "CFQSortArray", "CFMergeSortArray",
            ]),
    ]
}
