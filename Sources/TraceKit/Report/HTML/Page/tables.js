// The tables of a page, with sorting and search. The page defines the tables (`sections`, `ORDER`, `extraColumns`), the
// rows that count (`rowsInRange`), their sort keys (`sortKey`) and their elements (`rowElement`).
const FIRST_ROWS = 20, MOST_DROPS = 5;
/** @type {ShownTable[]} */
let tables = [], isPrinted = false;

function makeTables() {
  /** @type {(section: Section) => number} */
  const rank = (section) => (ORDER.indexOf(section.id) + 1) || ORDER.length + 1;
  tables = [...sections()].sort((a, b) => rank(a) - rank(b)).map((section) => makeTable(section));
  byID('tables').replaceChildren(...tables.map((table) => table.panel));
  byID('contents').replaceChildren(...tables.map((table) => {
    /** @type {(one: ShownTable) => string} */
    const short = (one) => one.section.title.split(',')[0], isShared = tables.some((one) => one !== table && short(one) === short(table));
    const link = table.link;
    link.textContent = visible(isShared ? table.section.title : short(table));
    link.addEventListener('click', (event) => { event.preventDefault(); goTo(table); });
    return link;
  }));
}
/** @type {(table: ShownTable) => void} */
function goTo(table) {
  table.panel.scrollIntoView();
  table.heading.focus({ preventScroll: true });
}

/** @type {(section: Section) => ShownTable} */
function makeTable(section) {
  const columns = [...section.columns.map((column, index) => ({ ...column, index })), ...extraColumns(section)];
  // A column without any value is left out.
  /** @type {(column: Column) => boolean} */
  const isEmpty = (column) => column.index >= 0 && column.drop > 0 && section.rows.every((row) => (row[column.index] ?? null) === null);
  const shown = columns.filter((column) => column.style !== 'note' && !isEmpty(column));
  // The name of a row.
  const linkColumn = ['title', 'finding', 'view', 'chain', 'class', 'name', 'interaction', 'gone'].map((name) =>
    shown.find((column) => column.name === name)).find(Boolean) ?? shown[0];
  /** @type {ShownTable} */
  const table = { section, columns, all: section.rows.map((cells, index) => ({ cells, index })), limit: FIRST_ROWS, shown, linkColumn,
    notes: columns.filter((column) => column.style === 'note'), heading: make('h2', '', section.title, { tabindex: -1 }), count: make('span', 'quiet'),
    badge: make('span', 'badge'), head: make('thead', '', make('tr', '', shown.map((column) => headCell(section, column)))), body: make('tbody'),
    more: make('button', 'more', '', { type: 'button' }), empty: make('p', 'quiet'), box: make('div', 'table-box few'), panel: make('section'),
    statement: make('summary', '', 'SQL'), link: make('a', '', '', { href: '#', role: 'link' }), drawn: [], found: 0 };
  table.more.addEventListener('click', () => { table.limit = Infinity; drawTable(table); oneStop(table.panel); });
  const wider = make('button', 'columns-button', 'All columns', { type: 'button', 'aria-pressed': 'false' });
  wider.addEventListener('click', () => {
    const isFew = table.box.classList.toggle('few');
    wider.setAttribute('aria-pressed', String(!isFew));
  });
  table.box.append(make('table', '', [make('caption', 'hidden', section.title), table.head, table.body]));
  const hasFar = shown.some((column) => column.drop > MOST_DROPS);
  fill(table.panel, 'panel' + (hasFar ? ' has-far' : '') + (table.notes.length ? ' has-notes' : ''), [
    make('div', 'panel-head', [table.heading, table.count, table.badge, make('span', 'space'),
      shown.some((column) => column.drop > 1) ? wider : null]),
    table.box, table.empty, table.more,
    section.sql ? make('details', '', [table.statement, copyButton(section.sql),
      make('pre', '', codeLines(section.sql))]) : null,
  ], { id: 'table-' + section.id });
  return table;
}

/** @type {(section: Section, column: Column) => HTMLElement} */
function headCell(section, column) {
  const cell = make('th', classOf(column), [], { scope: 'col', 'data-column': column.name });
  if (column.style === 'histogram') { cell.append(make('span', 'quiet', column.title)); return cell; }
  const button = make('button', '', column.title, { type: 'button' });
  button.addEventListener('click', () => {
    const now = state.sorts[section.id], isFirst = !now || now[0] !== column.name;
    const isDown = isFirst ? isNumber(column) || ['severity', 'change'].includes(column.name) : !now[1];
    change({ sorts: { ...state.sorts, [section.id]: [column.name, isDown] } });
  });
  cell.append(button);
  return cell;
}
/** @type {(column: Column) => boolean} */
const isNumber = (column) => ['count', 'milliseconds', 'integer', 'percent', 'change', 'probability'].includes(column.style);
/** @type {(column: Column) => string} */
const classOf = (column) => (isNumber(column) ? 'number' : column.style) + (column.drop > 1 ? ' drop' : '')
  + (column.drop > MOST_DROPS ? ' far' : '');

const drawTables = () => {
  for (const table of tables) drawTable(table);
  // When they are laid out, because it asks what is visible.
  requestAnimationFrame(() => setTimeout(() => {
    for (const table of tables) oneStop(table.panel);
    oneStop(byID('contents'));
  }));
};
/** @type {(table: ShownTable) => void} */
function drawTable(table) {
  const { section } = table, ranged = rowsInRange(table);
  const found = search(ranged.rows), rows = sortRows(table, found);
  const shown = rows.slice(0, isPrinted ? Infinity : table.limit);
  table.drawn = shown.map((row) => [row, rowElement(table, row)]);
  table.body.replaceChildren(...table.drawn.map(([, element]) => element));
  markChosen(table);
  for (const cell of table.head.querySelectorAll('th')) {
    const sort = state.sorts[section.id];
    if (sort && sort[0] === cell.dataset.column) cell.setAttribute('aria-sort', sort[1] ? 'descending' : 'ascending');
    else cell.removeAttribute('aria-sort');
  }
  const all = state.range && ranged.isCut ? ranged.rows.length : section.total;
  // For a truncated table, only its own rows can be matched with the range.
  const isPartly = state.range && ranged.isPartly;
  table.count.textContent = (ranged.isLeftOut ? '' : isPartly ? grouped(rows.length) + ' of the ' + grouped(section.rows.length) + ' rows here'
    : rows.length < all ? grouped(rows.length) + ' of ' + grouped(all) : grouped(all))
    + (section.note ? '; ' + section.note : '');
  table.badge.textContent = !state.range ? '' : ranged.badge ?? (ranged.isCut ? 'in the range' : 'whole trace');
  table.badge.hidden = !state.range;
  table.statement.textContent = state.range ? 'SQL of the whole trace' : 'SQL';
  table.more.hidden = shown.length >= rows.length;
  table.more.textContent = 'Show all ' + grouped(rows.length) + ' rows';
  table.box.hidden = !rows.length;
  table.empty.hidden = rows.length > 0;
  // During a search, the heading of a table without matches says so.
  table.found = state.query ? rows.length : 0;
  table.panel.classList.toggle('not-found', state.query !== '' && !rows.length);
  table.link.classList.toggle('not-found', state.query !== '' && !rows.length);
  table.empty.textContent = !section.rows.length ? visible(section.empty)
    : state.query && ranged.rows.length ? 'no row matches the search' : ranged.empty ?? 'nothing in the range';
}

// If the rows do not change, expanded rows and the focus are kept.
/** @type {(table: ShownTable) => void} */
function markChosen(table) {
  for (const [row, element] of table.drawn) {
    const is = isChosen(row);
    element.classList.toggle('is-chosen', is);
    if (is) element.setAttribute('aria-current', 'true'); else element.removeAttribute('aria-current');
  }
}
const markAllChosen = () => { for (const table of tables) markChosen(table); };

// The result of a search, next to its box; `marked` items on the timelines. `isCut`: the trace has more than is drawn
// and listed.
/** @type {(marked: number, isCut?: boolean) => void} */
function showFound(marked, isCut = false) {
  const inTables = tables.filter((table) => table.found), rows = inTables.reduce((sum, table) => sum + table.found, 0);
  const words = [rows ? plural(rows, 'row') + ' in ' + plural(inTables.length, 'table') : '', marked ? grouped(marked) + ' on the timeline' : ''];
  byID('found').textContent = !state.query.trim() ? '' : words.filter(Boolean).join(', ')
    || 'nothing found' + (isCut ? ' in what is drawn and listed' : '');
}

const LONGEST_NAME = 200;
// Sentences go below the name of the row.
/** @type {(table: ShownTable, row: Row) => Child[]} */
const noteElements = (table, row) => [...table.notes.filter((note) => row.cells[note.index]).map((note) =>
  make('div', 'note', [make('b', '', note.title + ' '), ...prose(cut(row.cells[note.index], 4000))])),
...placeElements(table.section, row), ...ruleElement(table, row)];

// The rule guide, below the row of a finding.
/** @type {(table: ShownTable, row: Row) => Child[]} */
function ruleElement(table, row) {
  const column = table.section.columns.findIndex((column) => ['kind', 'rule'].includes(column.name));
  const rule = ['problems', 'findings'].includes(table.section.id) ? page.rules?.[String(row.cells[column])] : null;
  if (!rule) return [];
  /** @type {(title: string, text: string) => Node} */
  const part = (title, text) => make('p', '', [make('b', '', title + ' '), ...prose(text)]);
  /** @type {(title: string, text: string) => Node | null} */
  const code = (title, text) => text ? make('figure', '', [make('figcaption', '', [title + ' ', copyButton(text)]), make('pre', '', codeLines(text))])
    : null;
  return [make('details', 'rule', [make('summary', '', 'About ' + row.cells[column]), part('What it finds', rule.finds),
    part('Why it matters', rule.matters), part('What to do', rule.fix), part('Limits', rule.limits),
    make('div', 'pair', [code('Before', rule.before), code('After', rule.after)])])];
}
/** @type {(text: string) => Child[]} */
const codeLines = (text) => text.split('\n').flatMap((line, index) =>
  index ? [document.createElement('br'), line] : [line]);
// The source location of the row. URLs come from the user's template; those of web pages or documents without a host
// are refused.
/** @type {(text: string | null) => text is string} */
const isAddress = (text) => text !== null && /^[a-z-]+:/.test(text) && !/^(javascript|data|blob|file|about):/.test(text);
/** @type {(section: Section, row: { index: number }) => Child[]} */
function placeElements(section, row) {
  const places = section.places?.[row.index] ?? [];
  if (!places.length) return [];
  return [make('div', 'note', [make('b', '', 'Where '), ...places.flatMap(([words, address], index) => [
    index ? ', ' : null,
    isAddress(address) ? make('a', '', cut(words, 400), { href: address, rel: 'noreferrer' }) : cut(words, 400)])])];
}

/** @type {(rows: Row[]) => Row[]} */
function search(rows) {
  const words = searchWords(state.query);
  if (!words.length) return rows;
  return rows.filter((row) => {
    const text = row.text ??= row.cells.map((cell) => cell === null ? '' : String(cell)).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** @type {(table: ShownTable, rows: Row[]) => Row[]} */
function sortRows(table, rows) {
  const sort = state.sorts[table.section.id];
  const column = sort && table.shown.find((column) => column.name === sort[0] && column.index >= 0);
  if (!column) return rows;
  const sign = sort[1] ? -1 : 1;
  /** @type {(row: Row) => Cell} */
  const key = (row) => {
    const value = sortKey(column, row.cells[column.index] ?? null);
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  // Unknown values come last in both directions; equal rows keep the order of the report.
  return rows.map((row) => ({ row, value: key(row) })).sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -sign : a > b ? sign : 0;
  }).map(({ row }) => row);
}
