import TraceKit

/// `--open`: shows the written page in the user's browser.
enum PageOpener {
    static let option = CommandSpec.Option(
        name: "open", value: nil, help: "show the page in a browser (with --format html --output FILE)")

    /// Throws unless the options write a page to a file.
    static func check(_ arguments: Arguments) throws(UsageError) {
        guard arguments.has("open") else { return }
        guard arguments.value("format") == "html", arguments.has("output") else {
            throw UsageError("'--open' shows a page: add --format html --output report.html")
        }
    }

    /// Opens the page. Only warns without a browser, because the page is written by then.
    static func open(_ output: OutputFile?, _ arguments: Arguments, _ console: Console) {
        guard arguments.has("open"), let page = output?.regularFile else { return }
        #if os(macOS)
            let tool: String? = "/usr/bin/open"
        #else
            let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].contains {
                !(console.environment[$0] ?? "").isEmpty
            }
            let tool = hasScreen ? ChildProcess.find("xdg-open", in: console.environment["PATH"]) : nil
        #endif
        guard let tool, ChildProcess.start(tool, [page], output: .nowhere).code == 0 else {
            return console.warn("no browser found to open the page")
        }
    }
}
