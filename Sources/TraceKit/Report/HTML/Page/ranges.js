// The tables of the report, and which of their rows are in the range.
const ORDER = ['problems', 'findings', 'interactions', 'views', 'top-causes', 'unnecessary-updates-by-view',
  'long-view-body-updates', 'long-other-updates', 'longest-updates', 'hangs', 'hitches', 'signposts',
  'longest-intervals', 'nested-intervals', 'overlapping-intervals', 'unpaired-signposts', 'signpost-intervals',
  'threads', 'sampled-bodies', 'hottest-functions', 'call-tree', 'hottest-functions-by-total',
  'body-evaluations-without-times', 'metrics', 'rejects', 'import'];
// Findings are details of their problems; a table of them is left only where some are not.
const sections = () => data.trace.sections.filter((section) => section.id !== 'findings'
  || !(section.rows.length && section.rows.length === section.total && section.rows.every(isDetail)));
const extraColumns = (section) => section.id !== 'views' || !data.durations.count ? []
  : [{ name: 'histogram', title: 'Durations and deadlines', style: 'histogram', drop: 0, index: -1 }];

const ranks = { red: 3, orange: 2, gray: 1, high: 3, medium: 2, low: 1, large: 3, small: 1, critical: 3, warning: 2,
  good: 1 };
const sortKey = (column, value) => column.style === 'word' && ranks[value] ? ranks[value] : value;

// The rows in the range; tables of sums are computed again, as `--window` does, if all of their updates are here.
function rowsInRange(table) {
  const { section } = table, { range } = state;
  if (!range) return { rows: table.all, isCut: false };
  const key = { views: 'views', interactions: 'interactions', 'top-causes': 'chains',
    'unnecessary-updates-by-view': 'views' }[section.id];
  if (key) {
    if (!isWhole(shown(null))) return { rows: [], isCut: true, isLeftOut: true };
    return { rows: summed(table, sumsOf(shown(null))[key]), isCut: true,
      badge: section.id === 'interactions' ? 'in the range; hitches, group and deadline of the whole interaction'
        : section.id === 'views' && !isDrawn(shown(null)) ? 'in the range; medians and distributions with ' + rangeOption() : undefined };
  }
  const at = (name) => section.columns.findIndex((column) => column.name === name), start = at('start_ms');
  if (start >= 0) {
    // Updates start in it, others overlap it.
    const isUpdate = at('view') >= 0, length = at('duration_ms'), ns = (cell) => Math.round((cell ?? 0) * 1e6);
    const isIn = ({ cells }) => isUpdate ? startsIn(ns(cells[start]), range)
      : overlaps(ns(cells[start]), ns(cells[start]) + ns(cells[length]), range);
    return { rows: table.all.filter(isIn), isCut: true, isPartly: section.rows.length < section.total };
  }
  if (['problems', 'findings'].includes(section.id)) {
    const column = at(section.id === 'problems' ? 'id' : 'problem_id');
    return { rows: table.all.filter((row) => column < 0 || problemIsIn(row.cells[column], range)), isCut: true,
      badge: 'those in the range, figures of the whole trace' };
  }
  return { rows: table.all, isCut: false };
}

// Some figures of an interaction are known only as a whole, not for a range.
const WHOLE = new Set(['hitch_ms', 'hitch_ratio', 'hitch_band', 'longest_ms', 'deadline']);
function wholeInteractions(table) {
  if (table.section.id !== 'interactions') return new Map();
  const id = table.section.columns.findIndex((column) => column.name === 'id');
  return new Map(table.all.map((row) => [row.cells[id], row]));
}

// Without interactions the whole trace is one window, which does not count.
const isWholeTrace = (id) => data.name(data.interactions.kind[data.rowOfInteraction.get(id)]) === 'trace';

// A table of sums for the range: one row per key, with the numbers that can be summed again.
function summed(table, map) {
  const { section } = table, rows = [], whole = wholeInteractions(table);
  for (const [id, sums] of map) {
    if (!sums.updates) continue;
    if (section.id === 'unnecessary-updates-by-view' && !sums.unnecessary) continue;
    if (section.id === 'interactions' && isWholeTrace(id)) continue;
    const known = knownCells(section, id), ms = (ns) => ns === null ? null : ns / 1e6;
    const values = { ...sums, ...known, unnecessary: knowsWaste(sums) ? sums.unnecessary : null, total_ms: ms(sums.total),
      wasted_ms: knowsWaste(sums) ? ms(sums.wasted) : null,
      max_ms: sums.max < 0 ? null : ms(sums.max), median_ms: ms(nearestRank(sums.durations, 0.5)),
      p95_ms: ms(nearestRank(sums.durations, 0.95)),
      in_interactions: sums.necessary + sums.unnecessary + sums.unknown, interactions: null };
    const cells = section.columns.map((column, place) => values[column.name]
      ?? (WHOLE.has(column.name) ? whole.get(id)?.cells[place] : null) ?? null);
    rows.push({ cells, index: -1, place: known.place, durations: sums.durations, rank: sums });
  }
  const byTime = section.id === 'interactions'
    ? (a, b) => data.rowOfInteraction.get(a.place.id) - data.rowOfInteraction.get(b.place.id)
    : section.id === 'views' ? (a, b) => b.rank.total - a.rank.total || byName(a, b)
    : (a, b) => b.rank.wasted - a.rank.wasted || b.rank.total - a.rank.total || byName(a, b);
  return rows.sort(byTime);
}
function byName(a, b) {
  const [one, two] = [a, b].map((row) => row.cells.filter((cell) => typeof cell === 'string').join(' '));
  return one < two ? -1 : one > two ? 1 : 0;
}
function knownCells(section, id) {
  if (section.id === 'interactions') {
    const row = data.rowOfInteraction.get(id), I = data.interactions;
    return { place: { type: 'interaction', id }, id, kind: data.name(I.kind[row]), name: data.name(I.name[row]),
      start_ms: I.start_ns[row] / 1e6 };
  }
  if (section.id === 'top-causes') {
    const path = pathOf(data, id);
    return { place: { type: 'chain', id }, chain: chainText(data, id),
      root_cause: path.length ? stepName(data, path[0]) : null };
  }
  const row = data.rowOfView.get(id), V = data.views;
  return { place: { type: 'view', id }, view: data.name(V.view[row]), kind: data.name(V.kind[row]),
    module: data.name(V.module[row]) };
}
