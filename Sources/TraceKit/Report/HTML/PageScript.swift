/// The page's script: its parts in the order in which they stand, inside one function so that nothing is global.
enum PageScript {
    static let text = "\n(() => {\n'use strict';\n" + parts.joined(separator: "\n") + "})();\n"

    private static let parts = [
        PageScriptText.text, PageScriptModel.text, PageScriptSums.text, PageScriptState.text, PageScriptPlaces.text,
        PageScriptLanes.text, PageScriptTimeline.text, PageScriptOverlays.text, PageScriptPointer.text,
        PageScriptGraph.text, PageScriptGraphView.text, PageScriptTables.text, PageScriptCells.text,
        PageScriptMain.text,
    ]
}
