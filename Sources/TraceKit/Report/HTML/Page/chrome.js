// The parts around the contents of every page: theme, download, help, search and keys.
// The timelines of the page; their colours follow its theme.
const shownTimelines = [];

// The number of thinned items of the timelines, and the total.
function showThinned(all, rest) {
  const nouns = { updates: 'updates', groups: 'update groups', interactions: 'interactions',
    recurring: 'runs of recurring causes', hitches: 'hitches',
    hangs: 'hangs', signposts: 'signposts' };
  const words = all.flatMap((data) => Object.keys(nouns).flatMap((id) => {
    const table = data[id];
    if (!table.grayLeftOut && !table.longLeftOut) return [];
    const drawn = grouped(table.count) + ' of ' + grouped(table.total) + ' ' + nouns[id] + ' are drawn';
    if (['interactions', 'recurring', 'hitches', 'hangs'].includes(id)) return [drawn + ', evenly over time.'];
    const [long, gray] = id === 'signposts' ? ['longer than the red limit', 'shorter'] : ['orange or red', 'gray'];
    return [drawn + ': ' + (table.longLeftOut ? grouped(table.longLeftOut) + ' ' + long + ' are not drawn'
      : 'every one ' + long + ' is there') + ', ' + gray + ' ones are thinned evenly (' + grouped(table.grayLeftOut)
      + ' left out).'];
  }));
  byID('thinned').hidden = !words.length;
  byID('thinned').textContent = [...words, 'The tables count all of them' + rest].join(' ');
}

// The deadlines; in a comparison those of both sides.
function showLegend(shown) {
  const ms = (value) => Number(value.toFixed(2)) || value;
  const limit = (name) => [...new Set(shown.map((one) => ms(one[name])))].join(' and ') + ' ms';
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
  byID('theme').textContent = { '': 'Auto', light: 'Light', dark: 'Dark' }[state.theme];
  byID('theme').setAttribute('aria-label', 'Theme: ' + (state.theme || 'auto'));
  for (const timeline of shownTimelines) { timeline.readColors(); timeline.drawSoon(); }
}

function download(name) {
  const address = URL.createObjectURL(new Blob([originalReport()], { type: 'application/json' }));
  const link = make('a', '', [], { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Copies a text to the clipboard and confirms it on the button for a moment.
async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch {
    // A page from a file may have no clipboard.
    const field = make('textarea', 'hidden', text);
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  const title = button.dataset.title ??= button.textContent;
  button.textContent = 'Copied';
  say('Copied');
  setTimeout(() => { button.textContent = title; }, 1500);
}
function copyButton(text) {
  const button = make('button', 'copy', 'Copy', { type: 'button' });
  button.addEventListener('click', () => copy(text, button));
  return button;
}

// One tab stop for all controls in a box, the one used last; the arrow keys, Home and End lead from one to the other.
const CONTROLS = 'button, a[href], summary, select, [role=button]';
const isReachable = (control) => !control.disabled && control.checkVisibility({ visibilityProperty: true });
function oneStop(box) {
  const controls = [...box.querySelectorAll(CONTROLS)];
  // At first one in what may scroll, which would be out of reach otherwise.
  const stop = controls.find((one) => one === box.stop && isReachable(one))
    ?? controls.find((one) => one.closest('.table-box') && isReachable(one)) ?? controls.find(isReachable);
  for (const control of controls) control.setAttribute('tabindex', control === stop ? 0 : -1);
  if (box.stop === undefined) {
    box.addEventListener('keydown', (event) => moveStop(box, event));
    box.addEventListener('focusin', ({ target }) => setStop(box, target.closest(CONTROLS)));
  }
  box.stop = stop ?? null;
}
function setStop(box, control) {
  if (!control || control === box.stop) return;
  box.stop?.setAttribute('tabindex', -1);
  control.setAttribute('tabindex', 0);
  box.stop = control;
}
function moveStop(box, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
  const controls = [...box.querySelectorAll(CONTROLS)].filter(isReachable), now = controls.indexOf(event.target.closest(CONTROLS));
  const next = { ArrowDown: () => nearest(controls, now, 1), ArrowUp: () => nearest(controls, now, -1),
    ArrowRight: () => controls[now + 1], ArrowLeft: () => controls[now - 1], Home: () => controls[0], End: () => controls.at(-1) }[event.key];
  if (!next || now < 0) return;
  event.preventDefault();
  next()?.focus();
}
// The nearest control below or above, else the next one in order.
function nearest(controls, now, step) {
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

function onPageKey(event, clear) {
  const isTyping = event.target.matches?.('input, select, dialog *');
  if (event.key === 'Escape' && !byID('help').open) {
    for (const timeline of shownTimelines) timeline.hideTooltip();
    if (isTyping) event.target.blur(); else clear();
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') byID('help').showModal();
  else if (event.key === '/') byID('search').focus();
  else return;
  event.preventDefault();
}

// `clear` handles Escape when nothing is open.
function listenPage(timelines, file, clear) {
  const on = (id, act) => byID(id).addEventListener('click', act);
  on('theme', () => change({ theme: themes[(themes.indexOf(state.theme) + 1) % themes.length] }));
  on('download', () => download(file));
  on('help-button', () => byID('help').showModal());
  let typing = 0;
  byID('search').addEventListener('input', (event) => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ query: event.target.value }), 90);
  });
  document.addEventListener('keydown', (event) => onPageKey(event, clear));
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => { history.scrollRestoration = 'auto'; });
  for (const name of ['popstate', 'hashchange']) {
    window.addEventListener(name, () => {
      const before = { ...state };
      if (!readFragment()) return;
      // Unchanged content keeps its position on the screen.
      const words = JSON.stringify;
      render(Object.keys(state).filter((key) => words(before[key]) !== words(state[key])));
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
    new ResizeObserver(() => { if (!isPrinted) { timeline.layOut(); timeline.drawNow(); } }).observe(timeline.view.box);
    timeline.listenTimeline();
  }
}
