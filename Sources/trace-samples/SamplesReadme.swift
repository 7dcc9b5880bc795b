/// The page that stands beside the sample traces.
enum SamplesReadme {
    static func write(to path: String) throws {
        let file = try OutputFile(creating: path)
        file.append(text)
        try file.finish()
    }

    private static let text = """
        # Sample traces

        Two recordings of one invented app, Landmarks, used in the same way before and after five fixes: formatters
        made once, the model loaded off the main thread, one favorite observed per row, the search query kept out of
        the environment, and a smaller map snapshot. Nothing here was recorded; every number is made up by
        `Sources/trace-samples`, which gives the same bytes every time:

            swift run trace-samples SampleTraces

        | file | what it shows |
        |---|---|
        | `landmarks-before.json` | TraceKit's own JSON: a microhang at launch, slow rows and hitches while scrolling, \
        104 updates for each of two taps, 14 rows updated for each of five keystrokes |
        | `landmarks-after.json` | the same use after the fixes: one update a tap, two a keystroke, no hang |
        | `ndjson/landmarks-before.ndjson` | the same records as the JSON, one a line; nothing is left out |
        | `csv/landmarks-before.csv`, `csv/landmarks-before/` | the same as one table with a `record` column, and as \
        one table a kind of record; nothing is left out |
        | `csv/instruments-updates.tsv` | the updates as copied out of Instruments' table: times to the microsecond, \
        durations to the hundredth of a unit; no instances, groups, changed properties or causes |
        | `xctrace/landmarks-before/`, `xctrace/landmarks-after/` | the same two as exports of \
        `xcrun xctrace export`, Xcode 27 style, without what those tables do not hold: instances, group ids, most \
        changed properties, build, configuration, refresh rate, single signpost events |
        | `…/toc.xml` | the table of contents: device, process, dates, the tables below |
        | `…/swiftui-updates.xml` | one row for each update that ran, with Instruments' severity words |
        | `…/swiftui-full-causes.xml` | the edges of the cause graph, nodes with ids and times; interactions are its \
        gesture nodes, notified views whose body did not run end in `[skipped]` |
        | `…/swiftui-causes.xml` | the same edges, nodes with name, colour and symbol only |
        | `…/swiftui-update-groups.xml` | the transactions that updates ran in |
        | `…/hitches.xml` | frames that came late |
        | `…/potential-hangs.xml` | the launch hang of the before trace; no rows in the after trace |
        | `…/OSSignpostIntervals.xml` | loading, thumbnails, one decoded image |
        | `…/time-profile.xml` | 1 kHz samples of the main thread inside long updates and the hang, few elsewhere |
        | `chrome-trace/landmarks-before.json` | the before trace as Trace Event JSON, for Perfetto and \
        chrome://tracing: updates as slices, edges as flows, samples; without modules, instances, groups, changed \
        properties, allocations, severity words, subsystems, origins, times of edges, weights of samples; hitches \
        and hangs are slices only, and come in as signposts |
        | `metrickit/landmarks-before.json` | a day's MetricKit payload of the same app: hang histogram, hitch \
        ratio, signpost histograms; no time line, no updates |
        | `xctest/landmarks-before.json` | `xcresulttool get test-results metrics` of two performance tests of it; \
        no time line, no updates |
        | `signposts/landmarks-before.compact.log`, `….default.log`, `….syslog.log` | the before trace as \
        `log show --signpost` prints it: bodies as intervals named `LandmarkRow.body`, interactions among the points of \
        interest; milliseconds (compact) or microseconds; no causes, instances, groups, changed properties, modules, \
        phases or checks, no updates but bodies, no hitches, hangs and samples |
        | `unified-log/landmarks-before.json`, `….ndjson` | the same with `--style json` and `ndjson`, and with what \
        `_logChanges` says of each body: changed properties besides; times by machine ticks (125/3 ns) |
        | `print-changes/landmarks-before.log` | what `_printChanges` in every body prints between the app's own output: \
        views and changed properties, no times at all |

        """
}
