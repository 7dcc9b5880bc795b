import CEmbedded

/// The fixed markup of the pages before the script fills it. It has no data, so nothing needs escaping.
enum PageMarkup {
    static let head = #"""
        <a class="skip" href="#main">Skip to the contents</a>
        <header class="bar">
        <svg class="mark" viewBox="0 0 22 14" aria-hidden="true"><rect class="gray" width="10" height="14" rx="2"/><rect
         class="orange" x="11" width="5" height="14" rx="2"/><rect class="red" x="17" width="5" height="14" rx="2"/></svg><b>trace-analyze</b>
        <label class="traces" hidden>Trace <select id="trace-select"></select></label>
        <span class="space"></span>
        <span id="found" role="status"></span>
        <input type="search" id="search" placeholder="Search everything" aria-label="Search the timeline and all tables" autocomplete="off">
        <button type="button" id="theme" title="Theme: as the system has it, light, dark">Auto theme</button>
        <button type="button" id="download" aria-label="Download data">Download<span> data</span></button>
        <button type="button" id="help-button" aria-haspopup="dialog" aria-label="Keys and gestures"><span>Keys </span><kbd>?</kbd></button>
        </header>
        <noscript><p class="noscript">The timeline, the graph and whole tables need JavaScript, which is part of this file.
        Without it there is what follows.</p></noscript>
        """#

    /// The elements of a timeline; their ids end in `suffix`.
    static func timeline(suffix: String, name: String) -> String {
        let side = suffix.isEmpty ? "" : ", \(suffix.dropFirst())"
        return """
            <div class="overview-box"><canvas class="overview" id="overview\(suffix)" aria-hidden="true"></canvas></div>
            <div class="timeline-box" id="timeline-box\(suffix)">
            <canvas class="timeline" id="timeline\(suffix)" tabindex="0" role="application" aria-label="\(name)"
             aria-describedby="timeline-keys"></canvas>
            <button type="button" class="handle" id="handle-start\(suffix)" role="slider" aria-label="Start of the range\(side)"></button>
            <button type="button" class="handle" id="handle-end\(suffix)" role="slider" aria-label="End of the range\(side)"></button>
            <div class="tooltip" id="tooltip\(suffix)" role="status" hidden></div>
            </div>
            """
    }

    private static let zoomTools = #"""
        <div class="tools" role="group" aria-label="Zoom">
        <button type="button" id="zoom-out" aria-label="Zoom out">−</button>
        <button type="button" id="zoom-in" aria-label="Zoom in">+</button>
        <button type="button" id="zoom-all">All</button>
        </div>
        """#

    private static let timelineKeys = #"""
        <p id="timeline-keys" class="hidden">Plus and minus zoom, left and right pan, up and down choose a lane, N and P go
        to the next and previous item, Enter selects, Home shows all, Escape clears, question mark shows all keys.</p>
        """#

    /// The comparison's timelines, one below the other.
    static let diffPanels = #"""
        <section class="panel" id="timeline-panel" aria-labelledby="timeline-title">
        <div class="panel-head">
        <h2 id="timeline-title">Both timelines</h2>
        <label class="align">aligned at <select id="align"></select></label>
        <span class="space"></span>
        <button type="button" id="zoom-fit">Interaction</button>
        \#(zoomTools)
        </div>
        <p class="legend below" id="legend"></p>
        <p class="legend below" id="empty-lanes"></p>
        <p class="thinned" id="thinned" hidden></p>
        <p class="selection-line" id="selection-line" hidden><span id="selection-text"></span>
        <button type="button" id="selection-clear">Clear the highlight</button></p>
        <h3 class="side"><span class="role">Before</span> <span id="title-before"></span></h3>
        \#(timeline(suffix: "-before", name: "Timeline before"))
        <h3 class="side"><span class="role">After</span> <span id="title-after"></span></h3>
        \#(timeline(suffix: "-after", name: "Timeline after"))
        \#(timelineKeys)
        <div class="range-line"><span id="range-text"></span>
        <button type="button" id="range-zoom" hidden>Zoom to the range</button>
        <button type="button" id="range-clear" hidden>Clear the range</button></div>
        </section>
        \#(flamePanel(
            title: "Time profiles",
            modes: [
                ("difference", "Difference"), ("before", "Before"), ("after", "After"), ("callers", "Callers"),
            ],
            table: ""))
        <nav id="contents" aria-label="Tables"></nav>
        <div id="tables"></div>
        """#

    /// The flame graph with a button for each way to show it.
    private static func flamePanel(title: String, modes: [(id: String, title: String)], table: String) -> String {
        """
        <section class="panel" id="flame-panel" aria-labelledby="flame-title" hidden>
        <div class="panel-head">
        <h2 id="flame-title">\(title)</h2>
        <p id="flame-note" class="quiet" role="status"></p>
        <span class="space"></span>
        <label>Thread <select id="flame-thread"></select></label>
        <div class="tools" role="group" aria-label="How the samples are shown">
        \(modes.map { "<button type=\"button\" id=\"flame-\($0.id)\">\($0.title)</button>" }.joined(separator: "\n"))
        </div>
        </div>
        <div class="crumbs" id="flame-path" role="group" aria-label="The callers of what is shown" hidden></div>
        <div class="flame-frame">
        <div class="graph-box" id="flame-box" tabindex="0" role="group" aria-label="Flame graph: callers above what they call">
        <svg id="flame" role="group" aria-label="Frames of the samples"></svg>
        \(table)
        </div>
        <div class="tooltip" id="flame-tip" aria-hidden="true" hidden></div>
        </div>
        </section>
        """
    }

    static let panels = #"""
        <div class="stage">
        <section class="panel" id="timeline-panel" aria-labelledby="timeline-title">
        <div class="panel-head">
        <h2 id="timeline-title">Timeline</h2>
        <p class="legend" id="legend"></p>
        <span class="space"></span>
        \#(zoomTools)
        </div>
        <p class="thinned" id="thinned" hidden></p>
        <div class="lanes" id="lanes" role="group" aria-label="Lanes that are shown"></div>
        \#(timeline(suffix: "", name: "Timeline"))
        \#(timelineKeys)
        <div class="range-line"><span id="range-text"></span>
        <button type="button" id="range-copy" hidden>Copy the option</button>
        <button type="button" id="range-zoom" hidden>Zoom to the range</button>
        <button type="button" id="range-clear" hidden>Clear the range</button></div>
        </section>
        <aside class="panel" id="pane" aria-label="Details and problems"><div>
        <div id="details-box" hidden>
        <h2 id="details-title"></h2>
        <div class="selection-tools">
        <button type="button" id="selection-zoom">Show on the timeline</button>
        <button type="button" id="selection-range">Use as range</button>
        <button type="button" id="selection-clear">Clear the selection</button>
        </div>
        <dl id="details"></dl>
        </div>
        </div></aside>
        </div>
        <section class="panel" id="graph-panel" aria-labelledby="graph-title">
        <div class="panel-head">
        <h2 id="graph-title">Cause &amp; effect</h2>
        <p id="selection-text"></p>
        </div>
        <div class="graph-frame">
        <div class="graph-box" id="graph-box" tabindex="0" role="group" aria-label="Graph of causes and effects">
        <svg id="graph" role="group" aria-label="Chains of causes, left to right"></svg>
        </div>
        </div>
        <p id="graph-note" class="quiet"></p>
        </section>
        \#(flamePanel(
            title: "Time profile",
            modes: [
                ("graph", "Flame graph"), ("time", "In time"), ("callers", "Callers"), ("tree", "Call tree"),
                ("inverted", "Inverted"),
            ],
            table: """
                <table id="call-tree" hidden><thead><tr><th class="number">Samples</th><th class="number">Share</th>
                <th class="number">Itself</th><th>Function</th></tr></thead><tbody></tbody></table>
                """))
        <nav id="contents" aria-label="Tables"></nav>
        <div id="tables"></div>
        """#

    static let foot = foot(
        command: "report",
        keys: [
            (
                "<kbd>Ctrl</kbd> or <kbd>⌘</kbd> + wheel, pinch, <kbd>+</kbd> <kbd>−</kbd>",
                "zoom at the pointer or in the middle; the wheel alone once the timeline has the focus"
            ),
            ("Drag, <kbd>←</kbd> <kbd>→</kbd>", "move along the time"),
            ("<kbd>Shift</kbd> + drag, the two handles", "choose a range: tables and graph show only it"),
            ("Click, <kbd>Enter</kbd>", "select: the graph shows what caused it; in a range, what both have"),
            ("Double click", "zoom to what is under the pointer"),
            ("<kbd>↑</kbd> <kbd>↓</kbd>", "choose a lane"),
            (
                "<kbd>N</kbd> <kbd>P</kbd>",
                "next and previous item of the lane; in a search, of those found; of a selected problem, in all lanes"
            ),
            ("<kbd>Tab</kbd>, arrow keys", "to the next table, graph or list; from one control in it to the other"),
            ("<kbd>Home</kbd>", "show the whole trace"), ("<kbd>Esc</kbd>", "clear the selection, then the range"),
            ("<kbd>/</kbd>", "search: marks on the timeline, rows of the tables"), ("<kbd>?</kbd>", "this list"),
        ])

    static let diffFoot = foot(
        command: "diff",
        keys: [
            ("<kbd>Ctrl</kbd> or <kbd>⌘</kbd> + wheel, pinch, <kbd>+</kbd> <kbd>−</kbd>", "zoom both timelines"),
            ("Drag, <kbd>←</kbd> <kbd>→</kbd>", "move both along the time"),
            (
                "<kbd>Shift</kbd> + drag, the handles",
                "choose a range on both sides: the time profiles and the highlight count only it"
            ),
            ("Click, <kbd>Enter</kbd>", "highlight the same view or interaction on both sides"),
            ("Double click", "zoom to what is under the pointer"),
            ("<kbd>↑</kbd> <kbd>↓</kbd>", "choose a lane"),
            ("<kbd>N</kbd> <kbd>P</kbd>", "next and previous item of the lane; in a search, of those found"),
            ("<kbd>Home</kbd>", "show both whole traces"),
            ("<kbd>Esc</kbd>", "clear the highlight, then the range"),
            ("<kbd>/</kbd>", "search: marks on the timeline, rows of the tables"), ("<kbd>?</kbd>", "this list"),
        ])

    private static func foot(command: String, keys: [(keys: String, what: String)]) -> String {
        """
        <footer><p>One file, no network. The numbers are those of <code>trace-analyze \(command) --format json</code>:
        “Download data” gives them.</p></footer>
        <dialog id="help" aria-labelledby="help-title">
        <h2 id="help-title">Keys and gestures</h2>
        <dl class="keys">
        \(keys.map { "<div><dt>\($0.keys)</dt><dd>\($0.what)</dd></div>" }.joined(separator: "\n"))
        </dl>
        <p>The address of the page holds what is shown: copy it to pass on the place.</p>
        <form method="dialog"><button>Close</button></form>
        </dialog>
        <p id="live" class="hidden" aria-live="polite"></p>
        """
    }
}

/// The script and style sheet of the pages: the files in `Page` in the order of `CEmbedded`. The script is one
/// function, so it has no globals.
enum PageScript {
    static let report = script(tracekit_report_script())
    static let diff = script(tracekit_comparison_script())
    static let style = text(tracekit_style())

    private static func script(_ parts: tracekit_bytes) -> String {
        "\n(() => {\n'use strict';\n\(lines(tracekit_shared_script()))\(lines(parts))})();\n"
    }

    /// Without indentation and comments, a tenth of a small page: no text and no comment of the scripts goes over
    /// several lines.
    private static func lines(_ file: tracekit_bytes) -> String {
        var kept: [UInt8] = []
        kept.reserveCapacity(file.count)
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let code = line.drop { $0 == UInt8(ascii: " ") }
            guard !code.isEmpty, !code.starts(with: "//".utf8), !code.starts(with: "/**".utf8) else { continue }
            kept += code
            kept.append(UInt8(ascii: "\n"))
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func text(_ file: tracekit_bytes) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
    }
}
