// The tables of the report, and which of their rows are in the range.
const ORDER = ['problems', 'findings', 'interactions', 'views', 'top-causes', 'unnecessary-updates-by-view',
  'long-view-body-updates', 'long-other-updates', 'longest-updates', 'hangs', 'hitches', 'signposts',
  'longest-intervals', 'nested-intervals', 'overlapping-intervals', 'unpaired-signposts', 'signpost-intervals',
  'threads', 'sampled-bodies', 'hottest-functions', 'call-tree', 'hottest-functions-by-total',
  'body-evaluations-without-times', 'metrics', 'rejects', 'import'];
// Findings are details of their problems; a table of them is left only where some are not.
/** @type {() => Section[]} */
const sections = () => data.trace.sections.filter((section) => section.id !== 'findings'
  || !(section.rows.length && section.rows.length === section.total && section.rows.every(isDetail)));
/** @type {(section: Section) => Column[]} */
const extraColumns = (section) => section.id !== 'views' || !data.durations.count ? []
  : [{ name: 'histogram', title: 'Durations and deadlines', style: 'histogram', drop: 0, index: -1 }];

/** @type {{ [word: string]: number }} */
const ranks = { red: 3, orange: 2, gray: 1, high: 3, medium: 2, low: 1, large: 3, small: 1, critical: 3, warning: 2,
  good: 1 };
/** @type {(column: Column, value: Cell) => Cell} */
const sortKey = (column, value) => column.style === 'word' && ranks[String(value)] || value;

/** @type {{ [table: string]: (maps: SumMaps) => Map<number, Sums> }} */
const SUMMED_TABLES = { views: ({ views }) => views, interactions: ({ interactions }) => interactions, 'top-causes': ({ chains }) => chains,
  'unnecessary-updates-by-view': ({ views }) => views };
// The rows in the range; tables of sums are computed again, as `--window` does, if all of their updates are here.
/** @type {(table: ShownTable) => Ranged} */
function rowsInRange(table) {
  const { section } = table, { range } = state;
  if (!range) return { rows: table.all, isCut: false };
  const sumsIn = SUMMED_TABLES[section.id];
  if (sumsIn) {
    if (!isWhole(shown(null)) || section.id === 'interactions' && data.interactions.count < data.interactions.total) return { rows: [], isCut: true, isLeftOut: true,
      empty: 'Not counted here, as only ' + leftOutWords() + '. For the table of the range: ' + rangeOption() };
    return { rows: summed(table, sumsIn(sumsOf(shown(null)))), isCut: true,
      badge: section.id === 'interactions' ? 'in the range; hitches, group and deadline of the whole interaction'
        : section.id === 'views' && !isDrawn(shown(null)) ? 'in the range; medians and distributions with ' + rangeOption() : undefined };
  }
  /** @type {(name: string) => number} */
  const at = (name) => section.columns.findIndex((column) => column.name === name), start = at('start_ms');
  if (start >= 0) {
    // Updates start in it, others overlap it.
    const isUpdate = at('view') >= 0, length = at('duration_ms');
    /** @type {(cell: Cell) => number} */
    const ns = (cell) => Math.round(Number(cell ?? 0) * 1e6);
    /** @type {(row: Row) => boolean} */
    const isIn = ({ cells }) => isUpdate ? startsIn(ns(cells[start]), range)
      : overlaps(ns(cells[start]), ns(cells[start]) + ns(cells[length]), range);
    if (section.rows.length === section.total) return { rows: table.all.filter(isIn), isCut: true };
    return { rows: table.all.filter(isIn), isCut: true, isPartly: true,
      empty: 'none of the ' + grouped(section.rows.length) + ' rows here is in the range; of all, ' + rangeOption() + ' tells' };
  }
  if (['problems', 'findings'].includes(section.id)) {
    const column = at(section.id === 'problems' ? 'id' : 'problem_id');
    return { rows: table.all.filter((row) => column < 0 || problemIsIn(Number(row.cells[column]), range)), isCut: true, isPartly: section.rows.length < section.total,
      badge: 'those in the range, figures of the whole trace' };
  }
  return { rows: table.all, isCut: false };
}

// Some figures of an interaction are known only as a whole, not for a range.
const WHOLE = new Set(['hitch_ms', 'hitch_ratio', 'hitch_band', 'longest_ms', 'deadline']);
/** @type {(table: ShownTable) => Map<Cell, Row>} */
function wholeInteractions(table) {
  if (table.section.id !== 'interactions') return new Map();
  const id = table.section.columns.findIndex((column) => column.name === 'id');
  return new Map(table.all.map((row) => [row.cells[id], row]));
}

// Without interactions the whole trace is one window, which does not count.
/** @type {(id: number) => boolean} */
const isWholeTrace = (id) => data.name(data.interactions.kind[data.rowOfInteraction.get(id) ?? -1]) === 'trace';

// A table of sums for the range: one row per key, with the numbers that can be summed again.
/** @type {(table: ShownTable, map: Map<number, Sums>) => SummedRow[]} */
function summed(table, map) {
  const { section } = table, whole = wholeInteractions(table);
  /** @type {(ns: number | null) => number | null} */
  const ms = (ns) => ns === null ? null : ns / 1e6;
  /** @type {SummedRow[]} */
  const rows = [];
  for (const [id, sums] of map) {
    if (!sums.updates) continue;
    if (section.id === 'unnecessary-updates-by-view' && !sums.unnecessary) continue;
    if (section.id === 'interactions' && isWholeTrace(id)) continue;
    const { place, known } = knownCells(section, id), { durations, ...numbers } = sums;
    /** @type {{ [column: string]: Cell }} */
    const values = { ...numbers, ...known, unnecessary: knowsWaste(sums) ? sums.unnecessary : null, total_ms: ms(sums.total),
      wasted_ms: knowsWaste(sums) ? ms(sums.wasted) : null,
      max_ms: sums.max < 0 ? null : ms(sums.max), median_ms: ms(nearestRank(durations, 0.5)),
      p95_ms: ms(nearestRank(durations, 0.95)),
      in_interactions: sums.necessary + sums.unnecessary + sums.unknown, interactions: null };
    const cells = section.columns.map((column, at) => values[column.name]
      ?? (WHOLE.has(column.name) ? whole.get(id)?.cells[at] : null) ?? null);
    rows.push({ cells, index: -1, place, durations, rank: sums });
  }
  /** @type {(row: SummedRow) => number} */
  const time = ({ place }) => data.rowOfInteraction.get(place.id) ?? -1;
  if (section.id === 'interactions') return rows.sort((a, b) => time(a) - time(b));
  if (section.id === 'views') return rows.sort((a, b) => b.rank.total - a.rank.total || byName(a, b));
  return rows.sort((a, b) => b.rank.wasted - a.rank.wasted || b.rank.total - a.rank.total || byName(a, b));
}
/** @type {(a: Row, b: Row) => number} */
function byName(a, b) {
  const [one, two] = [a, b].map((row) => row.cells.filter((cell) => typeof cell === 'string').join(' '));
  return one < two ? -1 : one > two ? 1 : 0;
}
/** @type {(section: Section, id: number) => { place: Selected, known: { [column: string]: Cell } }} */
function knownCells(section, id) {
  if (section.id === 'interactions') {
    const row = data.rowOfInteraction.get(id) ?? -1, I = data.interactions;
    return { place: { type: 'interaction', id }, known: { id, kind: data.name(I.kind[row]), name: data.name(I.name[row]),
      start_ms: I.start_ns[row] / 1e6 } };
  }
  if (section.id === 'top-causes') {
    const path = pathOf(data, id);
    return { place: { type: 'chain', id }, known: { chain: chainText(data, id), root_cause: path.length ? stepName(data, path[0]) : null } };
  }
  const row = data.rowOfView.get(id) ?? -1, V = data.views;
  return { place: { type: 'view', id }, known: { view: data.name(V.view[row]), kind: data.name(V.kind[row]), module: data.name(V.module[row]) } };
}
