/// What a value of an engineering type is, and so how its bytes are read. docs/formats.md says which of these were verified on
/// recordings; everything else is unsupported, which is said, and never shown as a number.
enum BundleKind: UInt8, BitwiseCopyable {
    /// A plain number; all bits set = none.
    case number
    /// The number of a text in the run's list.
    case text
    /// The numbers of arrays: (pid, session), (tid, process).
    case process, thread
    /// A text in the high half, a thread in the low one.
    case threadName
    case uuid, returnLocation
    /// Arrays of pairs of a type and a value: a message whose parts are texts and values.
    case message
    /// A number counted from the middle of the range, in billionths.
    case fixedDecimal
    /// A list of chunks of addresses, and one with a tag behind it.
    case backtrace, taggedBacktrace
    /// What the kernel took: a list of addresses and the one that ran.
    case callstack
    case unsupported

    /// By the name of the type in a schema: `XRStartTimeTypeID`.
    init(type: some StringProtocol) {
        let name = type.hasPrefix("XR") && type.hasSuffix("TypeID") ? type.dropFirst(2).dropLast(6) : type[...]
        self = Self.kinds[String(name)] ?? .unsupported
    }

    private static let kinds: [String: BundleKind] = {
        var kinds: [String: BundleKind] = [
            "Process": .process, "Thread": .thread, "ThreadName": .threadName, "UUID": .uuid,
            "ReturnLocation": .returnLocation, "PrototypeFixedDecimalValue": .fixedDecimal, "Backtrace": .backtrace,
            "TaggedBacktrace": .taggedBacktrace, "CoreProfileCallstack": .callstack,
        ]
        for name in [
            "StartTime", "RecordedEventTimestamp", "SampleTimestamp", "Duration", "DurationOnCPU", "DurationWaiting",
            "TimeSampleWeight", "SizeInBytes", "PrototypeValue", "OSSignpostIdentifier", "VirtualMemoryAddress",
            "KDebugArgument", "KDebugStringID", "SystemCallArgument", "SystemCallReturnCode", "ThreadID", "CPUCore",
            "SchedulingPriority", "KDebugClass", "KDebugSubclass", "KDebugCode", "KDebugFunction", "ProcessID",
            "LayoutID", "ContainmentLayoutID", "Boolean", "TimeSample", "GenericUInt32", "EventCount", "CycleWeight",
            "UnsignedIntegerHexLowercase",
        ] { kinds[name] = .number }
        for name in [
            "PrototypeString", "RawString", "OSLogEvent", "OSLogSubsystem", "OSLogCategory", "OSLogFormatString",
            "SignpostName", "ThreadState", "ApplicationPeriod", "DyldActivity", "VMOperationName", "SystemCallName",
            "SchedulingEvent", "ThermalState", "EventConcept", "HangType", "FilePath", "PrototypeShortString",
            "PrototypeMediumLengthString", "PrototypeWordString", "DisplayName", "ProcessName", "NarrativeText",
            // Of SwiftUI's tables, which are read by guess: exports print it as a text.
            "SwiftUIUpdate",
        ] { kinds[name] = .text }
        for name in ["OSLogMetadata", "NarrativeEntry", "FormattedLabel", "Any"] { kinds[name] = .message }
        return kinds
    }()
}
