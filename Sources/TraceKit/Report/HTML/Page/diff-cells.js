// The tables of a comparison: the values of `--format json`, row by row.
const ORDER = ['interactions', 'views', 'signposts', 'functions', 'findings', 'chains', 'views-by-interaction', 'hangs-and-hitches', 'totals',
  'cpu-and-allocations'];
const verdictSigns = { worse: '▲', better: '▼', mixed: '◆', none: '' };
const verdictRanks = { worse: 3, mixed: 2, better: 1, none: 0 };
const marks = { w: 'worse', b: 'better', m: 'mixed' };

const sections = () => page.tables.map(sectionOf).filter((section) => section.rows.length || section.equal);
const extraColumns = () => [];
const rowsInRange = (table) => ({ rows: table.all, isCut: false });

function sectionOf(table) {
  const { unchanged, left_out: leftOut, title, rows } = report.tables[table.id.replaceAll('-', '_')];
  const columns = [{ name: 'change', title: 'Change', style: 'verdict-cell', drop: 0 }, ...table.columns];
  const cells = rows.map((row, index) => [verdictCell(row, table.short[index]),
    ...table.columns.map((column, at) => column.style === 'change'
      ? changeCell(row, column, marks[table.marks[index][at]] ?? 'none') : row[column.name] ?? null)]);
  if (cells.some((row) => leastP(row) !== null)) {
    columns.push({ name: 'p', title: 'p', style: 'probability', drop: 4 });
    for (const row of cells) row.push(leastP(row));
  }
  return { id: table.id, title, columns, rows: cells, total: rows.length + leftOut, equal: unchanged,
    note: unchanged ? grouped(unchanged) + ' equal' : '',
    empty: 'All ' + grouped(unchanged) + ' rows are equal on both sides.' };
}
// Search uses the text of a cell.
const verdictCell = (row, short) => ({ verdict: row.verdict, words: row.change, short,
  toString: () => row.verdict + ' ' + row.change });
function changeCell(row, { name, unit }, verdict) {
  const value = (end) => row[name + '_' + end] ?? null;
  return { before: value('before'), after: value('after'), p: value('p'), unit, verdict,
    intervals: ['before', 'after'].map((side) => [value(side + '_low'), value(side + '_high')]), toString: () => '' };
}
function leastP(cells) {
  const all = cells.map((cell) => cell?.p ?? null).filter((p) => p !== null);
  return all.length ? Math.min(...all) : null;
}

// A change sorts by its difference; a missing side counts as zero.
function sortKey(column, value) {
  if (column.style === 'verdict-cell') return verdictRanks[value.verdict];
  if (column.style !== 'change') return value;
  return value.before === null && value.after === null ? null : (value.after ?? 0) - (value.before ?? 0);
}

function rowElement(table, row) {
  if (row.place === undefined) row.place = placeOfRow(table.section.id, report.tables[table.section.id.replaceAll('-', '_')]
    .rows[row.index]);
  return make('tr', '', table.shown.map((column) => cellElement(table, column, row)));
}
const isChosen = (row) => Boolean(row.place) && JSON.stringify(row.place) === JSON.stringify(state.selection);
function placeOfRow(section, row) {
  const place = {
    interactions: () => ['interaction', row.interaction],
    views: () => ['view', row.view, row.kind],
    'views-by-interaction': () => ['both', row.interaction, row.view, row.kind],
    chains: () => ['chain', row.chain],
    findings: () => placeOfTitle(row.finding ?? row.title ?? ''),
  }[section]?.() ?? (row.gone !== undefined ? ['rename', row.gone, row.new, row.kind] : null);
  return place && sides.some((side) => resolve(place, side)) ? place : null;
}
// Findings begin with the name of their subject: the longest matching name.
function placeOfTitle(title) {
  let best = null, length = 0;
  const offer = (name, place) => {
    if (name.length > length && title.startsWith(name)) [best, length] = [place, name.length];
  };
  for (const side of sides) {
    for (const name of side.interactions.keys()) offer(name, ['interaction', name]);
    for (const key of side.views.keys()) {
      const [name, kind] = JSON.parse(key);
      offer(kind === 'body' ? name + '.body' : name + ' ', ['view', name, kind]);
    }
  }
  return best;
}

function cellElement(table, column, row) {
  const value = row.cells[column.index] ?? null;
  const cell = make('td', classOf(column) + (column.style === 'change' ? ' change' : ''));
  if (column.style === 'verdict-cell') cell.append(verdictElement(value, cell));
  else if (column.style === 'change') cell.append(...changeElements(value, cell));
  else if (column.style === 'probability') cell.append(value === null ? '' : value < 0.001 ? '< 0.001' : value.toFixed(3));
  else if (column === table.linkColumn && row.place) {
    const button = make('button', 'place', value === '' || value === null ? '(no name)' : cut(value, LONGEST_NAME),
      { type: 'button', title: 'Highlight on both timelines' });
    button.addEventListener('click', () => select(row.place, true));
    cell.append(button);
  } else cell.append(make('span', 'plain', value === null ? '' : cut(value, LONGEST_NAME)));
  if (typeof value === 'string' && value.length > LONGEST_NAME) cell.title = cut(value, 2000);
  if (column === table.linkColumn) cell.append(...noteElements(table, row));
  return cell;
}

function verdictElement({ verdict, words, short }, cell) {
  const isOneSided = verdict === 'none' && (words === 'new' || words === 'gone');
  const sign = isOneSided ? (words === 'new' ? '+' : '−') : verdictSigns[verdict];
  if (words === '~') {
    cell.title = 'no significant change';
    return make('span', 'none', ['~ ', make('span', 'long', 'no clear change')]);
  }
  cell.title = cut(words, 400);
  return make('span', isOneSided ? 'one-side' : verdict, (sign ? sign + '\u00a0' : '') + short);
}

// Before → after, and both as bars; red and green only if that figure has a verdict.
function changeElements(value, cell) {
  const { before, after, unit, verdict } = value;
  if (before === null && after === null) return [];
  cell.title = changeWords(value);
  if (before === after) return [make('span', 'same', figure(after, unit))];
  const most = Math.max(before ?? 0, after ?? 0);
  const bar = (name, number) => {
    const element = make('span', name + (number ? '' : ' nothing'));
    element.style.width = (most > 0 ? Math.max(0, number ?? 0) / most * 100 : 0).toFixed(1) + '%';
    return element;
  };
  const sign = verdictSigns[verdict];
  return [make('div', 'figures', [make('span', 'before', figure(before, unit)),
    make('span', 'arrow', '→', { 'aria-label': 'to' }),
    make('span', 'after ' + verdict, [sign ? make('span', 'sign', sign + ' ') : null, make('span', 'value', figure(after, unit))])]),
  make('div', 'bars', [bar('before', before), bar('after ' + verdict, after)], { 'aria-hidden': 'true' })];
}
function changeWords({ before, after, p, intervals, unit }) {
  const side = (word, value, [low, high]) => word + ' ' + figure(value, unit) + (low === null ? ''
    : ' (95 % interval ' + figure(low, unit) + ' to ' + figure(high, unit) + ')');
  const parts = [side('before', before, intervals[0]), side('after', after, intervals[1])];
  if (before !== null && after !== null && before !== after) {
    const delta = after - before, sign = delta > 0 ? '+' : '−';
    parts.push(sign + figure(Math.abs(delta), unit) + (before ? ' (' + sign + (Math.abs(delta) / Math.abs(before) * 100)
      .toFixed(0) + ' %)' : ''));
  }
  if (p !== null) parts.push('p ' + (p < 0.001 ? '< 0.001' : p.toFixed(3)));
  return parts.join(', ');
}
function figure(value, unit) {
  if (value === null) return '–';
  if (unit === 'percent') return (100 * value).toFixed(1) + ' %';
  const isWhole = Number.isInteger(value);
  const text = unit === 'milliseconds' || unit === 'figure' && !isWhole ? value.toFixed(2)
    : isWhole ? String(value) : value.toFixed(1);
  const [whole, fraction] = text.split('.');
  return grouped(whole) + (fraction ? '.' + fraction : '');
}
