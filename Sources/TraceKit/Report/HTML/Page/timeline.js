// Draws one timeline: one canvas, redrawn at most once per frame.
/** @type {TimelineView} */
const view = { canvas: part('timeline'), box: part('timeline-box'), width: 0, height: 0, gutter: 0, plot: 0, ratio: 1, lanes: [],
  colors: {}, hatch: '', hover: null, focus: null, lane: null, drag: null, frames: [], pending: 0, mask: null, maskOf: null, overview: null,
  shades: [], peaks: new Float32Array(0), worst: new Uint8Array(0), counts: new Uint32Array(0) };
const ink = penOf(view.canvas, { alpha: false });

// The grays of a pixel with one update to one with most of them.
const SHADES = 12;
function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['page', 'panel', 'sunk', 'ink', 'quiet', 'line', 'accent', 'accent-soft', 'red', 'orange',
    'orange-fill', 'gray', 'gray-fill', 'violet', 'violet-soft', 'green']) {
    view.colors[name] = style.getPropertyValue('--' + name).trim();
  }
  view.shades = Array.from({ length: SHADES }, (_, index) => mixed(view.colors['gray-fill'], view.colors.quiet, 0.9 * index / (SHADES - 1)));
  view.hatch = hatch(view.colors['orange-fill'], view.colors.panel);
  view.overview = null;
}
// Between two colours of the form #rrggbb.
/** @type {(from: string, to: string, share: number) => string} */
function mixed(from, to, share) {
  const parts = [1, 3, 5].map((at) => [from, to].map((color) => parseInt(color.slice(at, at + 2), 16)));
  return '#' + parts.map(([from, to]) => Math.round(from + share * (to - from)).toString(16).padStart(2, '0')).join('');
}
// Orange is hatched and red is solid, so that they differ without colour, too.
/** @type {(color: string, gap: string) => string | CanvasPattern} */
function hatch(color, gap) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const pen = penOf(tile);
  pen.fillStyle = color;
  pen.fillRect(0, 0, 6, 6);
  pen.strokeStyle = gap;
  pen.lineWidth = 1.4;
  pen.beginPath();
  for (const x of [-3, 3, 9]) { pen.moveTo(x - 4, 7); pen.lineTo(x + 4, -1); }
  pen.stroke();
  return ink.createPattern(tile, 'repeat') ?? color;
}

const boxWidth = () => Math.max(200, view.box.clientWidth);
// Whether the box has changed its width since then.
const isResized = () => boxWidth() !== view.width;
function layOut() {
  const width = boxWidth(), isNarrow = width < NARROW;
  view.gutter = isNarrow ? 0 : 160;
  view.plot = width - view.gutter;
  let y = RULER + GAP;
  for (const lane of view.lanes) {
    if (isNarrow) y += 15;
    lane.top = y;
    y += lane.height + GAP;
  }
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  [view.width, view.height, view.ratio] = [width, y, ratio];
  view.canvas.width = Math.round(width * ratio);
  view.canvas.height = Math.round(y * ratio);
  view.canvas.style.height = y + 'px';
  view.peaks = new Float32Array(width + 2);
  view.worst = new Uint8Array(width + 2);
  view.counts = new Uint32Array(width + 2);
  view.overview = null;
}

/** @type {(ns: number) => number} */
const toX = (ns) => view.gutter + (ns - state.from) / (state.to - state.from) * view.plot;
/** @type {(x: number) => number} */
const toTime = (x) => state.from + (x - view.gutter) / view.plot * (state.to - state.from);

function drawSoon() {
  if (!view.pending) view.pending = requestAnimationFrame(drawNow);
}
function drawNow() {
  cancelAnimationFrame(view.pending);
  view.pending = 0;
  const begin = performance.now();
  draw();
  drawOverview();
  placeHandles();
  view.frames.push(performance.now() - begin);
  if (view.frames.length > 300) view.frames.shift();
}

function draw() {
  const { colors, width, height } = view;
  ink.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
  ink.fillStyle = colors.panel;
  ink.fillRect(0, 0, width, height);
  ink.font = '11.5px system-ui, sans-serif';
  ink.textBaseline = 'middle';
  drawWindows();
  drawRuler();
  updateMask();
  for (const lane of view.lanes) drawLane(lane);
  drawRange();
  drawOrigin();
  drawMarked(view.hover, colors.quiet);
  drawMarked(view.focus, colors.accent);
}

// The background: the time before and after the recording, and the interaction windows.
function drawWindows() {
  ink.fillStyle = view.colors.page;
  const [begin, end] = [0, data.end].map((ns) => Math.max(view.gutter, Math.min(view.width, toX(ns))));
  ink.fillRect(view.gutter, RULER, begin - view.gutter, view.height - RULER);
  ink.fillRect(end, RULER, view.width - end, view.height - RULER);
  const lane = view.lanes.find((lane) => lane.id === 'interactions');
  if (!lane) return;
  const [first, last] = seen(lane, state.from, state.to);
  ink.fillStyle = view.colors.sunk;
  if (last - first > 400) return;
  for (let i = first; i < last; i++) {
    const left = Math.max(view.gutter, toX(lane.start[i]));
    ink.fillRect(left, RULER, Math.max(0, Math.min(view.width, toX(lane.end[i])) - left), view.height - RULER);
  }
}

function drawRuler() {
  const { colors } = view, span = state.to - state.from, zero = host.origin();
  const rough = span / Math.max(2, view.plot / 110), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power;
  ink.strokeStyle = colors.line;
  ink.fillStyle = colors.quiet;
  ink.lineWidth = 1;
  ink.textAlign = 'left';
  ink.beginPath();
  for (let tick = Math.ceil((state.from - zero) / step); tick * step + zero <= state.to; tick++) {
    const x = Math.round(toX(tick * step + zero)) + 0.5;
    ink.moveTo(x, 18);
    ink.lineTo(x, view.height);
    if (x < view.width - 40) ink.fillText(clock(tick * step, step), x + (x > view.gutter + 2 ? -1 : 0), 9);
  }
  ink.stroke();
}

/** @type {(lane: Lane) => void} */
function drawLane(lane) {
  const { colors } = view, bottom = lane.top + lane.height;
  ink.strokeStyle = colors.line;
  ink.beginPath();
  ink.moveTo(0, bottom + 0.5);
  ink.lineTo(view.width, bottom + 0.5);
  ink.stroke();
  ink.save();
  ink.beginPath();
  ink.rect(view.gutter, lane.top - 2, view.plot, lane.height + 3);
  ink.clip();
  const mask = maskFor(lane);
  if (mask) {
    ink.globalAlpha = 0.22;
    drawItems(lane, (index) => !mask(index));
    ink.globalAlpha = 1;
    drawItems(lane, mask);
  } else drawItems(lane, null);
  if (lane.shape === 'bars' && lane.count) drawDeadlines(lane);
  ink.restore();
  drawFound(lane);
  drawLaneTitle(lane);
}

/** @type {(lane: Lane) => void} */
function drawLaneTitle(lane) {
  const { colors } = view, isNarrow = view.gutter === 0;
  const y = isNarrow ? lane.top - 8 : lane.top + Math.min(lane.height / 2 + 1, 14);
  ink.textAlign = 'left';
  ink.fillStyle = view.lane === lane ? colors.accent : colors.ink;
  ink.fillText(lane.title, isNarrow ? 2 : 4, y);
  ink.fillStyle = colors.quiet;
  const [first, last] = seen(lane, state.from, state.to);
  const count = !lane.count ? emptyWord(lane) : first < last ? lane.words : lane.height > 40 ? lane.words + ', none in view' : '0 of ' + lane.words;
  if (!isNarrow && !lane.count) ink.fillText(count, view.gutter + 6, y);
  else if (isNarrow) { ink.textAlign = 'right'; ink.fillText(count, view.width - 2, y); }
  else if (lane.height > 40) ink.fillText(count, 4, y + 15);
  else { ink.textAlign = 'right'; ink.fillText(count, view.gutter - 12, y); }
  ink.textAlign = 'left';
}

// Square root scale, so that both 9 ms and 900 ms are visible.
/** @type {(lane: Lane, ns: number) => number} */
const barHeight = (lane, ns) => Math.max(2, Math.sqrt(Math.min(1, ns / lane.scale)) * (lane.height - 4));

/** @type {(lane: Lane) => void} */
function drawDeadlines(lane) {
  ink.textAlign = 'right';
  for (const { name, ns } of [{ name: 'orange', ns: data.orange }, { name: 'red', ns: data.red }].slice(0, lane.id === 'gray' ? 1 : 2)) {
    const y = Math.round(lane.top + lane.height - barHeight(lane, ns)) + 0.5;
    // On a light background, so that a red line is visible on red bars.
    for (const { color, dashes, alpha } of [{ color: 'panel', dashes: [], alpha: 0.6 }, { color: name, dashes: [4, 3], alpha: 0.9 }]) {
      ink.strokeStyle = view.colors[color];
      ink.globalAlpha = alpha;
      ink.setLineDash(dashes);
      ink.beginPath();
      ink.moveTo(view.gutter, y);
      ink.lineTo(view.width, y);
      ink.stroke();
    }
    ink.globalAlpha = 1;
    ink.fillStyle = view.colors[name];
    if (lane.height < 60) continue;
    drawDeadlineName(ns, y + (name === 'red' ? -8 : 8));
  }
  ink.setLineDash([]);
  ink.textAlign = 'left';
}

// Red above its line and orange below, because the two may be close.
/** @type {(ns: number, y: number) => void} */
function drawDeadlineName(ns, y) {
  const text = Number((ns / 1e6).toFixed(2)) + ' ms', color = ink.fillStyle;
  ink.font = '10.5px system-ui, sans-serif';
  const width = ink.measureText(text).width + 6;
  ink.fillStyle = view.colors.panel;
  ink.globalAlpha = 0.8;
  ink.fillRect(view.width - width, y - 7, width, 13);
  ink.globalAlpha = 1;
  ink.fillStyle = color;
  ink.fillText(text, view.width - 3, y);
  ink.font = '11.5px system-ui, sans-serif';
}

// Items narrower than a pixel are merged: each pixel column shows the highest and the worst.
/** @type {(lane: Lane, isIn: ((index: number) => boolean) | null) => void} */
function drawItems(lane, isIn) {
  if (lane.shape === 'cpu') { drawCPU(lane, isIn); return; }
  const [first, last] = seen(lane, state.from, state.to);
  const { peaks, worst, counts, width } = view, scale = view.plot / (state.to - state.from);
  const bottom = lane.top + lane.height, isBars = lane.shape === 'bars', { start, end, severity } = lane;
  const offset = view.gutter - state.from * scale;
  peaks.fill(0);
  worst.fill(0);
  counts.fill(0);
  const wide = [];
  for (let i = first; i < last; i++) {
    if (isIn && !isIn(i)) continue;
    const ns = end[i] - start[i];
    if (ns * scale >= 1.5) { wide.push(i); continue; }
    const x = start[i] * scale + offset, pixel = x < 0 ? 0 : x > width ? width : x | 0;
    if (ns > peaks[pixel]) peaks[pixel] = ns;
    const rank = severity[i] === NO_END ? rankOf(GRAY) : rankOf(severity[i]);
    if (rank > worst[pixel]) worst[pixel] = rank;
    counts[pixel]++;
  }
  const most = lane.type === 'update' ? counts.reduce((most, count) => Math.max(most, count), 8) : 0;
  for (let kind = GRAY; kind <= RED; kind++) {
    const rank = rankOf(kind);
    ink.fillStyle = fillOf(lane, kind, 1);
    for (let x = 0; x <= width; x++) {
      if (worst[x] !== rank) continue;
      if (most && kind === GRAY) ink.fillStyle = view.shades[Math.round(density(counts[x], most) * (SHADES - 1))];
      const high = isBars ? barHeight(lane, peaks[x]) : lane.height - 4;
      const thick = kind !== GRAY || !isBars ? 2 : 1;
      ink.fillRect(x, bottom - high, thick, high);
    }
  }
  if (most) shadeDensity(lane, most);
  for (const i of wide) drawWide(lane, i, lane.start[i] * scale + offset, (lane.end[i] - lane.start[i]) * scale);
  if (isBars && lane.id !== 'gray') drawShapes(lane, wide, scale, offset);
}

// Pixels with several updates are drawn stronger: gray ones in another gray, long ones under a shade.
/** @type {(count: number, most: number) => number} */
const density = (count, most) => Math.log(count) / Math.log(most);
/** @type {(lane: Lane, most: number) => void} */
function shadeDensity(lane, most) {
  const { peaks, counts, worst, width, colors } = view, bottom = lane.top + lane.height, alpha = ink.globalAlpha;
  ink.fillStyle = colors.ink;
  for (let x = 0; x <= width; x++) {
    if (counts[x] < 2 || worst[x] === rankOf(GRAY)) continue;
    const high = barHeight(lane, peaks[x]);
    ink.globalAlpha = alpha * 0.45 * density(counts[x], most);
    ink.fillRect(x, bottom - high, 1, high);
  }
  ink.globalAlpha = alpha;
}

// What a pixel shows of several items; zero is none.
/** @type {(severity: number) => number} */
const rankOf = (severity) => severity + 1;

/** @type {(lane: Lane, severity: number, size: number) => string | CanvasPattern} */
function fillOf(lane, severity, size) {
  const { colors } = view;
  switch (lane.type) {
    case 'interaction': return colors.violet;
    case 'signpost': return colors['gray-fill'];
    default:
      if (severity === RED) return colors.red;
      if (severity === ORANGE) return size > 5 ? view.hatch : colors['orange-fill'];
      return colors['gray-fill'];
  }
}

/** @type {(lane: Lane, index: number, x: number, size: number) => void} */
function drawWide(lane, index, x, size) {
  const { colors } = view, isBars = lane.shape === 'bars', bottom = lane.top + lane.height;
  const left = Math.max(x, view.gutter - 3), right = Math.min(x + size, view.width + 3);
  const high = isBars ? barHeight(lane, lane.end[index] - lane.start[index]) : lane.height - 4;
  const isSoft = lane.type === 'interaction';
  ink.fillStyle = isSoft ? colors['violet-soft'] : fillOf(lane, lane.severity[index], size);
  ink.fillRect(left, bottom - high, Math.max(1, right - left - (size > 4 ? 0.6 : 0)), high);
  if (isSoft) { ink.fillStyle = colors.violet; ink.fillRect(x, bottom - high, 3, high); }
  if (right - left > 46) drawName(lane, index, left, right, bottom - high, high);
}

/** @type {(lane: Lane, index: number, left: number, right: number, top: number, high: number) => void} */
function drawName(lane, index, left, right, top, high) {
  const { colors } = view, room = Math.floor((right - left - 14) / 6.1);
  if (room < 4 || high < 13) return;
  const name = itemName(lane, index), text = visible(name.slice(0, room + 8));
  const short = text.length > room ? text.slice(0, room - 1) + '…' : text;
  const severity = lane.severity[index], onSolid = lane.type !== 'interaction' && severity === RED;
  const y = lane.shape === 'bars' ? top + 9 : top + high / 2 + 0.5;
  if (severity === ORANGE && lane.type !== 'interaction') {
    ink.fillStyle = colors.panel;
    ink.fillRect(left + 4, y - 7, ink.measureText(short).width + 6, 14);
  }
  ink.fillStyle = onSolid ? colors.panel : colors.ink;
  ink.fillText(short, left + 7, y);
}

// A triangle over red and a diamond over orange, where there is room between them.
/** @type {(lane: Lane, wide: number[], scale: number, offset: number) => void} */
function drawShapes(lane, wide, scale, offset) {
  const { colors, worst, width } = view, top = lane.top + 5;
  for (const i of wide) {
    const x = Math.max(0, Math.min(width, (lane.start[i] + lane.end[i]) / 2 * scale + offset)) | 0;
    worst[x] = Math.max(worst[x], rankOf(lane.severity[i]));
  }
  for (const severity of [RED, ORANGE]) {
    const rank = rankOf(severity), isRed = severity === RED;
    ink.fillStyle = isRed ? colors.red : colors['orange-fill'];
    let last = -20;
    for (let x = 0; x <= width; x++) {
      if (worst[x] === rankOf(RED)) last = x;
      if (worst[x] !== rank || !isRed && x - last < 10) continue;
      if (isRed && x - (view.lastRed ?? -20) < 10 && x > (view.lastRed ?? -20)) continue;
      if (isRed) view.lastRed = x;
      last = x;
      ink.beginPath();
      if (isRed) { ink.moveTo(x + 1, top - 4); ink.lineTo(x + 5, top + 3); ink.lineTo(x - 3, top + 3); }
      else { ink.moveTo(x + 1, top - 4); ink.lineTo(x + 4.5, top); ink.lineTo(x + 1, top + 4); ink.lineTo(x - 2.5, top); }
      ink.fill();
    }
    view.lastRed = undefined;
  }
}
