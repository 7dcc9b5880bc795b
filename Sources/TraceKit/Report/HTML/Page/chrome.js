// The parts around the contents of every page: theme, download, help, search and keys.
// The timelines of the page; their colours follow its theme.
/** @type {Timeline[]} */
const shownTimelines = [];

/** @type {[id: 'updates' | 'groups' | 'interactions' | 'recurring' | 'hitches' | 'hangs' | 'signposts' | 'complaints', nouns: string][]} */
const THINNED = [['updates', 'updates'], ['groups', 'update groups'], ['interactions', 'interactions'], ['recurring', 'runs of recurring causes'],
  ['hitches', 'hitches'], ['hangs', 'hangs'], ['signposts', 'signposts'], ['complaints', 'complaints of frameworks']];
// The number of thinned items of the timelines, and the total.
/** @type {(all: TraceData[], rest: string) => void} */
function showThinned(all, rest) {
  const words = all.flatMap((data) => THINNED.flatMap(([id, nouns]) => {
    const table = data[id];
    if (!table.grayLeftOut && !table.longLeftOut) return [];
    const drawn = grouped(table.count) + ' of ' + grouped(table.total) + ' ' + nouns + ' are drawn';
    if (['interactions', 'recurring', 'hitches', 'hangs', 'complaints'].includes(id)) return [drawn + ', evenly over time.'];
    const [long, gray] = id === 'signposts' ? ['longer than the red limit', 'shorter'] : ['orange or red', 'gray'];
    return [drawn + ': ' + (table.longLeftOut ? grouped(table.longLeftOut) + ' ' + long + ' are not drawn'
      : 'every one ' + long + ' is there') + ', ' + gray + ' ones are thinned evenly (' + grouped(table.grayLeftOut)
      + ' left out).'];
  }));
  byID('thinned').hidden = !words.length;
  byID('thinned').textContent = [...words, 'The tables count all of them' + rest].join(' ');
}

// The deadlines; in a comparison those of both sides.
/** @type {(shown: { orange_ms: number, red_ms: number }[]) => void} */
function showLegend(shown) {
  /** @type {(value: number) => number} */
  const ms = (value) => Number(value.toFixed(2)) || value;
  /** @type {(name: 'orange_ms' | 'red_ms') => string} */
  const limit = (name) => [...new Set(shown.map((one) => ms(one[name])))].join(' and ') + ' ms';
  /** @type {(color: string, sign: string, text: string) => Node} */
  const item = (color, sign, text) => {
    const mark = make('span', '', sign, { 'aria-hidden': 'true' });
    mark.style.color = 'var(--' + color + ')';
    return make('span', '', [mark, text]);
  };
  byID('legend').replaceChildren(item('red', '▲', 'RED > ' + limit('red_ms')),
    item('orange-fill', '◆', 'ORANGE, hatched > ' + limit('orange_ms')),
    item('gray-fill', '■', 'gray'), make('span', '', 'bar height: duration, stronger: several in a pixel, dashed: the limits of orange and red'));
}

const themes = ['', 'light', 'dark'];
function showTheme() {
  if (state.theme) document.documentElement.dataset.theme = state.theme;
  else delete document.documentElement.dataset.theme;
  byID('theme').replaceChildren({ light: 'Light', dark: 'Dark' }[state.theme] ?? 'Auto', ...state.theme ? [] : [make('span', '', ' theme')]);
  byID('theme').setAttribute('aria-label', 'Theme: ' + (state.theme || 'auto'));
  for (const timeline of shownTimelines) { timeline.readColors(); timeline.drawSoon(); }
}

/** @type {(name: string) => void} */
function download(name) {
  const address = URL.createObjectURL(new Blob([originalReport()], { type: 'application/json' }));
  const link = make('a', '', [], { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Copies a text to the clipboard and confirms it on the button for a moment.
/** @type {(text: string, button: HTMLElement) => Promise<void>} */
async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch {
    // A page from a file may have no clipboard.
    const field = make('textarea', 'hidden', text);
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  const title = button.dataset.title ??= button.textContent ?? '';
  button.textContent = 'Copied';
  say('Copied');
  setTimeout(() => { button.textContent = title; }, 1500);
}
/** @type {(text: string) => HTMLElement} */
function copyButton(text) {
  const button = make('button', 'copy', 'Copy', { type: 'button' });
  button.addEventListener('click', () => copy(text, button));
  return button;
}

// One tab stop for all controls in a box, the one used last; the arrow keys, Home and End lead from one to the other.
const CONTROLS = 'button, a[href], summary, select, [role=button]';
/** @type {(box: Element) => HTMLElement[]} */
const controlsIn = (box) => Array.from(box.querySelectorAll(CONTROLS), (one) => /** @type {HTMLElement} */ (one));
/** @type {(control: HTMLElement) => boolean} */
const isReachable = (control) => !control.matches(':disabled') && control.checkVisibility({ visibilityProperty: true });
/** @type {(box: StopBox) => void} */
function oneStop(box) {
  const controls = controlsIn(box);
  // At first one in what may scroll, which would be out of reach otherwise.
  const stop = controls.find((one) => one === box.stop && isReachable(one))
    ?? controls.find((one) => one.closest('.table-box') && isReachable(one)) ?? controls.find(isReachable);
  for (const control of controls) control.setAttribute('tabindex', control === stop ? '0' : '-1');
  if (box.stop === undefined) {
    const element = /** @type {HTMLElement} */ (box);
    element.addEventListener('keydown', (event) => moveStop(box, event));
    element.addEventListener('focusin', (event) => setStop(box, targetOf(event).closest(CONTROLS)));
  }
  box.stop = stop ?? null;
}
/** @type {(box: StopBox, control: Element | null) => void} */
function setStop(box, control) {
  if (!control || control === box.stop) return;
  box.stop?.setAttribute('tabindex', '-1');
  control.setAttribute('tabindex', '0');
  box.stop = control;
}
/** @type {(box: StopBox, event: KeyboardEvent) => void} */
function moveStop(box, event) {
  const target = targetOf(event), own = target.closest(CONTROLS);
  if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === 'SELECT' || !own) return;
  const controls = controlsIn(box).filter(isReachable), now = controls.indexOf(/** @type {HTMLElement} */ (own));
  const next = { ArrowDown: () => nearest(controls, now, 1), ArrowUp: () => nearest(controls, now, -1),
    ArrowRight: () => controls[now + 1], ArrowLeft: () => controls[now - 1], Home: () => controls[0], End: () => controls.at(-1) }[event.key];
  if (!next || now < 0) return;
  event.preventDefault();
  next()?.focus();
}
// The nearest control below or above, else the next one in order.
/** @type {(controls: HTMLElement[], now: number, step: number) => HTMLElement | undefined} */
function nearest(controls, now, step) {
  /** @type {(control: Element) => Point & { height: number }} */
  const place = (control) => { const { left, top, height } = control.getBoundingClientRect(); return { x: left, y: top + height / 2, height }; };
  const from = place(controls[now]);
  let best = null, least = Infinity;
  for (const control of controls) {
    const to = place(control), far = (to.y - from.y) * step;
    if (far <= Math.min(from.height, to.height) / 2) continue;
    const value = far + Math.abs(to.x - from.x) * 0.4;
    if (value < least) [best, least] = [control, value];
  }
  return best ?? controls[now + step];
}

/** @type {(event: KeyboardEvent, clear: () => void) => void} */
function onPageKey(event, clear) {
  const target = targetOf(event), isTyping = target.matches?.('input, select, dialog *');
  if (event.key === 'Escape' && !byID('help').open) {
    for (const timeline of shownTimelines) timeline.hideTooltip();
    if (isTyping) target.blur(); else clear();
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') byID('help').showModal();
  else if (event.key === '/') byID('search').focus();
  else return;
  event.preventDefault();
}

// `clear` handles Escape when nothing is open.
/** @type {(timelines: Timeline[], file: string, clear: () => void) => void} */
function listenPage(timelines, file, clear) {
  /** @type {(id: string, act: () => void) => void} */
  const on = (id, act) => byID(id).addEventListener('click', act);
  on('theme', () => change({ theme: themes[(themes.indexOf(state.theme) + 1) % themes.length] }));
  on('download', () => download(file));
  on('help-button', () => byID('help').showModal());
  let typing = 0;
  byID('search').addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ query: byID('search').value }), 90);
  });
  document.addEventListener('keydown', (event) => onPageKey(event, clear));
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => { history.scrollRestoration = 'auto'; });
  for (const name of ['popstate', 'hashchange']) {
    window.addEventListener(name, () => {
      const before = { ...state };
      if (!readFragment()) return;
      // Unchanged content keeps its position on the screen.
      const words = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
      render(Object.entries(state).filter(([key, value]) => words.get(key) !== JSON.stringify(value)).map(([key]) => key));
      if (name === 'popstate') restorePlace();
    });
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  window.addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
    isPrinted = true;
    drawTables();
    for (const timeline of timelines) { timeline.readColors(); timeline.drawNow(); }
  });
  window.addEventListener('afterprint', () => { isPrinted = false; drawTables(); showTheme(); });
  for (const timeline of timelines) {
    // Paper shows what was drawn before: a canvas of another size is empty at first.
    new ResizeObserver(() => { if (!isPrinted && timeline.isResized()) { timeline.layOut(); timeline.drawNow(); } }).observe(timeline.view.box);
    timeline.listenTimeline();
  }
}
