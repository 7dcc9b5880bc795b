/// The parts of the style sheet for tables, and for paper, phones and calm.
enum PageStyleParts {
    static let tables = #"""

        #contents { display: flex; flex-wrap: wrap; gap: 6px; margin: 4px 0 18px; font-size: 13px; }
        #contents a { color: var(--ink); text-decoration: none; border: 1px solid var(--line); border-radius: 99px;
          padding: 2px 11px; background: var(--panel); }
        #contents a:hover { border-color: var(--gray); }
        .table-box { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
        th { text-align: left; font-weight: 500; color: var(--quiet); font-size: 12.5px; white-space: nowrap;
          padding: 0; border-bottom: 1px solid var(--line); }
        th button { border: 0; background: none; padding: 6px 10px; border-radius: 4px; color: inherit; font: inherit; }
        th[aria-sort] button { color: var(--ink); font-weight: 620; }
        th[aria-sort="ascending"] button::after { content: " ↑"; }
        th[aria-sort="descending"] button::after { content: " ↓"; }
        td { padding: 6px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
        tr:last-child td { border-bottom: 0; }
        tbody tr:hover { background: var(--sunk); }
        tr.is-chosen, tbody tr.is-chosen:hover { background: var(--accent-soft); }
        td.number, th.number { text-align: right; white-space: nowrap; }
        td.name, td.text { overflow-wrap: anywhere; min-width: 110px; unicode-bidi: isolate; }
        td.name { min-width: 170px; }
        td .place { border: 0; background: none; padding: 0; text-align: left; color: var(--accent); font-weight: 550;
          overflow-wrap: anywhere; border-radius: 3px; }
        td .place:hover { text-decoration: underline; }
        td .note { color: var(--quiet); max-width: 100ch; margin-top: 3px; }
        td .note b { color: var(--ink); font-weight: 620; }
        .word { white-space: nowrap; }
        .word.red, .word.orange, .word.high { font-weight: 650; }
        .word.red, .word.high, .word.critical, .word.missed { color: var(--red); }
        .word.orange, .word.medium, .word.warning { color: var(--orange); }
        .zero { color: var(--gray); }
        svg.histogram { display: block; }
        .histogram .gray { fill: var(--gray-fill); } .histogram .orange { fill: var(--orange-fill); }
        .histogram .red { fill: var(--red); } .histogram line { stroke: var(--quiet); stroke-dasharray: 2 2; }
        .panel details { font-size: 13px; color: var(--quiet); padding-top: 8px; }
        .panel details pre { overflow-x: auto; font: 12px/1.5 ui-monospace, monospace; margin: 6px 0 0; color: var(--ink); }
        .more { margin-top: 8px; }
        .badge { font-size: 12px; color: var(--accent); background: var(--accent-soft); border-radius: 99px;
          padding: 1px 9px; }
        """#

    static let media = #"""

        .columns-button { display: none; }
        .has-far .columns-button { display: inline-block; }
        .few .far { display: none; }
        @media (max-width: 720px) {
          .bar { flex-wrap: wrap; gap: 6px; padding: 8px 12px; position: static; }
          .bar b { white-space: nowrap; }
          .bar .space, #help-button span, #download span { display: none; } .bar b { flex: 1; }
          #search { order: 9; width: 100%; flex-basis: 100%; }
          html { scroll-padding-top: 8px; }
          main { padding: 0 12px 32px; } footer { padding: 0 12px 32px; }
          .answer { padding: 18px 0 16px; }
          .line, .start { grid-template-columns: 1fr; gap: 0; }
          .bodies dd { font-size: 21px; } .worst dd, .cost dd { font-size: 16px; }
          .panel { padding: 10px 10px 8px; border-radius: 10px; }
          .few .drop { display: none; }
          .columns-button { display: inline-block; }
          td, th button { padding-left: 6px; padding-right: 6px; }
          td.name { min-width: 120px; }
          .has-notes .columns-button { display: none; }
          .has-notes :is(table, thead, tbody) { display: block; }
          .has-notes thead tr { display: flex; flex-wrap: wrap; }
          .has-notes tbody tr { display: grid; grid-template-columns: auto auto 1fr; padding: 7px 0;
            border-bottom: 1px solid var(--line); }
          .has-notes td { padding: 1px 8px 1px 6px; border: 0; min-width: 0; }
          .has-notes td.name { grid-row: 2; grid-column: 1 / -1; }
          .has-notes .few .drop { display: revert; }
          .keys div { grid-template-columns: 1fr; gap: 0; }
          button { min-height: 34px; }
          th button, td .place { min-height: 28px; }
        }
        @media (prefers-reduced-motion: no-preference) {
          html { scroll-behavior: smooth; }
          button { transition: border-color 120ms; }
        }
        @media (forced-colors: active) { .mark { forced-color-adjust: none; } }
        @media print {
          :root, :root[data-theme="dark"] { --page: #fff; --panel: #fff; --sunk: #fff; --ink: #000; --quiet: #444;
            --line: #bbb; }
          .bar, .tools, .handle, .tooltip, #contents, .range-line button, .panel-head button, .start button, .more, details,
            .skip, dialog { display: none !important; }
          main, footer { max-width: none; padding: 0; }
          .panel { border: 0; padding: 8px 0; break-inside: avoid-page; }
          #tables .panel { break-inside: auto; }
          .timeline { height: auto !important; }
          #graph { max-width: 100%; height: auto; }
          tr { break-inside: avoid; } .table-box, .graph-box { overflow: visible; }
          td .place { color: inherit; }
        }
        """#
}
