// The tables of a comparison: the values of `--format json`, row by row.
const ORDER = ['interactions', 'views', 'signposts', 'functions', 'findings', 'chains', 'views-by-interaction', 'hangs-and-hitches', 'totals',
  'cpu-and-allocations'];
/** @type {{ [verdict: string]: string }} */
const verdictSigns = { worse: '▲', better: '▼', mixed: '◆', none: '' };
/** @type {{ [verdict: string]: number }} */
const verdictRanks = { worse: 3, mixed: 2, better: 1, none: 0 };
/** @type {{ [letter: string]: string }} */
const marks = { w: 'worse', b: 'better', m: 'mixed' };

/** @type {() => Section[]} */
const sections = () => page.tables.map(sectionOf).filter((section) => section.rows.length || section.equal);
/** @type {(section: Section) => Column[]} */
const extraColumns = () => [];
/** @type {(table: ShownTable) => Ranged} */
const rowsInRange = (table) => ({ rows: table.all, isCut: false, badge: 'of the whole traces' });

/** @type {(table: DiffLayout) => Section} */
function sectionOf(table) {
  const { unchanged, left_out: leftOut, title, rows } = report.tables[table.id.replaceAll('-', '_')];
  /** @type {ColumnSource[]} */
  const columns = [{ name: 'change', title: 'Change', style: 'verdict-cell', drop: 0 }, ...table.columns];
  /** @type {RowCell[][]} */
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
/** @type {(row: DiffRow, short: string) => VerdictCell} */
const verdictCell = (row, short) => ({ verdict: String(row.verdict), words: String(row.change), short,
  toString: () => row.verdict + ' ' + row.change });
/** @type {(row: DiffRow, column: ColumnSource, verdict: string) => ChangeCell} */
function changeCell(row, { name, unit }, verdict) {
  /** @type {(end: string) => number | null} */
  const value = (end) => { const cell = row[name + '_' + end] ?? null; return cell === null ? null : Number(cell); };
  return { before: value('before'), after: value('after'), p: value('p'), unit: unit ?? '', verdict,
    intervals: [[value('before_low'), value('before_high')], [value('after_low'), value('after_high')]], toString: () => '' };
}
/** @type {(cells: RowCell[]) => number | null} */
function leastP(cells) {
  const all = cells.flatMap((cell) => typeof cell === 'object' && cell && 'p' in cell && cell.p !== null ? [cell.p] : []);
  return all.length ? Math.min(...all) : null;
}

// A change sorts by its difference; a missing side counts as zero.
/** @type {(column: Column, value: RowCell) => Cell} */
function sortKey(column, value) {
  if (typeof value !== 'object' || !value) return value;
  if ('short' in value) return verdictRanks[value.verdict];
  return value.before === null && value.after === null ? null : (value.after ?? 0) - (value.before ?? 0);
}

/** @type {(table: ShownTable, row: Row) => HTMLElement} */
function rowElement(table, row) {
  if (row.place === undefined) row.place = placeOfRow(table.section.id, report.tables[table.section.id.replaceAll('-', '_')]
    .rows[row.index]);
  return make('tr', '', table.shown.map((column) => cellElement(table, column, row)));
}
/** @type {(row: Row) => boolean} */
const isChosen = (row) => Boolean(row.place) && JSON.stringify(row.place) === JSON.stringify(state.selection);
/** @type {(section: string, row: DiffRow) => string[] | null} */
function placeOfRow(section, row) {
  const words = (/** @type {string[]} */ ...names) => names.map((name) => String(row[name]));
  /** @type {{ [section: string]: () => string[] | null }} */
  const places = { interactions: () => ['interaction', ...words('interaction')], views: () => ['view', ...words('view', 'kind')],
    'views-by-interaction': () => ['both', ...words('interaction', 'view', 'kind')], chains: () => ['chain', ...words('chain')],
    findings: () => placeOfTitle(String(row.finding ?? row.title ?? '')) };
  const place = places[section]?.() ?? (row.gone !== undefined ? ['rename', ...words('gone', 'new', 'kind')] : null);
  return place && sides.some((side) => resolve(place, side)) ? place : null;
}
// Findings begin with the name of their subject: the longest matching name.
/** @type {(title: string) => string[] | null} */
function placeOfTitle(title) {
  /** @type {string[] | null} */
  let best = null;
  let length = 0;
  /** @type {(name: string, place: string[]) => void} */
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

/** @type {(table: ShownTable, column: Column, row: Row) => HTMLElement} */
function cellElement(table, column, row) {
  const value = row.cells[column.index] ?? null, { place } = row;
  const cell = make('td', classOf(column) + (column.style === 'change' ? ' change' : ''));
  if (typeof value === 'object' && value) fill(cell, '', 'short' in value ? verdictElement(value, cell) : changeElements(value, cell), {});
  else if (column.style === 'probability') cell.append(value === null ? '' : probability(Number(value)));
  else if (column === table.linkColumn && place) {
    const button = make('button', 'place', value === '' || value === null ? '(no name)' : cut(value, LONGEST_NAME),
      { type: 'button', title: 'Highlight on both timelines' });
    button.addEventListener('click', () => select(place, true));
    cell.append(button);
  } else cell.append(make('span', 'plain', value === null ? '' : cut(value, LONGEST_NAME)));
  if (typeof value === 'string' && value.length > LONGEST_NAME) cell.title = cut(value, 2000);
  if (column === table.linkColumn) fill(cell, '', noteElements(table, row), {});
  return cell;
}

/** @type {(value: VerdictCell, cell: HTMLElement) => HTMLElement} */
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
/** @type {(value: ChangeCell, cell: HTMLElement) => Child[]} */
function changeElements(value, cell) {
  const { before, after, unit, verdict } = value;
  if (before === null && after === null) return [];
  cell.title = changeWords(value);
  if (before === after) return [make('span', 'same', figure(after, unit))];
  const most = Math.max(before ?? 0, after ?? 0);
  /** @type {(name: string, number: number | null) => HTMLElement} */
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
/** @type {(p: number) => string} */
const probability = (p) => p < 0.001 ? '< 0.001' : p.toFixed(3);
/** @type {(value: ChangeCell) => string} */
function changeWords({ before, after, p, intervals, unit }) {
  /** @type {(word: string, value: number | null, interval: [number | null, number | null]) => string} */
  const side = (word, value, [low, high]) => word + ' ' + figure(value, unit) + (low === null ? ''
    : ' (95 % interval ' + figure(low, unit) + ' to ' + figure(high, unit) + ')');
  const parts = [side('before', before, intervals[0]), side('after', after, intervals[1])];
  if (before !== null && after !== null && before !== after) {
    const delta = after - before, sign = delta > 0 ? '+' : '−';
    parts.push(sign + figure(Math.abs(delta), unit) + (before ? ' (' + sign + (Math.abs(delta) / Math.abs(before) * 100)
      .toFixed(0) + ' %)' : ''));
  }
  if (p !== null) parts.push('p ' + probability(p));
  return parts.join(', ');
}
/** @type {(value: number | null, unit: string) => string} */
function figure(value, unit) {
  if (value === null) return '–';
  if (unit === 'percent') return (100 * value).toFixed(1) + ' %';
  const isWhole = Number.isInteger(value);
  const text = unit === 'milliseconds' || unit === 'figure' && !isWhole ? value.toFixed(2)
    : isWhole ? String(value) : value.toFixed(1);
  const [whole, fraction] = text.split('.');
  return grouped(whole) + (fraction ? '.' + fraction : '');
}
