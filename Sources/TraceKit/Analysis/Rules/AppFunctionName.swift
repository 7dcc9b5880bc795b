/// Tells functions of an app from those of the system by their names alone, for samples that do not say whose a frame is.
enum AppFunctionName {
    /// Members of Swift types that are not known to be the system's: `Snapshot.save()`. Functions of C and Objective-C, and
    /// the getters of bodies, are not taken for the app's.
    static func isLikely(_ name: String) -> Bool {
        guard let dot = name.firstIndex(of: "."), name.first?.isUppercase == true, !name.contains("::"),
            !name.contains("$main")
        else { return false }
        let type = name[..<dot].prefix { $0 != "<" && $0 != " " }
        guard type.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !hasPrefix(type) else { return false }
        return !SystemTypes.names.contains(String(type)) && !name.contains("body.getter")
    }

    /// `NSLock`, `UIApplication`, `CFRunLoop`: two capitals of a framework in front of a word.
    private static func hasPrefix(_ type: Substring) -> Bool {
        guard SystemTypes.prefixes.contains(String(type.prefix(2))) else { return false }
        let rest = type.dropFirst(2).prefix(2)
        return rest.first?.isUppercase == true
    }
}

/// Types whose members stand innermost in stacks of hangs though the app's code called them.
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
        ViewUpdater ZStack DateFormatter NumberFormatter ISO8601DateFormatter MeasurementFormatter
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
