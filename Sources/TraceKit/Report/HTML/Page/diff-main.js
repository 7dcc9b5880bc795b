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
  if (has('align', 'from', 'to')) showTime();
  if (has('selection')) {
    for (const side of sides) side.state.selection = state.selection && resolve(state.selection, side);
    showSelection();
  }
  if (has('query')) byID('search').value = state.query;
  if (!isFirst && has('sorts', 'query')) { drawTables(); findAll(); } else if (!isFirst && has('selection')) markAllChosen();
  if (!isFirst && has('flame', 'order', 'root', 'focus', 'thread', 'query')) drawFlame();
  for (const { timeline } of sides) timeline.drawSoon();
}

// The same time on both timelines.
function showTime() {
  const { starts, title } = places[state.align];
  for (const side of sides) {
    side.state.from = state.from + starts[side.index];
    side.state.to = state.to + starts[side.index];
  }
  /** @type {(ns: number) => string} */
  const signed = (ns) => (ns < 0 ? '−' : '') + moment(Math.abs(ns));
  byID('zoom-fit').hidden = title === null;
  byID('range-text').textContent = 'Zero is ' + placeTitle(places[state.align]) + (title === null ? '' : ' ('
    + sides.map((side) => moment(starts[side.index]) + ' ' + side.source.role).join(', ') + ')') + '. Shown '
    + signed(state.from) + ' to ' + signed(state.to) + ' on both sides.';
}

const renderAll = () => render(['align', 'from', 'to', 'selection', 'sorts', 'query', 'theme']);
const findAll = () => showFound(sides.reduce((sum, side) => sum + side.timeline.find(searchWords(state.query)), 0));

function listen() {
  /** @type {(id: string, act: () => void) => void} */
  const on = (id, act) => byID(id).addEventListener('click', act);
  on('zoom-in', () => sides[0].timeline.zoomMiddle(0.6));
  on('zoom-out', () => sides[0].timeline.zoomMiddle(1 / 0.6));
  on('zoom-all', () => { const [from, to] = limits(); change({ from, to }); });
  on('zoom-fit', () => change(fit(state.align), true));
  on('selection-clear', () => select(null));
  byID('align').addEventListener('change', () => {
    const align = Number(byID('align').value);
    change({ align, ...fit(align) }, true);
  });
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
  setTimeout(() => { makeTables(); drawTables(); findAll(); drawFlame(); });
  listen();
  listenFlame();
  listenPage(sides.map((side) => side.timeline), 'diff.json', () => { if (state.selection) select(null); });
  // For measurements and tests, as on the report's page.
  window.traceReport = Object.freeze({ firstPaint, original: originalReport, shown: () => ({ ...state }),
    sides: () => sides.map((side) => ({ ...side.state, origin: places[state.align].starts[side.index] })),
    frames: () => sides.flatMap((side) => side.timeline.view.frames) });
}
begin();
