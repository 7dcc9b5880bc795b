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

        """
}
