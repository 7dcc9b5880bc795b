// The embedded data as typed columns.
/** @type {(id: string) => string} */
const embedded = (id) => byID(id).textContent ?? '';
/** @type {PageSource} */
const page = JSON.parse(embedded('page-json'));

// Undoes the renderer's escaping for the script element, giving the bytes of --format json. JSON's own escapes stay:
// controls, the less-than sign and the two separators.
function originalReport() {
  return embedded('report-json').replace(/\\(u[0-9a-f]{4}|.)/g, (whole, rest) => {
    if (rest.length === 1) return whole;
    const code = parseInt(rest.slice(1), 16);
    const isJSON = code < 0x20 || code >= 0x7f && code < 0xa0 || code === 0x3c || code === 0x2028 || code === 0x2029;
    return isJSON ? whole : String.fromCharCode(code);
  });
}

// Digits of long columns: the first half end a number, the second half continue it. PageJSON.swift writes them.
const DIGITS = page.codes.digits, BASE = DIGITS.length / 2;
/** @type {(text: string) => Numbers} */
function unpack(text) {
  const places = new Uint8Array(128), numbers = new Float64Array(text.length);
  for (let i = 0; i < DIGITS.length; i++) places[DIGITS.charCodeAt(i)] = i;
  let count = 0, number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = places[text.charCodeAt(i)];
    if (digit >= BASE) { number = number * BASE + digit - BASE; continue; }
    // They count from -1, which means no value.
    numbers[count++] = number * BASE + digit - 1;
    number = 0;
  }
  return numbers.slice(0, count);
}
/** @type {(column: PackedColumn) => Numbers} */
function column([encoding, values]) {
  const numbers = typeof values === 'string' ? unpack(values) : new Float64Array(values);
  if (encoding === 'delta') for (let i = 1; i < numbers.length; i++) numbers[i] += numbers[i - 1];
  return numbers;
}
// Most columns of a large trace are only read when something is selected.
/** @type {(table: { [column: string]: unknown }, name: string, packed: PackedColumn) => void} */
function unpackLater(table, name, packed) {
  Object.defineProperty(table, name, { configurable: true, enumerable: true, get() {
    const value = column(packed);
    Object.defineProperty(table, name, { value });
    return value;
  } });
}
/** @type {(table?: PackedTable) => Table} */
function columns(table) {
  /** @type {Table & { [column: string]: unknown }} */
  const result = { count: 0, total: 0, grayLeftOut: 0, longLeftOut: 0 };
  if (!table) return result;
  for (const [name, packed] of Object.entries(table.columns)) unpackLater(result, name, packed);
  const [first] = Object.keys(table.columns);
  if (first) result.count = /** @type {Numbers} */ (result[first]).length;
  result.total = table.total;
  result.grayLeftOut = table.gray_left_out;
  result.longLeftOut = table.long_left_out;
  return result;
}

// The words of the numbers in the data, by number.
const { phases, verdicts, reasons, confidences, severities } = page.codes;
/** @type {(flags: number) => number} */
const phaseOf = (flags) => flags & 3;
/** @type {(flags: number) => number} */
const verdictOf = (flags) => flags >> 2 & 3;
/** @type {(flags: number) => number} */
const reasonOf = (flags) => flags >> 4;
const CHECK = phases.indexOf('check'), UNNECESSARY = verdicts.indexOf('unnecessary');
const GRAY = severities.indexOf('gray'), ORANGE = severities.indexOf('orange'), RED = severities.indexOf('red');
// For an update without a duration.
const NO_END = severities.length;

/** @type {(trace: TimelineSource) => TraceData} */
function model(trace) {
  const tables = /** @type {Tables} */ (/** @type {unknown} */ (Object.fromEntries(['views', 'durations', 'updates', 'groups', 'interactions', 'recurring', 'hitches', 'hangs', 'signposts', 'complaints',
    'steps', 'chains', 'links', 'interaction_links', 'chain_labels', 'cause_labels', 'causes', 'findings',
    'samples', 'sample_threads', 'frames', 'stacks', 'stack_samples', 'problem_samples', 'update_problems', 'problem_updates', 'problem_spans', 'slices', 'slice_edges'].map((id) => [id, columns(trace.tables[id])]))));
  const { names, orange_ns: orange, red_ns: red } = trace;
  return { ...tables, names, trace, recorded: new Set(trace.lanes), orange, red,
    name: (index) => index < 0 ? null : names[index],
    severity: (ns) => ns < 0 ? NO_END : ns > red ? RED : ns > orange ? ORANGE : GRAY,
    rowOfView: indexOf(tables.views.id), rowOfInteraction: indexOf(tables.interactions.id),
    rowOfChain: indexOf(tables.chains.id), rowOfStep: indexOf(tables.steps.id),
    end: Math.max(trace.duration_ns, lastEnd(tables), 1e6), paths: new Map() };
}
/** @type {(ids?: Numbers | number[]) => Map<number, number>} */
function indexOf(ids) {
  const rows = new Map();
  for (let i = 0; ids && i < ids.length; i++) rows.set(ids[i], i);
  return rows;
}
/** @type {(tables: Tables) => number} */
function lastEnd(tables) {
  let end = 0;
  const { updates, groups, recurring, hitches, hangs, signposts, complaints } = tables;
  for (const table of [updates, groups, recurring, hitches, hangs, signposts, complaints]) {
    for (let i = 0; i < table.count; i++) {
      end = Math.max(end, table.start_ns[i] + Math.max(0, table.duration_ns[i]));
    }
  }
  if (tables.samples.count) end = Math.max(end, tables.samples.start_ns[tables.samples.count - 1] + 1);
  return end;
}

// The text of a problem by row number or by id; null if there is no such row.
/** @type {(data: TraceData, id: number) => Problem | null} */
function problemWithID(data, id) {
  for (let index = 0, problem; (problem = problemAt(data, index)); index++) if (problem.id === id) return problem;
  return null;
}
/** @type {(data: TraceData, index: number) => Problem | null} */
function problemAt(data, index) {
  const section = data.trace.sections?.find((section) => section.id === 'problems'), row = section?.rows[index];
  return section && row ? /** @type {Problem} */ (/** @type {unknown} */ (Object.fromEntries(section.columns.map((column, at) => [column.name, row[at] ?? null])))) : null;
}
/** @type {(problem: Problem) => Facts} */
const problemFacts = ({ title, accepted, why, fix, gain }) => accepted ? [['Problem', title], ['Accepted', accepted]]
  : gain ? [['Problem', title], ['Why', why], ['Fix', fix], ['Gain', gain]] : [['Problem', title], ['Why', why], ['Fix', fix]];

// The step rows of a chain, root first; for a very deep one without the middle.
const DEEPEST = 24;
/** @type {(data: TraceData, chain: number) => number[]} */
function pathOf(data, chain) {
  const known = data.paths.get(chain);
  if (known) return known;
  const steps = [];
  const row = data.rowOfChain.get(chain);
  let step = row === undefined ? undefined : data.rowOfStep.get(data.chains.step[row]);
  while (step !== undefined && steps.length < 100000) {
    steps.push(step);
    step = data.rowOfStep.get(data.steps.parent[step]);
  }
  steps.reverse();
  const path = steps.length <= DEEPEST ? steps
    : [...steps.slice(0, DEEPEST / 2), -(steps.length - DEEPEST), ...steps.slice(-DEEPEST / 2)];
  data.paths.set(chain, path);
  return path;
}
/** @type {(data: TraceData, step: number) => string} */
const stepName = (data, step) => step < 0 ? '… ' + plural(-step, 'step') + ' …'
  : data.names[data.steps.name[step]];
/** @type {(data: TraceData, chain: number) => string} */
const chainText = (data, chain) => pathOf(data, chain).map((step) => stepName(data, step)).join(' → ');

// The first index whose value is at least `value`, in an ascending column.
/** @type {(values: ArrayLike<number>, value: number) => number} */
function lowerBound(values, value) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

// Updates start in a range; anything with a length overlaps it.
/** @type {(start: number, range: TimeRange | null) => boolean} */
const startsIn = (start, range) => !range || start >= range[0] && start < range[1];
/** @type {(start: number, end: number, range: TimeRange | null) => boolean} */
const overlaps = (start, end, range) => !range || start < range[1] && Math.max(end, start + 1) > range[0];
