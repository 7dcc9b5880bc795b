/// What only the page of a comparison has.
enum PageStyleDiff {
    static let text = #"""

        .verdict dd { font-size: 25px; line-height: 1.3; font-weight: 650; letter-spacing: -0.012em; }
        .verdict .worse, .change .worse { color: var(--red); } .verdict .better, .change .better { color: var(--green); }
        .verdict .mixed, .change .mixed { color: var(--orange); }
        .use dd { font-size: 17px; line-height: 1.4; }
        .answer .method { color: var(--quiet); font-size: 13px; margin: 12px 0 0 78px; max-width: 110ch; }
        .align { display: inline-flex; gap: 6px; align-items: center; color: var(--quiet); max-width: 100%; }
        .align select { max-width: min(340px, 60vw); }
        .legend.below { color: var(--quiet); margin-top: 2px; }
        .selection-line { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin: 4px 0 6px;
          padding: 5px 10px; border-radius: 7px; background: var(--accent-soft); overflow-wrap: anywhere; }
        h3.side { margin: 10px 0 0; font-size: 13px; font-weight: 500; color: var(--quiet); overflow-wrap: anywhere; }
        h3.side .role { color: var(--ink); font-weight: 650; font-size: 14px; margin-right: 6px; }
        td.change { min-width: 104px; }
        td.verdict-cell { min-width: 92px; max-width: 190px; }
        .verdict-cell > span { font-weight: 620; } .verdict-cell .worse { color: var(--red); }
        .verdict-cell .better { color: var(--green); } .verdict-cell .mixed { color: var(--orange); }
        .verdict-cell .one-side { color: var(--violet); } td.verdict-cell > .none { color: var(--quiet); font-weight: 400; }
        .figures { display: flex; justify-content: flex-end; gap: 5px; }
        .figures .arrow, .figures .before { color: var(--quiet); }
        .figures .after { font-weight: 620; }
        .same { color: var(--quiet); }
        .bars { display: grid; gap: 2px; width: 84px; margin: 4px 0 2px auto; }
        .bars span { display: block; height: 4px; border-radius: 1px; background: var(--gray-fill); min-width: 1px; }
        .bars .after { background: var(--quiet); } .bars .after.worse { background: var(--red); }
        .bars .after.better { background: var(--green); } .bars .nothing.nothing { background: none; }
        @media (max-width: 720px) {
          .verdict dd { font-size: 21px; } .use dd { font-size: 16px; } .answer .method { margin-left: 0; }
          td.verdict-cell { min-width: 0; max-width: 96px; } .verdict-cell .long { display: none; }
          .align select { max-width: 100%; } .bars { width: 60px; } td.change { min-width: 92px; }
        }
        @media print { .selection-line button, .align { display: none !important; } }
        """#
}
