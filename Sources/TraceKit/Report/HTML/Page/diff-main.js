// Assembles a comparison's page.
const sides = page.sides.map(makeSide);
const places = alignments();
let isFirst = true;

/** @type {(keys: string[]) => void} */
function render(keys) {
  /** @type {(...names: string[]) => boolean} */
  const has = (...names) => names.some((name) => keys.includes(name));
  if (has('theme')) showTheme();
  if (has('align')) {
    byID('align').value = String(state.align);
    for (const { timeline } of sides) timeline.view.overview = null;
  }
  if (has('align', 'from', 'to', 'range')) showTime();
  if (has('selection', 'range')) {
    for (const side of sides) side.state.selection = state.selection && resolve(state.selection, side);
    showSelection();
  }
  if (has('query')) byID('search').value = state.query;
  if (!isFirst && has('sorts', 'query')) { drawTables(); findAll(); } else if (!isFirst && has('selection')) markAllChosen();
  if (!isFirst && has('range')) laterRange();
  if (!isFirst && has('flame', 'order', 'root', 'focus', 'thread', 'query')) drawFlame();
  for (const { timeline } of sides) timeline.drawSoon();
}

// What counts only a range is counted again when it stops moving.
let rangeTimer = 0;
function laterRange() {
  clearTimeout(rangeTimer);
  rangeTimer = setTimeout(() => { drawTables(); drawFlame(); }, 70);
}

// The same time on both timelines.
function showTime() {
  const { starts, title } = places[state.align];
  for (const side of sides) {
    side.state.from = state.from + starts[side.index];
    side.state.to = state.to + starts[side.index];
    side.state.range = shifted(state.range, starts[side.index]);
  }
  /** @type {(ns: number) => string} */
  const signed = (ns) => (ns < 0 ? '−' : '') + moment(Math.abs(ns));
  byID('zoom-fit').hidden = title === null;
  byID('range-text').textContent = 'Zero is ' + placeTitle(places[state.align]) + (title === null ? '' : ' ('
    + sides.map((side) => moment(starts[side.index]) + ' ' + side.source.role).join(', ') + ')') + '. Shown '
    + signed(state.from) + ' to ' + signed(state.to) + ' on both sides. ' + (state.range ? 'Range ' + signed(state.range[0]) + ' to ' + signed(state.range[1])
      + ' (' + moment(state.range[1] - state.range[0]) + ') on both sides.' : 'The handles or Shift-drag choose a range.');
  byID('range-zoom').hidden = byID('range-clear').hidden = !state.range;
}

const renderAll = () => render(['align', 'from', 'to', 'range', 'selection', 'sorts', 'query', 'theme']);
const findAll = () => showFound(sides.reduce((sum, side) => sum + side.timeline.find(searchWords(state.query)), 0));

function listen() {
  /** @type {(id: string, act: () => void) => void} */
  const on = (id, act) => byID(id).addEventListener('click', act);
  on('zoom-in', () => sides[0].timeline.zoomMiddle(0.6));
  on('zoom-out', () => sides[0].timeline.zoomMiddle(1 / 0.6));
  on('zoom-all', () => { const [from, to] = limits(); change({ from, to }); });
  on('zoom-fit', () => change(fit(state.align), true));
  on('range-zoom', () => { if (state.range) change({ from: state.range[0], to: state.range[1] }, true); });
  on('range-clear', () => change({ range: null }, true));
  on('selection-clear', () => select(null));
  byID('align').addEventListener('change', () => {
    const align = Number(byID('align').value);
    // A range is about the moments of one alignment.
    change({ align, ...fit(align), range: null }, true);
  });
}

// The labels of titles lead to the findings' table.
function linkTitles() {
  const table = tables.find(({ section }) => section.id === 'findings');
  for (const label of table ? document.querySelectorAll('.to-findings dt') : []) {
    const link = make('button', 'place', label.textContent ?? '', { type: 'button', title: 'Show the findings' });
    if (table) link.addEventListener('click', () => goTo(table));
    label.replaceChildren(link);
  }
}

// Escape clears the highlight, then the range.
function clear() {
  if (state.selection) select(null);
  else if (state.range) change({ range: null }, true);
}

function begin() {
  makeTimelines();
  if (sides.length === 2) {
    byID('align').append(...places.map((place, index) => make('option', '', placeTitle(place), { value: String(index) })));
    /** @type {(ns: number) => number} */
    const ms = (ns) => ns / 1e6;
    showLegend(sides.map(({ data }) => ({ orange_ms: ms(data.orange), red_ms: ms(data.red) })));
    showThinned(sides.map((side) => side.data), '.');
    for (const { timeline } of sides) timeline.layOut();
  } else byID('timeline-panel').hidden = true;
  readFragment();
  renderAll();
  for (const { timeline } of sides) timeline.drawNow();
  const firstPaint = performance.now();
  isFirst = false;
  setTimeout(() => { makeTables(); drawTables(); linkTitles(); findAll(); drawFlame(); });
  listen();
  listenFlame();
  listenPage(sides.map((side) => side.timeline), 'diff.json', clear);
  // For measurements and tests, as on the report's page.
  window.traceReport = Object.freeze({ firstPaint, original: originalReport, shown: () => ({ ...state }),
    sides: () => sides.map((side) => ({ ...side.state, origin: places[state.align].starts[side.index] })),
    frames: () => sides.flatMap((side) => side.timeline.view.frames) });
}
begin();
