// What the page is about: the rows of the selection in the range. Graph, flame graph, tables and sentences take their
// rows from `shown`. A number is only drawn if all of its rows are here (`isWhole`): a large trace is thinned.
const SUMMED = ['view', 'interaction', 'chain', 'cause'];
let lastShown = [];
function shown(selection = state.selection, range = state.range) {
  let found = lastShown.find((one) => one.data === data && one.selection === selection && one.range === range);
  if (!found) lastShown = [found = { data, selection, range }, ...lastShown.slice(0, 2)];
  return found;
}

// Updates start in a range; anything with a length overlaps it.
const startsIn = (start, range) => !range || start >= range[0] && start < range[1];
const overlaps = (start, end, range) => !range || start < range[1] && Math.max(end, start + 1) > range[0];

// The drawn updates.
function rowsOf(part) {
  if (part.rows) return part.rows;
  const U = data.updates, isIn = part.selection ? maskOf(part.selection) : () => true, rows = [];
  const first = part.range && U.count ? lowerBound(U.start_ns, part.range[0]) : 0;
  for (let row = first; row < U.count && startsIn(U.start_ns[row], part.range); row++) if (isIn(row)) rows.push(row);
  return part.rows = rows;
}
// Whether no update of the part was left out of the page, and whether its sums are here all the same.
function isDrawn(part) {
  return part.isDrawn ??= data.updates.count === data.updates.total || isAllDrawn(part.selection);
}
const isWhole = (part) => isDrawn(part) || canSlice(part);
function isAllDrawn(selection) {
  if (!selection) return false;
  if (selection.type === 'update') return true;
  if (selection.type === 'problem') return problemRows().drawn(selection.id) === problemRows().all(selection.id);
  if (!SUMMED.includes(selection.type)) return false;
  const known = tableLinks(shown(selection, null));
  return known.isWhole && known.links.length > 0 && sum(known.links, 'updates') === sum([...sumRows(data, rowsOf(shown(selection, null))).links.values()], 'updates');
}
const sumsOf = (part) => part.sums ??= isDrawn(part) || !canSlice(part) ? sumRows(data, rowsOf(part)) : sumSlices(part);

// The sums that the graph is drawn from, by chain, view and interaction; null if some of its updates are not here.
// Without a range the database has summed up all updates, drawn or not.
function linksOfPart(part) {
  const { selection, range } = part;
  if (!range && (!selection || SUMMED.includes(selection.type))) {
    const known = tableLinks(part);
    if (known.links.length || known.isWhole) return known;
  }
  return isWhole(part) ? { links: [...sumsOf(part).links.values()], isWhole: true, isCounted: true } : null;
}
function tableLinks(part) {
  if (part.known) return part.known;
  // Sums by interaction only for a selected one: a long trace has more than fit on the page.
  const table = part.selection?.type === 'interaction' ? data.interaction_links : data.links, links = table.all ??= allLinks(table);
  return part.known = { links: part.selection ? links.filter(linksOf(part.selection)) : links, isWhole: table.count === table.total, table };
}

// The times in which samples count; null = all. Those of a selection and those of the range apply together.
function spansOf(part) {
  const { selection } = part, kind = selection && selectable[selection.type];
  if (!kind) return null;
  if (kind.extent && selection.type !== 'problem') {
    const [from, to] = kind.extent(selection.id);
    return [[from, Math.max(to, from + 1)]];
  }
  const U = data.updates, spans = rowsOf(shown(selection, null)).filter((row) => U.duration_ns[row] > 0)
    .map((row) => [U.start_ns[row], U.start_ns[row] + U.duration_ns[row]]);
  if (selection.type === 'problem') spans.push(...problemEvents(selection.id).map(({ start, end }) => [start, Math.max(end, start + 1)]));
  return merged(spans);
}
function merged(spans) {
  const result = [];
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = result[result.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to); else result.push([from, to]);
  }
  return result;
}
function samplesOf(part, thread) {
  const S = data.samples, rows = [], range = part.range ?? [-Infinity, Infinity];
  for (const span of S.count ? spansOf(part) ?? [range] : []) {
    const from = Math.max(span[0], range[0]), to = Math.min(span[1], range[1]);
    for (let row = lowerBound(S.start_ns, from); row < S.count && S.start_ns[row] < to; row++) {
      if (thread === '' || data.name(S.thread[row]) === thread) rows.push(row);
    }
  }
  return rows;
}
// Whether the samples of a part and a thread are all here.
function hasAllSamples(part, thread) {
  const { total, drawn } = sampleCounts(thread), kind = part.selection && selectable[part.selection.type];
  return total === drawn && (!kind || Boolean(kind.extent) && part.selection.type !== 'problem' || isDrawn(shown(part.selection, null)));
}

// How to get the numbers that the page lacks.
const leftOutWords = () => grouped(data.updates.count) + ' of ' + grouped(data.updates.total) + ' updates are drawn';
