/// The page's style sheet.
enum PageStyle {
    static let text = [colors, layout, PageStyleParts.tables, PageStyleDiff.text, PageStyleParts.media].joined()

    private static let colors = #"""

        :root {
          color-scheme: light dark;
          --page: #f4f5f7; --panel: #ffffff; --sunk: #f7f8fa; --ink: #171b22; --quiet: #5a6472; --line: #dde1e7;
          --accent: #1c5fd4; --accent-soft: #e4edfc;
          --red: #c5221f; --red-soft: #fbe7e6; --orange: #a85500; --orange-fill: #e8891a; --orange-soft: #fdf0dd;
          --gray: #8d97a5; --gray-fill: #b4bcc8; --green: #1d7a46; --violet: #6b4fc4; --violet-soft: #ece8fa;
        }
        @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {
          --page: #0e1115; --panel: #161a20; --sunk: #12161b; --ink: #e6e9ee; --quiet: #98a2b1; --line: #2a313b;
          --accent: #7fb0ff; --accent-soft: #1b2b47;
          --red: #ff6f66; --red-soft: #3a1d1d; --orange: #ffb14a; --orange-fill: #f0982c; --orange-soft: #38290f;
          --gray: #7d8796; --gray-fill: #515b69; --green: #5cc98a; --violet: #a996f5; --violet-soft: #272143;
        } }
        :root[data-theme="dark"] {
          color-scheme: dark;
          --page: #0e1115; --panel: #161a20; --sunk: #12161b; --ink: #e6e9ee; --quiet: #98a2b1; --line: #2a313b;
          --accent: #7fb0ff; --accent-soft: #1b2b47;
          --red: #ff6f66; --red-soft: #3a1d1d; --orange: #ffb14a; --orange-fill: #f0982c; --orange-soft: #38290f;
          --gray: #7d8796; --gray-fill: #515b69; --green: #5cc98a; --violet: #a996f5; --violet-soft: #272143;
        }
        :root[data-theme="light"] { color-scheme: light; }
        """#

    private static let layout = #"""

        * { box-sizing: border-box; }
        html { scroll-padding-top: 64px; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 system-ui, sans-serif;
          font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
        main { max-width: 1440px; margin: 0 auto; padding: 0 24px 48px; }
        h1, h2, p, dl, dd { margin: 0; }
        h1 { font-size: 15px; font-weight: 500; color: var(--quiet); overflow-wrap: anywhere; }
        h2 { font-size: 15px; font-weight: 650; }
        code, kbd { font: 12.5px/1.4 ui-monospace, monospace; }
        kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 4px; }
        button, input, select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
          border-radius: 7px; padding: 4px 10px; }
        button { cursor: pointer; }
        button:hover { border-color: var(--gray); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        [hidden] { display: none !important; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .skip { position: absolute; left: -999px; }
        .skip:focus { left: 8px; top: 8px; z-index: 9; background: var(--panel); padding: 4px 8px; }
        .space { flex: 1; }
        .quiet { color: var(--quiet); }
        .bar { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: 8px; padding: 9px 24px;
          background: var(--panel); border-bottom: 1px solid var(--line); }
        .mark { width: 22px; height: 14px; flex: none; }
        .mark .gray { fill: var(--gray-fill); } .mark .orange { fill: var(--orange-fill); } .mark .red { fill: var(--red); }
        #search { width: 210px; }
        .noscript { padding: 12px 24px; }
        .answer { padding: 26px 0 22px; }
        .answer dl { margin-top: 8px; display: grid; gap: 5px; }
        .line { display: grid; grid-template-columns: 64px 1fr; gap: 14px; align-items: baseline; }
        .line dt { color: var(--quiet); font-size: 13px; }
        .line dd { overflow-wrap: anywhere; }
        .bodies dd { font-size: 25px; line-height: 1.3; font-weight: 620; letter-spacing: -0.012em; }
        .worst dd, .cost dd { font-size: 17px; line-height: 1.4; }
        .note dd { color: var(--orange); font-weight: 550; }
        .next code { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 2px 8px; }
        b.red { color: var(--red); } b.orange { color: var(--orange); }
        .start { display: grid; grid-template-columns: 64px 1fr; gap: 14px; margin-top: 16px; }
        .start > div { border-left: 3px solid var(--accent); padding: 2px 0 2px 14px; }
        .start h2 { font-size: 17px; overflow-wrap: anywhere; }
        .start p { max-width: 92ch; overflow-wrap: anywhere; margin-top: 2px; } .start button { margin-top: 10px; }
        .start .quiet { padding-top: 4px; font-size: 13px; }
        .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px 12px;
          margin-bottom: 18px; }
        .panel-head { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; min-height: 34px; }
        .panel-head p { color: var(--quiet); overflow-wrap: anywhere; }
        .legend { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12.5px; }
        .legend span { display: inline-flex; align-items: center; gap: 5px; }
        .tools { display: flex; gap: 4px; }
        .thinned { background: var(--orange-soft); border-radius: 7px; padding: 6px 10px; margin: 4px 0 8px; }
        .overview-box { margin: 6px 0 4px; }
        .overview { display: block; height: 34px; border-radius: 6px; cursor: grab; touch-action: pan-y; }
        .timeline-box { position: relative; }
        .timeline { display: block; width: 100%; touch-action: pan-y; cursor: crosshair; border-radius: 6px; }
        .timeline.panning { cursor: grabbing; }
        .handle { position: absolute; top: 17px; width: 24px; height: 24px; margin-left: -12px; padding: 0; border: 0;
          background: none; cursor: ew-resize; touch-action: none; }
        .handle::after { content: ""; position: absolute; left: 7px; top: 3px; width: 10px; height: 16px;
          background: var(--panel); border: 2px solid var(--accent); border-radius: 3px 3px 6px 6px; }
        .tooltip { position: absolute; z-index: 4; left: 0; top: 0; max-width: min(380px, 92vw); padding: 8px 11px;
          background: var(--panel); border: 1px solid var(--line); border-radius: 8px; pointer-events: none;
          box-shadow: 0 6px 24px rgb(0 0 0 / 0.18); font-size: 12.5px; overflow-wrap: anywhere; }
        .tooltip b { display: block; font-size: 13.5px; }
        .range-line { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; color: var(--quiet);
          font-size: 13px; padding-top: 8px; min-height: 38px; }
        #details { display: flex; flex-wrap: wrap; gap: 4px 26px; margin: 6px 0 4px; }
        #details dt { color: var(--quiet); font-size: 12px; }
        #details dd { overflow-wrap: anywhere; max-width: 60ch; }
        .graph-box { overflow-x: auto; margin: 6px 0; padding-bottom: 4px; }
        #graph { display: block; }
        #graph text { font: 12px/1 system-ui, sans-serif; fill: var(--ink); }
        #graph text.strong { font-weight: 620; font-size: 12.5px; }
        #graph text.quiet { fill: var(--quiet); font-size: 11px; }
        #graph text.wasted { fill: var(--red); font-size: 11px; }
        #graph rect.node { fill: var(--sunk); stroke: var(--line); }
        #graph rect.share { fill: var(--line); } #graph rect.waste { fill: var(--red); }
        #graph .tab { fill: var(--gray); } #graph .gesture .tab { fill: var(--accent); }
        #graph .state .tab { fill: var(--violet); } #graph .view .tab { fill: var(--green); }
        #graph g.is-chosen rect.node { stroke: var(--accent); stroke-width: 2; }
        #graph g[tabindex] { cursor: pointer; outline: none; }
        #graph g[tabindex]:hover rect.node { stroke: var(--quiet); }
        #graph g[tabindex]:focus-visible rect.node { stroke: var(--accent); stroke-width: 3; }
        #graph path { fill: none; stroke: var(--gray-fill); }
        #graph path.wasted { stroke: var(--red); stroke-opacity: 0.6; }
        #graph rect.label { fill: var(--panel); }
        dialog { color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 12px;
          max-width: min(600px, 92vw); padding: 20px 24px; }
        dialog::backdrop { background: rgb(0 0 0 / 0.4); }
        .keys { margin: 12px 0; display: grid; gap: 6px; }
        .keys div { display: grid; grid-template-columns: 210px 1fr; gap: 12px; }
        dialog p { margin-bottom: 12px; color: var(--quiet); }
        footer { max-width: 1440px; margin: 0 auto; padding: 0 24px 40px; color: var(--quiet); font-size: 13px; }
        """#
}
