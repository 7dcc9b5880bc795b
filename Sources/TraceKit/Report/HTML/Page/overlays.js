// Overlays of the timeline (selection, range, marks), and the strip of the whole trace above it.
// What the selection does not dim.
function updateMask() {
  if (view.maskOf === state.selection) return;
  view.maskOf = state.selection;
  view.mask = null;
  if (!state.selection) return;
  const isIn = maskOf(state.selection);
  view.mask = new Uint8Array(data.updates.count);
  for (let row = 0; row < view.mask.length; row++) view.mask[row] = isIn(row) ? 1 : 0;
}
/** @type {(lane: Lane) => ((index: number) => boolean) | null} */
function maskFor(lane) {
  const { selection } = state;
  if (!selection) return null;
  if (lane.type === 'update') return (index) => view.mask?.[lane.rows[index]] === 1;
  if (selection.type === 'problem' && lane.type === 'slice') {
    const slices = new Set(sampledItems(selection.id).map(({ id }) => id));
    return (index) => slices.has(lane.rows[index]);
  }
  if (selection.type === 'problem') return (index) => lane.table.problem?.[lane.rows[index]] === selection.id;
  if (lane.type !== selection.type) return null;
  return (index) => itemSelection(lane, index).id === selection.id;
}

function drawRange() {
  if (!state.range) return;
  const [left, right] = state.range.map((ns) => Math.max(view.gutter, Math.min(view.width, toX(ns))));
  ink.fillStyle = view.colors.panel;
  ink.globalAlpha = 0.66;
  ink.fillRect(view.gutter, RULER, left - view.gutter, view.height);
  ink.fillRect(right, RULER, view.width - right, view.height);
  ink.globalAlpha = 1;
  ink.fillStyle = view.colors.accent;
  ink.fillRect(left, 18, 1.5, view.height);
  ink.fillRect(right - 1.5, 18, 1.5, view.height);
  ink.globalAlpha = 0.16;
  ink.fillRect(left, 16, right - left, RULER - 18);
  ink.globalAlpha = 1;
}

// Where a comparison aligns its sides.
function drawOrigin() {
  if (!host.isAligned || state.from > host.origin() || state.to < host.origin()) return;
  ink.fillStyle = view.colors.accent;
  ink.fillRect(toX(host.origin()) - 1, RULER - 16, 2, view.height);
}

/** @type {(marked: LaneItem | null, color: string) => void} */
function drawMarked(marked, color) {
  if (!marked) return;
  const { lane, index } = marked, x = toX(lane.start[index]);
  const high = lane.shape === 'bars' ? barHeight(lane, lane.end[index] - lane.start[index]) : lane.height - 4;
  ink.strokeStyle = color;
  ink.lineWidth = 2;
  ink.strokeRect(x - 1, lane.top + lane.height - high - 1, Math.max(3, toX(lane.end[index]) - x + 2), high + 2);
  ink.lineWidth = 1;
}

// The whole trace in a strip: its base is drawn once, the visible part in every frame.
function drawOverview() {
  const canvas = part('overview'), { colors, ratio, plot: width } = view, high = 34, [low, top] = limits();
  if (!view.overview) {
    canvas.style.marginLeft = view.gutter + 'px';
    canvas.style.width = width + 'px';
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(high * ratio);
    view.overview = overviewBase(canvas.width, canvas.height);
  }
  const pen = penOf(canvas, { alpha: false });
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(view.overview, 0, 0);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  /** @type {(ns: number) => number} */
  const at = (ns) => (ns - low) / (top - low) * width;
  pen.fillStyle = colors.page;
  pen.globalAlpha = 0.72;
  pen.fillRect(0, 0, at(state.from), high);
  pen.fillRect(at(state.to), 0, width, high);
  pen.globalAlpha = 1;
  pen.strokeStyle = colors.quiet;
  pen.strokeRect(at(state.from) + 0.5, 0.5, Math.max(2, at(state.to) - at(state.from) - 1), high - 1);
  if (!state.range) return;
  pen.fillStyle = colors.accent;
  pen.fillRect(at(state.range[0]), high - 4, Math.max(2, at(state.range[1]) - at(state.range[0])), 4);
}
/** @type {(width: number, height: number) => HTMLCanvasElement} */
function overviewBase(width, height) {
  const base = document.createElement('canvas');
  [base.width, base.height] = [width, height];
  const pen = penOf(base), { colors } = view;
  pen.fillStyle = colors.sunk;
  pen.fillRect(0, 0, width, height);
  const [low, top] = limits(), scale = width / (top - low), unit = height / 34;
  pen.fillStyle = colors['violet-soft'];
  for (let i = 0; i < data.interactions.count; i++) {
    if (isWholeWindow(data, i)) continue;
    const start = (data.interactions.start_ns[i] - low) * scale;
    pen.fillRect(start, 0, Math.max(1, (data.interactions.end_ns[i] - low) * scale - start), height);
  }
  const lanes = data.updates.count ? [['gray', 'gray-fill'], ['other', 'orange-fill'], ['representable', 'orange-fill'], ['body', 'orange-fill']]
    : [['hitches', 'orange-fill'], ['hangs', 'red']];
  for (const [id, color] of lanes) {
    const lane = view.lanes.find((lane) => lane.id === id);
    if (!lane) continue;
    for (const isRed of [false, true]) {
      pen.fillStyle = isRed ? colors.red : colors[color];
      let last = -1;
      for (let i = 0; i < lane.count; i++) {
        if ((lane.severity[i] === RED) !== isRed) continue;
        const x = (lane.start[i] - low) * scale, high = (id === 'gray' ? 6 : isRed ? 24 : 15) * unit;
        if (x - last < 0.5) continue;
        last = x;
        pen.fillRect(x, height - high - 4 * unit, Math.max(unit, (lane.end[i] - lane.start[i]) * scale), high);
      }
    }
  }
  drawCPUOverview(pen, height - 4 * unit, scale, unit);
  drawFoundOverview(pen, width, unit);
  return base;
}
