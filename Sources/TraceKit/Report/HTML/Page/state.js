// The state of the report's page, and its form in the fragment of the URL.
/** @type {ReportState} */
const state = { trace: 0, from: 0, to: 1, range: null, selection: null, query: '', sorts: {}, theme: '',
  flame: '', root: '', focus: null, thread: null, hidden: '' };
/** @type {TraceData} */
let data;
/** @type {(index: number) => void} */
function chooseTrace(index) {
  data = models[index] ??= model(page.traces[index]);
  timeline.use(data);
}

// Changes the state. `push` adds a step to the browser history.
/** @type {(patch: Partial<ReportState>, push?: boolean) => void} */
function change(patch, push = false) {
  if (push) keepPlace();
  Object.assign(state, patch);
  if ('from' in patch || 'to' in patch) clampZoom(state, [0, data.end]);
  render(Object.keys(patch));
  if (push) writeFragment(true); else laterFragment();
}

function fragment() {
  const words = new URLSearchParams();
  if (state.trace > 0) words.set('t', String(state.trace + 1));
  if (!whole()) words.set('z', Math.round(state.from) + '-' + Math.round(state.to));
  if (state.range) words.set('r', state.range.map(Math.round).join('-'));
  if (state.selection) words.set('s', state.selection.type + '.' + state.selection.id);
  if (state.flame) words.set('f', state.flame);
  if (state.root) words.set('y', state.root);
  if (state.focus !== null) words.set('u', String(state.focus));
  if (state.thread !== null) words.set('h', state.thread);
  if (state.hidden) words.set('l', state.hidden);
  writeTableWords(words);
  return words.toString();
}

function readFragment() {
  const words = readWords();
  if (!words) return false;
  const number = Number(words.get('t') ?? 1) - 1;
  state.trace = page.traces[number] ? number : 0;
  state.hidden = /^[a-z0-9 -]{0,200}$/.test(words.get('l') ?? '') ? words.get('l') ?? '' : '';
  chooseTrace(state.trace);
  [state.from, state.to] = interval(words.get('z')) ?? [0, data.end];
  clampZoom(state, [0, data.end]);
  state.range = snapped(interval(words.get('r')));
  const chosen = /^([a-z]+)\.(\d{1,15})$/.exec(words.get('s') ?? '');
  state.selection = chosen && Object.hasOwn(selectable, chosen[1]) ? { type: chosen[1], id: Number(chosen[2]) } : null;
  if (state.selection && !describe(state.selection)) state.selection = null;
  if (state.selection && state.range && !isInRange(state.selection, state.range)) state.selection = null;
  const flame = words.get('f') ?? '';
  state.flame = FLAME_MODES.includes(flame) ? flame : '';
  state.root = readFlameWay(words.get('y'));
  state.focus = readFocus(words.get('u'));
  if (state.focus !== null && state.focus >= data.names.length) state.focus = null;
  state.thread = words.get('h')?.slice(0, 200) ?? null;
  readTableWords(words);
  return true;
}
