// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "TraceKit",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "TraceKit", targets: ["TraceKit", "TraceKitErrors"]),
        .library(name: "TraceKitLogger", targets: ["TraceKitLogger"]),
        .executable(name: "trace-analyze", targets: ["trace-analyze"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLinux"),
        .target(name: "CEmbedded"),
        .target(name: "TraceSchema", dependencies: ["CEmbedded"]),
        .target(
            name: "TraceKit", dependencies: ["CSQLite", "CLinux", "CEmbedded", "TraceSchema"],
            exclude: ["Report/HTML/Page"],
            // Spells out the names of C++ functions in recordings.
            linkerSettings: [
                .linkedLibrary("stdc++", .when(platforms: [.linux])), .linkedLibrary("c++", .when(platforms: [.macOS])),
            ]),
        // What Foundation shows of errors: the engine and the tool do without it.
        .target(name: "TraceKitErrors", dependencies: ["TraceKit"]),
        .target(name: "TraceKitLogger"),
        .target(
            name: "TraceLoggingExample", dependencies: ["TraceKitLogger"], path: "Examples",
            exclude: ["Landmarks", "README.md", "record-ui-test"]),
        .executableTarget(name: "trace-analyze", dependencies: ["TraceKit"]),
        .executableTarget(name: "trace-generate", path: "Tests/Generator"),
        .executableTarget(name: "trace-bench", dependencies: ["TraceKit"], path: "Tests/Benchmark"),
        .testTarget(
            name: "TraceKitTests",
            dependencies: [
                "TraceKit", "TraceKitErrors", "TraceKitLogger", "TraceLoggingExample", "trace-generate", "CSQLite",
                "TraceSchema",
            ]),
        .testTarget(name: "TraceAnalyzeTests", dependencies: ["trace-analyze", "TraceKit"]),
    ],
    swiftLanguageModes: [.v6]
)
