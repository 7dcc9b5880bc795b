/// Names that say nothing about an app: of Apple's frameworks, and words that exporters write themselves.
enum SystemNames {
    /// Modules and binaries of the system and of the Swift runtime.
    static func isModule(_ name: String) -> Bool {
        modules.contains(name)
            || ["libswift", "libsystem_", "libobjc", "libdispatch", "libc++", "libsqlite3", "libicu"]
                .contains { name.hasPrefix($0) }
    }

    private static let modules: Set<String> = [
        "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "AppKit", "AttributeGraph", "RenderBox", "Foundation",
        "CoreFoundation", "Combine", "Observation", "SwiftData", "CoreData", "QuartzCore", "CoreAnimation",
        "CoreGraphics", "CoreText", "CoreImage", "ImageIO", "MapKit", "CoreLocation", "CoreMedia", "AVFoundation",
        "AVKit", "WebKit", "JavaScriptCore", "Metal", "MetalKit", "Charts", "GraphicsServices", "BackBoardServices",
        "FrontBoardServices", "CFNetwork", "Network", "Security", "Photos", "PhotosUI", "StoreKit", "WidgetKit",
        "UserNotifications", "Accessibility", "TextInputUI", "TextInput", "UIFoundation", "ShapeKit", "DesignLibrary",
        "Swift", "dyld", "kernel", "libxpc.dylib", "CoreUI", "IOKit", "IOSurface", "RealityKit", "SceneKit",
        "SpriteKit",
    ]

    /// What Instruments calls groups, nodes and lanes of its own.
    static let exporterWords: Set<String> = [
        "Transaction", "Transaction for onChange", "Transaction for unknown action", "External Environment",
        "View Responders", "<graph>", "System", "Gesture", "Action Callback", "Layout", "onChange",
        "Potentially expensive app update(s)", "Very Low", "Low", "Moderate", "High", "Very High",
        "Running", "Blocked", "Runnable", "Suspended", "Unknown", "Terminated", "Uninterruptible",
        "Process", "Thread", "Release", "Debug", "main",
    ]

    /// Whether a name of a recording device is its model: `iPhone 17 Pro`, `iPhone17,1`, `Simulated iPad mini`.
    static func isModel(_ name: String) -> Bool {
        let words = name.split { $0 == " " || $0 == "," }
        return !words.isEmpty
            && words.allSatisfy { word in
                modelWords.contains(String(word)) || word.allSatisfy { $0.isNumber || "()-.".contains($0) }
                    || modelWords.contains(String(word.prefix { !$0.isNumber }))
                        && word.dropFirst().contains { $0.isNumber }
            }
    }

    private static let modelWords: Set<String> = [
        "iPhone", "iPad", "iPod", "Mac", "MacBook", "Air", "Pro", "Max", "Plus", "mini", "Mini", "SE", "Studio", "iMac",
        "Apple", "Watch", "Ultra", "Series", "TV", "Vision", "Simulated", "Simulator", "arm", "x", "M", "e", "inch",
        "generation", "Neo",
    ]

    // MARK: Frames

    /// Words of frames that are Swift's or the system's, in whoever's function they stand.
    static let frameWords: Set<String> = [
        "main", "start", "body", "getter", "setter", "modify", "init", "deinit", "closure", "in", "of", "for", "some",
        "specialized", "static", "thunk", "partial", "apply", "implicit", "protocol", "witness", "merged", "outlined",
        "reabstraction", "default", "argument", "Swift", "SwiftUI", "SwiftUICore", "UIKit", "AppKit", "Foundation",
        "View", "App", "Scene", "Text", "Image", "List", "ForEach", "Array", "Dictionary", "Set", "String", "Int",
        "Double", "Optional", "Sequence", "Collection", "Data", "Date", "URL", "UIImage", "UIApplicationMain",
    ]
}
