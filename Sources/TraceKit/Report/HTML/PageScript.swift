/// The scripts of the pages: their parts in the order in which they stand, inside one function so that nothing is global.
enum PageScript {
    static let report = script(
        shared + [
            PageScriptSums.text, PageScriptState.text, PageScriptGraph.text, PageScriptGraphView.text,
            PageScriptRanges.text, PageScriptCells.text, PageScriptMain.text,
        ])

    static let diff = script(
        shared + [
            PageScriptDiffState.text, PageScriptDiffSides.text, PageScriptDiffPairs.text, PageScriptDiffCells.text,
            PageScriptDiffMain.text,
        ])

    /// What every page has.
    private static let shared = [
        PageScriptText.text, PageScriptModel.text, PageScriptAddress.text, PageScriptChrome.text,
        PageScriptInstance.text, PageScriptTables.text,
    ]

    private static func script(_ parts: [String]) -> String {
        "\n(() => {\n'use strict';\n" + parts.joined(separator: "\n") + "})();\n"
    }
}
