// The lanes of the timeline, as the SwiftUI instrument has them.
// A lane: items by start, as columns. The height of `bars` is their duration, compared with the deadlines; `spans` are
// boxes with a name.
/** @type {(data: TraceData) => Lane[]} */
function lanesOf(data) {
  const { updates: U, views: V } = data, kinds = new Map();
  /** @type {{ [lane: string]: number[] }} */
  const rows = { body: [], representable: [], other: [], gray: [] };
  for (let i = 0; i < V.count; i++) kinds.set(V.id[i], data.name(V.kind[i]));
  for (let row = 0; row < U.count; row++) {
    const severity = data.severity(U.duration_ns[row]), kind = kinds.get(U.view[row]);
    const isLong = severity === ORANGE || severity === RED;
    rows[!isLong ? 'gray' : kind === 'body' || kind === 'representable' ? kind : 'other'].push(row);
  }
  /** @type {(count: number) => number[]} */
  const every = (count) => Array.from({ length: count }, (_, i) => i);
  return [
    lane('interactions', 'Interactions', 'interaction', 'spans', 26, data, data.interactions, (count) => every(count).filter((row) => !isWholeWindow(data, row))),
    // Most traces have none.
    ...data.recurring.count ? [lane('recurring', 'Recurring causes', 'run', 'spans', 22, data, data.recurring, every)] : [],
    lane('groups', 'Update groups', 'group', 'spans', 22, data, data.groups, every),
    lane('body', 'Long view bodies', 'update', 'bars', 84, data, U, rows.body),
    lane('representable', 'Long representables', 'update', 'bars', 46, data, U, rows.representable),
    lane('other', 'Other long updates', 'update', 'bars', 46, data, U, rows.other),
    lane('gray', 'Others and checks', 'update', 'bars', 50, data, U, rows.gray),
    lane('hitches', 'Hitches', 'hitch', 'spans', 22, data, data.hitches, every),
    lane('hangs', 'Hangs', 'hang', 'spans', 22, data, data.hangs, every),
    lane('signposts', 'Signposts', 'signpost', 'spans', 22, data, data.signposts, every),
    ...data.complaints.count ? [lane('complaints', 'Complaints', 'complaint', 'spans', 22, data, data.complaints, every)] : [],
    ...cpuLanes(data),
  ];
}

// For a trace without updates: one lane for each of the longest signposts, and one for all others.
const MOST_SIGNPOST_LANES = 8;
/** @type {(data: TraceData) => Lane[]} */
function signpostLanes(data) {
  const S = data.signposts, rows = new Map();
  for (let row = 0; row < S.count; row++) {
    const found = rows.get(S.name[row]) ?? { rows: [], total: 0 };
    found.rows.push(row);
    found.total += Math.max(0, S.duration_ns[row]);
    rows.set(S.name[row], found);
  }
  const all = [...rows].sort(([, a], [, b]) => b.total - a.total);
  const first = all.slice(0, all.length > MOST_SIGNPOST_LANES + 1 ? MOST_SIGNPOST_LANES : all.length);
  const rest = all.slice(first.length).flatMap(([, found]) => found.rows).sort((a, b) => a - b);
  /** @type {(name: number) => string} */
  const title = (name) => { const text = visible(data.name(name) ?? ''); return text.length > 20 ? text.slice(0, 19) + '…' : text; };
  const others = lanesOf(data).filter((lane) => ['interactions', 'hitches', 'hangs', 'complaints'].includes(lane.id) && lane.count);
  return [...first.map(([name, found], index) => lane('signpost-' + index, title(name), 'signpost', 'spans', 22, data, S,
    found.rows)), ...rest.length ? [lane('signposts', 'Other signposts', 'signpost', 'spans', 22, data, S, rest)] : [],
    ...others, ...cpuLanes(data)];
}

// A trace without samples has no lane of them.
/** @type {(data: TraceData) => Lane[]} */
function cpuLanes(data) {
  const table = cpuOf(data);
  if (!table.count) return [];
  const cpu = lane('cpu', 'CPU', 'slice', 'cpu', data.updates.count ? 30 : 64, data, table, (count) => Array.from({ length: count }, (_, i) => i));
  cpu.most = table.samples.reduce((most, count) => Math.max(most, count), 1);
  return [cpu];
}
// Without interactions the whole trace is one window, which tells nothing.
/** @type {(data: TraceData, row: number) => boolean} */
const isWholeWindow = (data, row) => data.name(data.interactions.kind[row]) === 'trace';
// The lanes of a trace: without updates and signposts those that it has, unless another one is compared with it.
/** @type {(data: TraceData, isAlone: boolean) => Lane[]} */
function lanesFor(data, isAlone) {
  if (!isAlone || data.updates.count) return lanesOf(data);
  if (data.signposts.count) return signpostLanes(data);
  const lanes = lanesOf(data), full = lanes.filter((lane) => lane.count);
  return full.length && data.samples.count ? full : lanes;
}

// Empty, or not recorded.
/** @type {(lane: Lane) => string} */
const emptyWord = (lane) => lane.isRecorded ? 'none' : 'not recorded';
const UPDATE_LANES = ['body', 'representable', 'other', 'gray'];

/** @type {(id: string, title: string, type: string, shape: string, height: number, data: TraceData, table: Table, choose: number[] | ((count: number) => number[])) => Lane} */
function lane(id, title, type, shape, height, data, of, choose) {
  const table = /** @type {LaneTable} */ (of), rows = typeof choose === 'function' ? choose(table.count) : choose, count = rows.length;
  const isRecorded = count > 0 || data.recorded.has(UPDATE_LANES.includes(id) ? 'updates' : id);
  /** @type {Lane} */
  const lane = { id, title, type, shape, height, table, count, isRecorded, rows: Uint32Array.from(rows),
    words: laneCount(id, type, table, count), start: new Float64Array(count), end: new Float64Array(count), latest: new Float64Array(count),
    severity: new Uint8Array(count), longest: 0, scale: 1, top: 0, most: 1 };
  let latest = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const end = type === 'interaction' ? table.end_ns[row] : table.start_ns[row] + Math.max(0, table.duration_ns[row]);
    lane.start[i] = table.start_ns[row];
    lane.end[i] = Math.max(end, table.start_ns[row]);
    lane.latest[i] = latest = Math.max(latest, lane.end[i]);
    lane.longest = Math.max(lane.longest, lane.end[i] - lane.start[i]);
    lane.severity[i] = severityOf(lane, data, row);
  }
  // An empty lane takes one line.
  if (!count) lane.height = 18;
  lane.scale = id === 'gray' ? data.orange * 1.08 : Math.max(lane.longest, data.red * 2.2);
  return lane;
}

// The number of items of a lane, including those not drawn. If several lanes draw one table, only the drawn ones are
// known.
/** @type {(id: string, type: string, table: Table, count: number) => string} */
function laneCount(id, type, table, count) {
  const isWhole = type !== 'update' && !id.startsWith('signpost-') && count === table.count;
  if (isWhole) return grouped(table.total);
  if (id === 'gray') return grouped(count + table.grayLeftOut);
  const leftOut = table.longLeftOut + (type === 'update' ? 0 : table.grayLeftOut);
  return grouped(count) + (leftOut ? '+' : '');
}

/** @type {(lane: Lane, data: TraceData, row: number) => number} */
function severityOf(lane, data, row) {
  switch (lane.type) {
    case 'update': return data.severity(lane.table.duration_ns[row]);
    case 'group': return data.severity(Math.max(0, lane.table.busy_ns[row]));
    case 'hang': return RED;
    case 'hitch': case 'complaint': return ORANGE;
    default: return GRAY;
  }
}

// The items that may be visible between two times: from the first that has not ended to the last that has begun.
/** @type {(lane: Lane, from: number, to: number) => TimeRange} */
function seen(lane, from, to) {
  return [lowerBound(lane.latest, from), lowerBound(lane.start, to)];
}

/** @type {(lane: Lane, index: number) => string} */
function itemName(lane, index) {
  const row = lane.rows[index];
  switch (lane.type) {
    case 'update': return viewTitle(lane.table.view[row]);
    case 'interaction': return interactionTitle(lane.table.id[row]);
    case 'group': return data.name(lane.table.label[row]) ?? '';
    case 'signpost': case 'run': case 'complaint': return data.name(lane.table.name[row]) ?? '';
    case 'slice': return '';
    default: return (data.name(lane.table.class[row]) ?? '') + ' ' + milliseconds(lane.table.duration_ns[row]);
  }
}

// Updates and interactions are identified by id, other items by row.
/** @type {(lane: Lane, index: number) => Selected} */
const itemSelection = (lane, index) => ({ type: lane.type,
  id: lane.type === 'update' || lane.type === 'interaction' ? lane.table.id[lane.rows[index]] : lane.rows[index] });
