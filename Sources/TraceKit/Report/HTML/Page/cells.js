// Rows and cells of the tables, and where a row is on the timeline.
/** @type {(table: ShownTable, row: Row) => HTMLElement} */
function rowElement(table, row) {
  if (row.place === undefined) row.place = placeOf(table.section, row.cells, row.index);
  return make('tr', '', table.shown.map((column) => cellElement(table, column, row)));
}
/** @type {(row: Row) => boolean} */
const isChosen = ({ place }) => Boolean(place && state.selection && place.type === state.selection.type
  && place.id === state.selection.id);

/** @type {(table: ShownTable, column: Column, row: Row) => HTMLElement} */
function cellElement(table, column, row) {
  if (column.style === 'histogram') return make('td', 'histogram-cell', histogram(row));
  const value = row.cells[column.index] ?? null, cell = make('td', classOf(column));
  // Where rows are no lines, each number has its heading.
  if (column !== table.linkColumn) cell.dataset.title = column.title;
  const content = cellText(column, value);
  const { place } = row;
  if (column === table.linkColumn && place) {
    const button = make('button', 'place', content === '' ? '(no name)' : content, { type: 'button' });
    button.title = 'Show on the timeline';
    button.addEventListener('click', () => select(place, true));
    cell.append(button);
  } else if (column.style === 'word' && value !== null) {
    cell.append(make('span', 'word ' + (knownWords.has(String(value)) ? value : ''), content));
  } else {
    cell.append(make('span', value === 0 ? 'plain zero' : 'plain', content));
  }
  if (typeof value === 'string' && value.length > LONGEST_NAME) cell.title = cut(value, 2000);
  if (column === table.linkColumn) fill(cell, '', table.section.id === 'problems' ? problemNotes(table, row) : noteElements(table, row), {});
  return cell;
}

// What is below the title of a problem: in full only where it is not at the top of the page as well.
/** @type {(table: ShownTable, row: Row) => Child[]} */
function problemNotes(table, row) {
  const notes = noteElements(table, row), findings = findingsOf(problemID(row)), nowhere = row.place ? null : make('div', 'note', notPlaced(problemID(row)));
  const list = findings.length < 2 ? [] : [make('div', 'note', make('b', '', plural(findings.length, 'finding'))), make('ul', '', findings.map(({ row, section, columns }) => {
    const cell = (/** @type {string} */ name) => row.cells[columns.indexOf(name)] ?? '';
    return make('li', 'note', [make('b', '', cut(cell('title'), 300)), ' (' + cut(cell('rule'), 60) + ', ' + cut(cell('severity'), 20) + '): ', ...prose(cut(cell('evidence'), 2000)),
      ...(cell('hint') ? [' ', make('b', '', 'Fix '), ...prose(cut(cell('hint'), 2000))] : []), ...placeElements(section, row)]);
  }))];
  const isAbove = firstProblems().includes(row.cells), words = 'Why, fix' + (findings.length > 1 ? ', ' + plural(findings.length, 'finding') : '');
  return [...(nowhere ? [nowhere] : []), ...isAbove ? [make('details', 'rule', [make('summary', '', words), ...notes, ...list])]
    : [...notes, ...(list.length ? [make('details', 'rule', [make('summary', '', plural(findings.length, 'finding')), ...list.slice(1)])] : [])]];
}
/** @type {(id: string) => Section | undefined} */
const sectionNamed = (id) => data.trace.sections.find((section) => section.id === id);
/** @type {(section?: Section) => string[]} */
const columnNames = (section) => section?.columns.map((column) => column.name) ?? [];
/** @type {(row: Row) => number} */
const problemID = (row) => Number(row.cells[columnNames(sectionNamed('problems')).indexOf('id')] ?? -1);
// The findings of a problem, as rows of their table.
/** @type {(problem: Cell) => { row: Row, section: Section, columns: string[] }[]} */
function findingsOf(problem) {
  const section = sectionNamed('findings'), columns = columnNames(section), own = columns.indexOf('problem_id');
  return own < 0 || !section ? [] : section.rows.map((cells, index) => ({ row: { cells, index }, section, columns })).filter(({ row }) => row.cells[own] === problem);
}
// Findings whose problem is listed are its details; a table has the others.
/** @type {(finding: Cell[]) => boolean} */
function isDetail(finding) {
  const own = columnNames(sectionNamed('findings')).indexOf('problem_id'), problems = sectionNamed('problems'), id = columnNames(problems).indexOf('id');
  return own >= 0 && Boolean(problems?.rows.some((row) => row[id] === finding[own]));
}
// Why a problem is not on the timeline.
/** @type {(problem: number) => string} */
function notPlaced(problem) {
  const all = problemRows().all(problem);
  return all ? 'None of its ' + plural(all, 'update') + ' is drawn.' : 'Not on the timeline: it has no rows with a time.';
}

const knownWords = new Set(['red', 'orange', 'gray', 'high', 'medium', 'low', 'critical', 'warning', 'good', 'missed']);
/** @type {{ [word: string]: string }} */
const signs = { red: '▲ RED', orange: '◆ ORANGE', missed: '▲ missed', critical: '▲ critical', high: '▲ high',
  medium: '◆ medium' };
/** @type {(column: Column, value: Cell) => string} */
function cellText(column, value) {
  if (value === null) return column.null ?? '';
  switch (column.style) {
    case 'milliseconds': {
      const [whole, fraction] = Number(value).toFixed(2).split('.');
      return grouped(whole) + '.' + fraction;
    }
    case 'percent': return Math.round(Number(value) * 100) + ' %';
    case 'count': return grouped(value);
    case 'word': return signs[String(value)] ?? cut(value, LONGEST_NAME);
    default: return cut(value, LONGEST_NAME);
  }
}

// Durations on a doubling scale, in gray, orange and red bins; the two dashed lines are the deadlines.
/** @type {(row: Row) => Child} */
function histogram(row) {
  const bins = binsOf(row), most = Math.max(...bins), size = 9, high = 24;
  if (!most) return '';
  const width = size * HISTOGRAM_BINS + 2;
  /** @type {(index: number) => number} */
  const at = (index) => index * size + (index > 4 ? 1 : 0) + (index > 6 ? 1 : 0);
  const words = bins.map((count, index) => [count, index]).filter(([count]) => count)
    .map(([count, index]) => grouped(count) + ' ' + binWords(index)).join(', ');
  return shape('svg', 'histogram', { width, height: high, role: 'img', 'aria-label': words }, [
    shape('title', '', {}, words),
    ...bins.map((count, index) => {
      const tall = count ? Math.max(2, Math.sqrt(count / most) * (high - 2)) : 0;
      return shape('rect', index > 6 ? 'red' : index > 4 ? 'orange' : 'gray', { x: at(index), y: high - tall,
        width: size - 1, height: tall });
    }),
    ...[5, 7].map((index) => shape('line', '', { x1: at(index) - 1, x2: at(index) - 1, y1: 0, y2: high })),
  ]);
}
/** @type {(index: number) => string} */
function binWords(index) {
  const { orange, red } = data;
  /** @type {(ns: number) => string} */
  const ms = (ns) => Number((ns / 1e6).toFixed(2)) + ' ms';
  const ends = [orange / 16, orange / 8, orange / 4, orange / 2, orange, (orange + red) / 2, red, red * 2, red * 4, red * 8];
  return index < ends.length ? 'up to ' + ms(ends[index]) : 'above ' + ms(ends[ends.length - 1]);
}
/** @type {(row: Row) => number[]} */
function binsOf(row) {
  const bins = new Array(HISTOGRAM_BINS).fill(0);
  if (row.durations) for (const ns of row.durations) bins[bin(data, ns)]++;
  if (row.durations !== undefined) return bins;
  if (!row.place) return bins;
  if (!data.bins) {
    data.bins = new Map();
    const D = data.durations;
    for (let i = 0; i < D.count; i++) {
      const list = data.bins.get(D.view[i]) ?? [];
      list.push([D.bin[i], D.updates[i]]);
      data.bins.set(D.view[i], list);
    }
  }
  for (const [index, count] of data.bins.get(row.place.id) ?? []) bins[index] = count;
  return bins;
}

// MARK: Positions of rows
/** @type {(section: Section, cells: Cell[], index: number) => Selected | null} */
function placeOf({ id, columns }, cells, index) {
  /** @type {(name: string) => Cell} */
  const value = (name) => cells[columns.findIndex((column) => column.name === name)] ?? null;
  /** @type {(name: string) => number} */
  const number = (name) => Number(value(name) ?? -1);
  switch (id) {
    case 'problems': return placeOfProblem(number('id'));
    case 'findings': return placeOfProblem(number('problem_id')) ?? placeOfFinding(index);
    case 'interactions': return data.rowOfInteraction.has(number('id')) ? { type: 'interaction', id: number('id') } : null;
    case 'top-causes': return placeOfChain(value('chain'));
    case 'views': case 'unnecessary-updates-by-view':
      return placeOfView(value('view'), value('kind'), columns.some((column) => column.name === 'module')
        ? value('module') : undefined);
    case 'hangs': return placeOfSpan('hang', data.hangs, number('start_ms'));
    case 'hitches': return placeOfSpan('hitch', data.hitches, number('start_ms'));
    case 'signposts': case 'overlapping-intervals': case 'nested-intervals': return placeOfSignpost(value('name'));
    case 'longest-intervals': case 'unpaired-signposts': case 'signpost-intervals':
      return placeOfSpan('signpost', data.signposts, number('start_ms'));
    default: return value('start_ms') === null ? null
      : placeOfUpdate(number('start_ms'), value('duration_ms'), value('view'));
  }
}
// A problem without rows that have a time is nowhere on the timeline.
/** @type {(id: number) => Selected | null} */
const placeOfProblem = (id) => hasRows(id) && problemWithID(data, id) ? { type: 'problem', id } : null;
/** @type {(index: number) => Selected | null} */
function placeOfFinding(index) {
  const id = data.findings.interaction?.[index] ?? -1;
  return data.rowOfInteraction.has(id) ? { type: 'interaction', id } : null;
}
/** @type {(view: Cell, kind: Cell, module?: Cell) => Selected | null} */
function placeOfView(view, kind, module) {
  const V = data.views;
  for (let i = 0; i < V.count; i++) {
    if (data.name(V.view[i]) !== view || kind && data.name(V.kind[i]) !== kind) continue;
    if (module === undefined || data.name(V.module[i]) === module) return { type: 'view', id: V.id[i] };
  }
  return null;
}
/** @type {(text: Cell) => Selected | null} */
function placeOfChain(text) {
  if (!data.chainsByText) {
    data.chainsByText = new Map();
    /** @type {(string | null)[]} */
    const texts = [];
    for (let i = 0; i < data.steps.count; i++) {
      const parent = data.rowOfStep.get(data.steps.parent[i]);
      /** @type {string | null} */
      const before = parent === undefined ? '' : texts[parent] === null ? null : texts[parent] + ' → ';
      // Very long paths are not worth searching, and all of them would fill the memory.
      texts.push(before === null || before.length > 4000 ? null : before + data.names[data.steps.name[i]]);
    }
    for (let i = 0; i < data.chains.count; i++) {
      data.chainsByText.set(texts[data.rowOfStep.get(data.chains.step[i]) ?? -1] ?? null, data.chains.id[i]);
    }
  }
  const id = typeof text === 'string' ? data.chainsByText.get(text) : undefined;
  return id === undefined ? null : { type: 'chain', id };
}
/** @type {(type: string, table: SpanColumns, start: number) => Selected | null} */
function placeOfSpan(type, table, start) {
  for (let i = 0; i < table.count; i++) if (table.start_ns[i] === Math.round(start * 1e6)) return { type, id: i };
  return null;
}
/** @type {(name: Cell) => Selected | null} */
function placeOfSignpost(name) {
  const S = data.signposts;
  let longest = -1;
  for (let i = 0; i < S.count; i++) {
    if (data.name(S.name[i]) === name && (longest < 0 || S.duration_ns[i] > S.duration_ns[longest])) longest = i;
  }
  return longest < 0 ? null : { type: 'signpost', id: longest };
}
/** @type {(start: number, duration: Cell, view: Cell) => Selected | null} */
function placeOfUpdate(start, duration, view) {
  const U = data.updates, ns = Math.round(start * 1e6);
  if (!U.count) return null;
  for (let row = lowerBound(U.start_ns, ns); row < U.count && U.start_ns[row] === ns; row++) {
    const isAsLong = duration === null ? U.duration_ns[row] < 0 : U.duration_ns[row] === Math.round(Number(duration) * 1e6);
    if (isAsLong && data.name(data.views.view[data.rowOfView.get(U.view[row]) ?? -1]) === view) {
      return { type: 'update', id: U.id[row] };
    }
  }
  return null;
}
