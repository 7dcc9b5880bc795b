// The items of one timeline that a search finds, by name. Each name is examined once.
const FOUND_HIGH = 4;

// Marks the items with all words, and returns their number.
/** @type {(words: string[]) => number} */
function find(words) {
  let total = 0;
  for (const lane of data.lanes ?? []) {
    lane.found = words.length && lane.count ? foundIn(lane, words) : null;
    if (lane.found && !lane.found.count) lane.found = null;
    total += lane.found?.count ?? 0;
  }
  view.overview = null;
  return total;
}
/** @type {(lane: Lane, words: string[]) => { isIn: Uint8Array, count: number }} */
function foundIn(lane, words) {
  const isIn = new Uint8Array(lane.count), known = new Map();
  let count = 0;
  for (let index = 0; index < lane.count; index++) {
    const key = nameKey(lane, lane.rows[index]);
    let isFound = known.get(key);
    if (isFound === undefined) {
      const text = searchedText(lane, index).toLowerCase();
      known.set(key, isFound = words.every((word) => text.includes(word)) ? 1 : 0);
    }
    isIn[index] = isFound;
    count += isFound;
  }
  return { isIn, count };
}
// Items of the same key have the same name.
/** @type {(lane: Lane, row: number) => number} */
function nameKey(lane, row) {
  switch (lane.type) {
    case 'update': return lane.table.view[row];
    case 'group': return lane.table.label[row];
    case 'signpost': case 'run': case 'complaint': return lane.table.name[row];
    default: return row;
  }
}
/** @type {(lane: Lane, index: number) => string} */
function searchedText(lane, index) {
  const row = lane.rows[index], isSpan = ['hang', 'hitch', 'complaint'].includes(lane.type);
  return itemName(lane, index) + (isSpan ? ' ' + (data.name(lane.table.text[row]) ?? '') : '');
}

// A line below found items; one per pixel.
/** @type {(lane: Lane) => void} */
function drawFound(lane) {
  const { found } = lane;
  if (!found) return;
  const [first, last] = seen(lane, state.from, state.to), bottom = lane.top + lane.height;
  let drawn = -1;
  ink.fillStyle = view.colors.accent;
  for (let index = first; index < last; index++) {
    if (!found.isIn[index] || lane.end[index] < state.from) continue;
    const begin = Math.round(toX(lane.start[index])) - 1, left = Math.max(view.gutter, begin, drawn);
    const right = Math.min(view.width, Math.max(begin + 3, Math.round(toX(lane.end[index]))));
    if (right <= left) continue;
    ink.fillRect(left, bottom, right - left, FOUND_HIGH);
    drawn = right;
  }
}
// The same on the strip of the whole trace, at its upper edge.
/** @type {(pen: CanvasRenderingContext2D, width: number, unit: number) => void} */
function drawFoundOverview(pen, width, unit) {
  const [low, top] = limits(), scale = width / (top - low);
  pen.fillStyle = view.colors.accent;
  for (const lane of view.lanes) {
    const { found } = lane;
    let last = -1;
    for (let index = 0; found && index < lane.count; index++) {
      const x = Math.round((lane.start[index] - low) * scale);
      if (!found.isIn[index] || x === last) continue;
      last = x;
      pen.fillRect(x, 0, 2 * unit, 5 * unit);
    }
  }
}
// The next found item in a direction, or any item if none was found.
/** @type {(lane: Lane, index: number, step: number) => number} */
function nextFound(lane, index, step) {
  const { found } = lane;
  if (!found) return index;
  let at = index;
  while (at >= 0 && at < lane.count && !found.isIn[at]) at += step;
  return at < 0 || at >= lane.count ? index - step : at;
}
