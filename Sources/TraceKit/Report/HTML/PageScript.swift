import CEmbedded

/// The scripts and the style sheet of the pages: the files in `Page`, in the order in which `CEmbedded` has them. A script is
/// one function, so that nothing in it is global.
enum PageScript {
    static let report = script(tracekit_report_script())
    static let diff = script(tracekit_comparison_script())
    static let style = text(tracekit_style())

    private static func script(_ parts: tracekit_bytes) -> String {
        "\n(() => {\n'use strict';\n\(text(tracekit_shared_script()))\(text(parts))})();\n"
    }

    private static func text(_ file: tracekit_bytes) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
    }
}
