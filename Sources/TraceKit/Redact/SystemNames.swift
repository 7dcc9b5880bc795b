/// Names that reveal nothing about an app: those of Apple's frameworks, and words of the exporters.
enum SystemNames {
    /// Modules and binaries of the system and the Swift runtime, as whole names.
    static func isModule(_ name: String) -> Bool { modules.contains(name) || libraries.contains(name) }

    private static let modules = list(
        """
        SwiftUI SwiftUICore UIKit UIKitCore AppKit AttributeGraph RenderBox Foundation CoreFoundation Combine
        Observation SwiftData CoreData QuartzCore CoreAnimation CoreGraphics CoreText CoreImage ImageIO MapKit
        CoreLocation CoreMedia AVFoundation AVFCore AVKit WebKit JavaScriptCore Metal MetalKit Charts
        GraphicsServices BackBoardServices FrontBoardServices BaseBoard BoardServices RunningBoardServices CFNetwork
        Network Security Photos PhotosUI StoreKit WidgetKit UserNotifications Accessibility AccessibilityUtilities
        TextInputUI TextInput TextInputCore UIFoundation ShapeKit DesignLibrary Gestures SFSymbols VectorKit
        GeoServices CoreAutoLayout UIIntelligenceSupport VisualEffects Swift Dispatch Darwin ObjectiveC dyld
        dyld_sim kernel CoreUI IOKit IOSurface IOSurfaceAccelerator RealityKit RealityFoundation SceneKit SpriteKit
        GameKit GameplayKit CoreML Vision VisionKit Accelerate vImage vecLib CoreVideo VideoToolbox AudioToolbox
        CoreAudio CoreMotion CoreBluetooth CoreServices MobileCoreServices UniformTypeIdentifiers QuickLook
        QuickLookThumbnailing PDFKit PencilKit PaperKit ARKit HealthKit HomeKit EventKit Contacts ContactsUI
        MessageUI Messages MediaPlayer MusicKit SafariServices AuthenticationServices LocalAuthentication CryptoKit
        CloudKit ActivityKit AppIntents Intents TipKit WeatherKit Speech NaturalLanguage SoundAnalysis Symbols
        SpringBoardServices UIKitServices PrototypeTools HIToolbox SkyLight CoreHaptics LinkPresentation OSLog os
        simd XCTest XCTestCore Testing FoundationEssentials FoundationInternationalization DeveloperToolsSupport
        """)

    /// Each with and without the file extension of a library.
    private static let libraries: Set<String> = {
        let names = list(
            """
            libswiftCore libswiftFoundation libswiftDispatch libswiftDarwin libswiftObjectiveC libswiftCoreGraphics
            libswiftUIKit libswiftCombine libswiftos libswiftObservation libswift_Concurrency
            libswift_StringProcessing libsystem_kernel libsystem_pthread libsystem_platform libsystem_malloc
            libsystem_c libsystem_m libsystem_trace libsystem_blocks libSystem libSystem.B libobjc libobjc.A
            libdispatch libdyld libxpc libc++ libc++.1 libc++abi libicucore libicucore.A libsqlite3 libunwind libz
            libz.1 libcompression libxml2 libxml2.2 libnetwork
            """)
        return names.union(names.map { "\($0).dylib" })
    }()

    private static func list(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// Words of Instruments for its own groups, nodes and lanes.
    static let exporterWords: Set<String> = [
        "Transaction", "Transaction for onChange", "Transaction for unknown action", "External Environment",
        "View Responders", "<graph>", "System", "Gesture", "Action Callback", "Layout", "onChange",
        "Potentially expensive app update(s)", "Pre-Commit(s) latency", "Commit to Render latency", "Very Low", "Low",
        "Moderate", "High", "Very High",
        "Running", "Blocked", "Runnable", "Suspended", "Unknown", "Terminated", "Uninterruptible",
        TraceMetadata.allProcesses, "Process", "Thread", "Release", "Debug", "main",
    ]

    /// The formats, and the name of this program in messages.
    static let formats = Set(
        Importers.all.map { $0.name } + ["xctrace", RecordedTables.nativeFormat, RecordedTables.guessedFormat])
    static let lanes = Set(RecordKind.allCases.map(\.documentKey) + [Lane.metrics.rawValue])

    /// Tables of Instruments.
    static let schemas = list(
        """
        swiftui-updates swiftui-full-causes swiftui-causes swiftui-update-groups swiftui-body-interval
        swiftui-changes SwiftUIFilteredUpdates SwiftUIUpdates hitches hitches-summary hitches-updates
        hitches-renders hitches-gpu hitches-frame-lifetimes potential-hangs hang-risks time-profile time-sample
        os-signpost-interval os-signpost OSSignpostIntervals PointsOfInterestEvents os-log os-log-arg thread-state
        thread-info context-switch syscall tick life-cycle-period dyld-library-load device-thermal-state-intervals
        displayed-surfaces-interval display-vsync-interval core-animation-fps-estimate process-info gcd-perf-event
        runloop-events runloop-intervals hitches-gpu-interval hitches-lifetime-interval hitches-commit-interval
        hitches-render-interval hitches-framewait swiftui-layout-updates SwiftUILayoutUpdates2 swiftui-link-event
        device-display-info cpu-profile cpu-state counters-profile display-vsyncs-interval display-surface-swap
        kdebug kdebug-strings kdebug-signpost kdebug-counters-with-kdebug-sample kdebug-counters-with-pmi-sample
        dyld-library-load os-signpost-arg region-of-interest roi-metadata global-poi-layout global-roi-layout
        core-animation-commits swift-task-lifetime swift-task-state swift-actor-execution
        """)

    // MARK: Metrics

    /// Whether all parts between points, blanks and brackets are Apple's words for metrics.
    static func isMetric(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.split { ". ()".unicodeScalars.contains($0) }.allSatisfy {
                metricWords.contains(String(Substring($0)))
            }
    }

    private static let metricWords = list(
        """
        applicationTimeMetrics applicationLaunchMetrics applicationResponsivenessMetrics animationMetrics cpuMetrics
        gpuMetrics memoryMetrics diskIOMetrics diskSpaceUsageMetrics networkTransferMetrics cellularConditionMetrics
        locationActivityMetrics displayMetrics signpostMetrics applicationExitMetrics hangDiagnostics
        appLaunchDiagnostics cpuExceptionDiagnostics diskWriteExceptionDiagnostics crashDiagnostics
        cumulativeForegroundTime cumulativeBackgroundTime cumulativeBackgroundAudioTime
        cumulativeBackgroundLocationTime cumulativeBackgroundFetchTime cumulativeBackgroundConnectedAccessoryTime
        histogrammedTimeToFirstDraw histogrammedTimeToFirstDrawKey histogrammedResumeTime
        histogrammedOptimizedTimeToFirstDraw histogrammedExtendedLaunch histogrammedAppHangTime
        histogrammedAppHangTimeKey scrollHitchTimeRatio hitchTimeRatio cumulativeCPUTime cumulativeCPUInstructions
        cumulativeGPUTime peakMemoryUsage averageSuspendedMemory averageMemory averageValue standardDeviation
        sampleCount cumulativeLogicalWrites cumulativeWifiUpload cumulativeWifiDownload cumulativeCellularUpload
        cumulativeCellularDownload cellConditionTime cumulativeBestAccuracyTime
        cumulativeBestAccuracyForNavigationTime cumulativeNearestTenMetersAccuracyTime
        cumulativeHundredMetersAccuracyTime cumulativeKilometerAccuracyTime cumulativeThreeKilometersAccuracyTime
        averagePixelLuminance averageUncompressedBytes histogrammedSignpostDurations histogrammedSignpostDuration
        histogrammedSignpostDurationKey signpostCumulativeCPUTime signpostAverageMemory
        signpostCumulativeLogicalWrites signpostCumulativeHitchTimeRatio totalSignpostCount foregroundExitData
        backgroundExitData cumulativeNormalAppExitCount cumulativeMemoryResourceLimitExitCount
        cumulativeCPUResourceLimitExitCount cumulativeMemoryPressureExitCount cumulativeBadAccessExitCount
        cumulativeAbnormalExitCount cumulativeIllegalInstructionExitCount cumulativeAppWatchdogExitCount
        cumulativeSuspendedWithLockedFileExitCount cumulativeBackgroundTaskAssertionTimeoutExitCount
        totalBinaryFileSize totalBinaryFileCount totalDataFileSize totalDataFileCount totalCacheFolderSize
        totalCloneSize totalDiskSpaceUsedSize totalDiskSpaceCapacity hangDuration totalCPUTime totalSampledTime
        totalWritesCaused writesCaused launchDuration animation hitch hitches time ratio total duration count number
        frame rate frames per second monotonic absolute Duration Clock Monotonic Time AbsoluteTime CPU Cycles
        Instructions Retired Memory Physical Peak Disk Logical Writes Hitch Hitches Ratio Frame Rate Total Number of
        Count ApplicationLaunch AppLaunch Scroll Scroll_DraggingAndDeceleration Scroll_Dragging Scroll_Deceleration
        NavigationTransition cycles instructions_retired logical_writes physical physical_peak physical_absolute
        CustomNavigationTransition hitchTimeMetric hangTimeMetric cpuTimeMetric gpuTimeMetric metalFrameRateMetric
        timeToFirstDrawMetric optimizedTimeToFirstDrawMetric applicationResumeTimeMetric extendedLaunchMetric
        signpostIntervalMetric logicalDiskWritesMetric foregroundTerminationMetric backgroundTerminationMetric
        memoryExceptionDiagnostics histogram value state totalHitchTime totalAnimationTime framesPerSecond frameCount
        activeDrawingDuration
        """)

    static let units = list("s ms µs μs ns min h byte kB KB MB GB kiB MiB fps % count apl bars kI kC kc ki C I nits")
        .union(["ms per s", "ms per sec", "kilo-instructions", "kiloinstructions", "fps per s"])

    static let metricSources = list("metrickit xctest")
}
