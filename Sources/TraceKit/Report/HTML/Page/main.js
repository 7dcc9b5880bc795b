// Assembles the report's page.
/** @type {TraceData[]} */
const models = [];
let isFirst = true;

/** @type {Timeline} */
const timeline = makeTimeline({ suffix: '', state, change, select, isAligned: false,
  origin: () => 0, snap: (range) => snapped(range), edgeAt: (time, direction) => hasSlices() ? edgeAt(time, direction) : time, limits: (data) => [0, data.end], hidden: () => state.hidden.split(' ') });
const { view, whole, selectable, describe, maskOf, linksOf, problemRows, problemEvents, sampledProblems, problemIsIn, hasRows, isInRange, extentOf, reveal, kindOfName, viewOfName, setRange, zoomMiddle, focusProblem,
  drawSoon, drawNow, readColors, layOut } = timeline;

// Redraws what depends on changed parts of the state.
/** @type {(keys: string[]) => void} */
function render(keys) {
  /** @type {(...names: string[]) => boolean} */
  const has = (...names) => names.some((name) => keys.includes(name));
  if (has('theme')) showTheme();
  if (has('trace')) showTrace();
  else if (has('hidden')) { timeline.use(data); layOut(); showLanes(); }
  if (has('query')) byID('search').value = state.query;
  if (has('trace') && isFirst) { drawSoon(); return; }
  if (has('selection', 'trace')) { unfolded.clear(); drawSelection(); if (showPane()) layOut(); }
  if (has('selection', 'trace', 'query')) drawGraph();
  if (has('sorts', 'query', 'trace')) drawTables(); else if (has('selection')) markAllChosen();
  if (has('query', 'trace')) markFound();
  if (has('selection', 'trace', 'flame', 'root', 'focus', 'thread', 'query')) drawFlame();
  if (has('range') && !has('selection', 'trace')) laterRange();
  if (has('from', 'to', 'range', 'trace')) showRange();
  drawSoon();
}
const markFound = () => showFound(timeline.find(searchWords(state.query)), hasMore());
// Sums over a dragged range are updated when it stops moving.
let rangeTimer = 0;
function laterRange() {
  clearTimeout(rangeTimer);
  rangeTimer = setTimeout(() => {
    if (state.selection && state.range && !isInRange(state.selection, state.range)) change({ selection: null });
    showRange();
    drawGraph();
    drawFlame();
    drawTables();
    markFound();
  }, 70);
}

/** @type {(selection: Selected | null, isReveal?: boolean) => void} */
function select(selection, isReveal = false) {
  const isSeen = selection !== null && isReveal;
  // A selection outside the range is cleared.
  const isOutside = selection && state.range && !isInRange(selection, state.range);
  change({ selection, root: '', ...(isSeen ? reveal(selection) : {}), ...(isOutside ? { range: null } : {}) }, true);
  if (!isSeen) return;
  if (selection.type === 'problem') focusProblem();
  // Only now, so that Back returns to the previous scroll position.
  const box = byID('timeline-panel').getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) byID('timeline-panel').scrollIntoView();
}

function showTrace() {
  page.traces.forEach((_, index) => { byID('answer-' + (index + 1)).hidden = index !== state.trace; });
  byID('trace-select').value = String(state.trace);
  byID('timeline-title').textContent = 'Timeline' + data.trace.mark;
  byID('graph-title').textContent = 'Cause & effect' + data.trace.mark;
  showLegend([data.trace]);
  showThinned([data], '; of a range, only what has all of its rows here is counted.');
  if (!isFirst) makeTables();
  showStart();
  showPane();
  layOut();
  showLanes();
}

// Lanes can be hidden, except the last one. The URL keeps the hidden ones.
function showLanes() {
  const all = (data.lanes ?? []).filter((lane) => lane.count);
  /** @type {(lane: Lane) => boolean} */
  const isShown = (lane) => view.lanes.includes(lane);
  const last = all.filter(isShown).length < 2;
  byID('lanes').replaceChildren(...(all.length > 1 ? all : []).map((lane, index) => {
    const button = make('button', '', lane.title, { type: 'button', 'aria-pressed': String(isShown(lane)) });
    button.disabled = last && isShown(lane);
    button.addEventListener('click', () => {
      change({ hidden: all.filter((one) => isShown(one) === (one === lane)).map((one) => one.id).join(' ') }, true);
      focusIn(byID('lanes'), ':nth-child(' + (index + 1) + ')');
    });
    return button;
  }));
  oneStop(byID('lanes'));
}

// The costliest problems: beside the timeline where there is room, else below the answer.
const FIRST_PROBLEMS = 5, isWide = matchMedia('(min-width: 1100px)');
const isTouch = matchMedia('(pointer: coarse), (max-width: 720px)');
function showStart() {
  document.querySelector('.start')?.remove();
  const section = data.trace.sections.find((section) => section.id === 'problems');
  if (!section || !section.rows.length) return;
  const names = section.columns.map((column) => column.name);
  const apart = section.rows.length - section.rows.filter(isOpenProblem).length;
  const items = firstProblems().map((row, index) => {
    const cell = (/** @type {string} */ name) => row[names.indexOf(name)] ?? '', place = placeOf(section, row, index), ms = Number(cell('cost_ms'));
    const title = place ? make('button', 'place', cut(cell('title'), 200), { type: 'button', title: 'Show on the timeline' })
      : make('b', '', cut(cell('title'), 200));
    if (place) title.addEventListener('click', () => select(place, true));
    return make('li', String(cell('severity')), [
      make('span', 'cost', [make('b', '', ms ? cost(ms) : '–'),
        make('span', 'quiet', ms ? ' ' + Math.round(Number(cell('share')) * 100) + ' %' : '')]),
      make('div', '', [title, make('p', 'quiet', cut(cell('why'), 400) + sure(cell('confidence')) + alsoFound(cell('id'), cell('kind'))),
        make('p', '', [make('b', '', 'Fix '), ...prose(cut(cell('fix'), 500))]),
        cell('gain') ? make('p', 'gain', [make('b', '', 'Gain '), cut(cell('gain'), 300)]) : null,
        place ? null : make('p', 'quiet', notPlaced(Number(cell('id')))),
        ...placeElements(section, { index: section.rows.indexOf(row) })])]);
  });
  const more = section.total - items.length - apart;
  const words = [more > 0 ? plural(more, 'more problem') + ' below' : '', apart ? plural(apart, 'accepted one') + ' below' : ''];
  const start = make('div', 'start', [make('span', 'quiet start-title', startTitle()),
    make('div', '', [make('ol', '', items), make('p', 'quiet', words.filter(Boolean).join(', '))])]);
  (isWide.matches ? byID('pane').firstElementChild ?? byID('pane') : byID('answer-' + (state.trace + 1))).append(start);
  oneStop(start);
}
/** @type {(row: Cell[]) => boolean} */
const isOpenProblem = (row) => !row[columnNames(sectionNamed('problems')).indexOf('accepted')];
/** @type {() => Cell[][]} */
const firstProblems = () => sectionNamed('problems')?.rows.filter(isOpenProblem).slice(0, FIRST_PROBLEMS) ?? [];
/** @type {(confidence: Cell) => string} */
const sure = (confidence) => confidence ? ' [' + confidence + ']' : '';
const startTitle = () => (state.range ? 'Problems of the whole trace' : 'Problems') + data.trace.mark;
// The other parts of a problem, whose cost counts each moment once.
/** @type {(problem: Cell, kind: Cell) => string} */
function alsoFound(problem, kind) {
  const section = data.trace.sections.find((section) => section.id === 'findings'), counts = new Map();
  const names = section?.columns.map((column) => column.name) ?? [], own = names.indexOf('problem_id'), rule = names.indexOf('rule');
  for (const row of own < 0 || !section ? [] : section.rows) {
    if (row[own] === problem) counts.set(row[rule], (counts.get(row[rule]) ?? 0) + 1);
  }
  counts.set(kind, (counts.get(kind) ?? 0) - 1);
  const words = [...counts].filter(([, count]) => count > 0).map(([name, count]) => (count > 1 ? count + ' × ' : '') + name);
  return words.length ? '; also ' + words.join(', ') : '';
}
/** @type {(ms: number) => string} */
const cost = (ms) => ms >= 10000 ? (ms / 1000).toFixed(1) + ' s' : ms >= 100 ? Math.round(ms) + ' ms' : Number(ms).toFixed(1) + ' ms';

function showRange() {
  const { range } = state;
  const title = document.querySelector('.start-title');
  if (title) title.textContent = startTitle();
  byID('range-zoom').hidden = byID('range-clear').hidden = byID('range-copy').hidden = !range;
  const zoomed = whole() ? 'Whole trace, ' : 'Shown ' + moment(state.from) + ' to ' + moment(state.to) + ', ';
  const text = zoomed + moment(state.to - state.from) + '. ';
  byID('range-text').textContent = !range ? text + (isTouch.matches ? 'Tap an item for its details; the two handles' : 'Shift-drag or the two handles') + ' choose a range.'
    : 'Range ' + moment(range[0]) + ' to ' + moment(range[1]) + ' (' + moment(range[1] - range[0])
      + '): ' + rangeWords(shown(null)) + rangeOption();
}
// Only what is counted from all of its updates.
/** @type {(part: Part) => string} */
function rangeWords(part) {
  const { all } = sumsOf(part), long = grouped(all.red) + ' RED, ' + grouped(all.orange) + ' ORANGE';
  if (!isWhole(part)) {
    return (data.updates.longLeftOut ? '' : long + '. ') + 'Other updates are not counted here, as only ' + leftOutWords() + '. For all numbers: ';
  }
  return plural(all.updates, 'update') + ', ' + long + ', '
    + (isDrawn(part) ? '' : 'to edges of slices whose sums the page has, ')
    + (knowsWaste(all) ? grouped(all.unnecessary) + ' unnecessary. ' : 'which of them were necessary is not recorded. ')
    + 'The same on the command line: ';
}

const rangeOption = () => '--window ' + (state.range ?? [0, data.end]).map((ns) => String(ns / 1e6)).join('..');

// Details and problems beside the timeline take no room where there are none.
function showPane() {
  const pane = byID('pane'), was = pane.hidden;
  pane.hidden = !state.selection && !pane.querySelector('.start');
  return was !== pane.hidden;
}

function listen() {
  isTouch.addEventListener('change', () => { showRange(); drawGraph(); });
  isWide.addEventListener('change', () => { showStart(); showPane(); if (!isPrinted) { layOut(); drawSoon(); } });
  /** @type {(id: string, act: () => void) => void} */
  const on = (id, act) => byID(id).addEventListener('click', act);
  on('zoom-in', () => zoomMiddle(0.6));
  on('zoom-out', () => zoomMiddle(1 / 0.6));
  on('zoom-all', () => change({ from: 0, to: data.end }));
  on('range-zoom', () => { if (state.range) change({ from: state.range[0], to: state.range[1] }, true); });
  on('range-copy', () => copy(rangeOption(), byID('range-copy')));
  on('range-clear', () => change({ range: null }, true));
  on('selection-clear', () => select(null));
  on('selection-range', () => {
    const extent = state.selection && extentOf(state.selection);
    if (extent) setRange(extent[0], extent[1] + 1, true);
  });
  on('selection-zoom', () => select(state.selection, true));
  byID('trace-select').addEventListener('change', () => {
    const trace = Number(byID('trace-select').value);
    chooseTrace(trace);
    change({ trace, from: 0, to: data.end, range: null, selection: null, thread: null, root: '', focus: null }, true);
  });
  listenFlame();
  listenGraph();
  listenPage([timeline], 'report.json', clear);
}
// Whether the trace has more than is drawn and listed.
const hasMore = () => data.updates.count < data.updates.total || sections().some((section) => section.rows.length < section.total);
// Escape clears the selection, then the range, if nothing is open.
function clear() {
  if (state.selection) select(null);
  else if (state.range) change({ range: null }, true);
}

const renderAll = () => render(['trace', 'from', 'to', 'range', 'selection', 'sorts', 'query', 'theme', 'flame']);

function begin() {
  page.traces.forEach((trace, index) => {
    byID('trace-select').append(make('option', '', (index + 1) + ': ' + cut(trace.title, 80), { value: String(index) }));
  });
  byID('trace-select').parentElement?.toggleAttribute('hidden', page.traces.length < 2);
  if (!page.traces.length) return;
  readFragment();
  renderAll();
  drawNow();
  const firstPaint = performance.now();
  // The timeline is drawn before the rest, and the graph, which asks for its width, before the tables.
  isFirst = false;
  setTimeout(() => { render(['selection', 'from']); makeTables(); render(['sorts']); markFound(); });
  listen();
  // For measurements: times of the last frames and of the first, and what is shown.
  window.traceReport = Object.freeze({ firstPaint, frames: () => [...view.frames],
    shown: () => ({ ...state }), updates: () => [rowsOf(shown()).map((row) => data.updates.id[row]), isDrawn(shown())], original: originalReport,
    column: (/** @type {keyof Tables} */ table, /** @type {string} */ name) => [...Object.fromEntries(Object.entries(data[table]))[name]] });
}
begin();
