// swift-tools-version:6.0
import PackageDescription

let package = Package(
    name: "TraceKit",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "TraceKit", targets: ["TraceKit"]),
        .executable(name: "trace-analyze", targets: ["trace-analyze"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "TraceSchema", resources: [.embedInCode("../../schema.sql")]),
        .target(name: "TraceKit", dependencies: ["CSQLite", "TraceSchema"]),
        .executableTarget(name: "trace-analyze", dependencies: ["TraceKit"]),
        .executableTarget(name: "trace-samples"),
        .testTarget(name: "TraceKitTests", dependencies: ["TraceKit", "CSQLite", "TraceSchema"]),
        .testTarget(name: "TraceAnalyzeTests", dependencies: ["trace-analyze", "TraceKit"]),
    ],
    swiftLanguageModes: [.v6]
)
