// The samples as a lane: how many fall into each slice of the trace, of the main thread and of all.
const CPU_SLICES = 1000;

// One row per slice with samples.
/** @type {(data: TraceData) => CPUTable} */
function cpuTable(data) {
  /** @type {CPUSlice[]} */
  const rows = [];
  const S = data.samples, length = data.end / CPU_SLICES;
  for (let row = 0; row < S.count; row++) {
    if (S.start_ns[row] < 0) continue;
    const slice = Math.min(CPU_SLICES - 1, Math.floor(S.start_ns[row] / length));
    let last = rows.at(-1);
    if (last?.slice !== slice) rows.push(last = { slice, samples: 0, main: 0 });
    last.samples++;
    if (data.name(S.thread[row]) === 'main') last.main++;
  }
  /** @type {(value: (row: CPUSlice) => number) => Numbers} */
  const column = (value) => Float64Array.from(rows, value);
  // Samples are at whole nanoseconds.
  /** @type {(slice: number) => number} */
  const edge = (slice) => Math.ceil(slice * length), start = column(({ slice }) => edge(slice));
  return { count: rows.length, total: S.total, grayLeftOut: 0, longLeftOut: 0, start_ns: start,
    duration_ns: column(({ slice }) => edge(slice + 1) - edge(slice)),
    samples: column((row) => row.samples), main: column((row) => row.main) };
}
/** @type {(data: TraceData) => CPUTable} */
const cpuOf = (data) => data.cpu ??= cpuTable(data);
const isThinned = () => data.samples.count < data.samples.total;
/** @type {(row: number) => Fact | null} */
function cpuFacts(row) {
  const C = cpuOf(data);
  if (!(row < C.count)) return null;
  const all = plural(C.samples[row], 'sample') + (C.main[row] ? ', ' + grouped(C.main[row]) + ' of the main thread' : '');
  /** @type {Facts} */
  const facts = isThinned() ? [['Samples', 'drawn in part, evenly: heights compare, numbers do not']] : [['Running', all]];
  return { title: 'CPU at ' + moment(C.start_ns[row]), facts: [['Length', milliseconds(C.duration_ns[row])], ...facts] };
}

// Bars of samples, those of the main thread stronger. Slices narrower than a pixel are merged: the pixel shows the highest.
/** @type {(lane: Lane, isIn: ((index: number) => boolean) | null) => void} */
function drawCPU(lane, isIn) {
  const [first, last] = seen(lane, state.from, state.to), C = lane.table, { colors } = view;
  const bottom = lane.top + lane.height;
  /** @type {(count: number) => number} */
  const high = (count) => count / lane.most * (lane.height - 3);
  let pixel = -1, most = [0, 0];
  /** @type {(x: number, width: number, counts: number[]) => void} */
  const paint = (x, width, [all, main]) => {
    ink.fillStyle = colors['gray-fill'];
    ink.fillRect(x, bottom - high(all), width, high(all));
    ink.fillStyle = colors.green;
    ink.fillRect(x, bottom - high(main), width, high(main));
  };
  for (let index = first; index < last; index++) {
    if (isIn && !isIn(index)) continue;
    const row = lane.rows[index], x = toX(lane.start[index]), wide = toX(lane.end[index]) - x;
    if (wide >= 1) { paint(x, Math.max(1, wide - (wide > 4 ? 0.6 : 0)), [C.samples[row], C.main[row]]); continue; }
    if (Math.floor(x) !== pixel) {
      if (pixel >= 0) paint(pixel, 1, most);
      [pixel, most] = [Math.floor(x), [0, 0]];
    }
    if (C.samples[row] > most[0]) most = [C.samples[row], C.main[row]];
  }
  if (pixel >= 0) paint(pixel, 1, most);
}
// In the strip of the whole trace where there is nothing else to see.
/** @type {(pen: CanvasRenderingContext2D, bottom: number, scale: number, unit: number) => void} */
function drawCPUOverview(pen, bottom, scale, unit) {
  const lane = data.updates.count ? null : view.lanes.find(({ id }) => id === 'cpu');
  pen.fillStyle = view.colors['gray-fill'];
  for (let index = 0; lane && index < lane.count; index++) {
    const high = lane.table.samples[lane.rows[index]] / lane.most * (bottom - 4 * unit);
    pen.fillRect((lane.start[index] - limits()[0]) * scale, bottom - high, Math.max(unit, (lane.end[index] - lane.start[index]) * scale), high);
  }
}
