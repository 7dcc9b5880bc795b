// What can be selected, how it is described, and where it is on the timeline.
// A kind of selection: `facts` describes it (null if it does not exist), `mask` selects its updates, `extent` is its
// time, `links` are the chains that the graph draws.
/** @type {{ [type: string]: Kind }} */
const selectable = {
  update: {
    facts(id) {
      const row = rowOfUpdate(id);
      return row < 0 ? null : updateFacts(row);
    },
    mask(id) { const chosen = rowOfUpdate(id); return (row) => row === chosen; },
    extent: (id) => startAndEnd(data.updates, rowOfUpdate(id)),
    isIn(id, [from, to]) { const start = data.updates.start_ns[rowOfUpdate(id)]; return start >= from && start < to; },
  },
  view: {
    facts: (id) => data.rowOfView.has(id) ? viewFacts(id) : null,
    mask: (id) => (row) => data.updates.view[row] === id,
    links: (id) => (link) => link.view === id,
  },
  interaction: {
    facts(id) {
      const row = data.rowOfInteraction.get(id);
      return row === undefined ? null : interactionFacts(row);
    },
    mask: (id) => (row) => data.updates.interaction[row] === id,
    extent: (id) => {
      const row = data.rowOfInteraction.get(id), I = data.interactions;
      return row === undefined ? null : [I.start_ns[row], Math.max(I.end_ns[row], I.start_ns[row])];
    },
    links: (id) => (link) => link.interaction === id,
  },
  chain: {
    facts: (id) => data.rowOfChain.has(id) ? { title: chainText(data, id), facts: [] } : null,
    mask: (id) => (row) => data.updates.chain[row] === id,
    links: (id) => (link) => link.chain === id,
  },
  cause: {
    facts: (id) => id < data.names.length ? { title: data.names[id], facts: [['Kind', kindWord(kindOfName(id), data.names[id])]] } : null,
    mask(id) { const has = chainsWith(id); return (row) => has(data.updates.chain[row]); },
    links(id) { const has = chainsWith(id); return (link) => has(link.chain); },
  },
  problem: {
    facts(id) {
      const problem = problemWithID(data, id);
      if (!problem || !hasRows(id)) return null;
      const events = problemEvents(id), updates = problemRows().all(id);
      const words = [updates ? plural(updates, 'update') : '', ...eventTables().map(({ type, table }) => {
        const count = events.filter((event) => event.type === type).length;
        if (!count) return '';
        const isPartly = table.count < table.total;
        return (isPartly ? 'at least ' : '') + (type === 'hitch' && count > 1 ? grouped(count) + ' hitches' : plural(count, type));
      }), sampledWords(id)];
      return { title: '“' + problem.title + '”', facts: [['Rows', words.filter(Boolean).join(', ')], ...problemFacts(problem).slice(1)] };
    },
    mask(id) { const { of } = problemRows(); return (row) => of[row] === id; },
    extent(id) {
      const items = problemItems(id), ends = items.map(({ end }) => end);
      return items.length ? [items[0].start, ends.reduce((most, end) => Math.max(most, end))] : null;
    },
    first(id) { const [item] = problemItems(id); return item ? [item.start, item.end] : null; },
    isIn: (id, range) => problemIsIn(id, range),
  },
  hang: spanKind('hangs', 'Hang', 'class', [['Updates during it', 'text']]),
  hitch: spanKind('hitches', 'Hitch', 'class', [['What the recording says', 'text']]),
  group: spanKind('groups', 'Update group', 'label', []),
  signpost: spanKind('signposts', 'Signpost', 'name', [['Message', 'text']]),
  complaint: spanKind('complaints', 'Complaint', 'name', [['Line', 'text']]),
  run: spanKind('recurring', 'Run of', 'name', [['View', 'text']]),
  slice: { ...spanKind('cpu', 'CPU', null, []), facts: (row) => cpuFacts(row) },
};

/** @type {(id: number) => number} */
function rowOfUpdate(id) {
  const row = lowerBound(data.updates.id ?? [], id);
  return row < data.updates.count && data.updates.id[row] === id ? row : -1;
}
// Whether a cause is in a chain.
/** @type {(cause: number) => (chain: number) => boolean} */
function chainsWith(cause) {
  const known = new Map();
  return (chain) => {
    if (chain < 0) return false;
    if (!known.has(chain)) known.set(chain, pathOf(data, chain).some((step) => step >= 0 && data.steps.name[step] === cause));
    return known.get(chain);
  };
}

/** @type {(table: SpanColumns, row: number) => TimeRange} */
function startAndEnd(table, row) {
  return [table.start_ns[row], table.start_ns[row] + Math.max(0, table.duration_ns[row])];
}

/** @type {(table: SpanTableID) => LaneTable} */
const columnsOf = (table) => /** @type {LaneTable} */ (table === 'cpu' ? cpuOf(data) : data[table]);
// Rows of a lane of intervals, by number, with the updates that overlap one.
/** @type {(table: SpanTableID, title: string, nameColumn: 'class' | 'label' | 'name' | null, texts: [label: string, column: 'text'][]) => Kind} */
function spanKind(table, title, nameColumn, texts) {
  return {
    facts(row) {
      const T = columnsOf(table);
      if (row >= T.count) return null;
      const name = nameColumn && data.name(T[nameColumn][row]);
      /** @type {Facts} */
      const facts = [['Duration', T.duration_ns[row] < 0 ? 'an event' : milliseconds(T.duration_ns[row])],
        ['Start', moment(T.start_ns[row])]];
      for (const [label, column] of texts) if (T[column][row] >= 0) facts.push([label, data.name(T[column][row])]);
      if (T.updates) facts.push(['Updates', grouped(Math.max(0, T.updates[row]))]);
      if (T.busy_ns) facts.push(['Work', milliseconds(Math.max(0, T.busy_ns[row])) + ', ' +
        severityWord(data.severity(T.busy_ns[row]))]);
      if (T.accumulated && T.accumulated[row] === 1) facts.push(['Made of', 'many short updates, no single long one']);
      return { title: name === null ? title : title + ' “' + name + '”', facts };
    },
    mask(row) {
      const [from, end] = startAndEnd(columnsOf(table), row), to = Math.max(end, from + 1), U = data.updates;
      return (other) => U.start_ns[other] < to && U.start_ns[other] + Math.max(1, U.duration_ns[other]) > from;
    },
    extent: (row) => startAndEnd(columnsOf(table), row),
  };
}

/** @type {(severity: number) => string} */
const severityWord = (severity) => severity === NO_END ? 'no end'
  : severity === GRAY ? severities[GRAY] : severities[severity].toUpperCase();

/** @type {(id: number) => string} */
function viewTitle(id) {
  const row = data.rowOfView.get(id);
  if (row === undefined) return 'unknown view';
  const kind = data.name(data.views.kind[row]);
  return data.name(data.views.view[row]) + (kind === 'body' ? '.body' : ' (' + kind + ')');
}

/** @type {(row: number) => Fact} */
function updateFacts(row) {
  const U = data.updates, flags = U.flags[row], ns = U.duration_ns[row];
  /** @type {Facts} */
  const facts = [['Duration', ns < 0 ? 'no end recorded' : milliseconds(ns)],
    ['Severity', severityWord(data.severity(ns))], ['Start', moment(U.start_ns[row])],
    ['Phase', phases[phaseOf(flags)] + (phaseOf(flags) === CHECK ? ': the body did not run' : '')]];
  const verdict = verdictOf(flags), reason = reasonOf(flags);
  if (verdict) {
    const sure = confidences[reason] ? ', ' + confidences[reason] : '';
    facts.push(['Verdict', verdicts[verdict] + ' (' + reasons[reason] + sure + ')']);
  }
  if (U.interaction[row] >= 0) facts.push(['Interaction', interactionTitle(U.interaction[row])]);
  if (U.chain[row] >= 0) facts.push(['Caused by', chainText(data, U.chain[row])]);
  return { title: viewTitle(U.view[row]), facts };
}

/** @type {(id: number) => Fact} */
function viewFacts(id) {
  const row = data.rowOfView.get(id) ?? -1, module = data.name(data.views.module[row]), hints = hintsFor(data.name(data.views.view[row]));
  return { title: viewTitle(id), facts: module === null ? hints : [['Module', module], ...hints] };
}

/** @type {(id: number) => string} */
function interactionTitle(id) {
  const row = data.rowOfInteraction.get(id), I = data.interactions;
  if (row === undefined) return 'interaction ' + id;
  const name = data.name(I.name[row]);
  return data.name(I.kind[row]) + (name === null ? '' : ' “' + name + '”');
}
/** @type {(row: number) => Fact} */
function interactionFacts(row) {
  const I = data.interactions;
  return { title: interactionTitle(I.id[row]), facts: [['Start', moment(I.start_ns[row])],
    ['Window', milliseconds(Math.max(0, I.end_ns[row] - I.start_ns[row]))],
    ['Severity', I.missed[row] === 1 ? missedBy(I.longest_ns[row]) : severities[GRAY]]] };
}
// The ratio of the longest update group to the deadline that it exceeds.
/** @type {(ns: number) => string} */
function missedBy(ns) {
  const isRed = ns > data.red, deadline = isRed ? data.red : data.orange;
  if (ns <= deadline) return 'long updates';
  return (isRed ? 'RED' : 'ORANGE') + ': ' + roughly(ns) + ' in one group of updates, ' + roughly(ns - deadline) + ' over '
    + Number((deadline / 1e6).toFixed(2)) + ' ms';
}

// The costliest problem of a view.
/** @type {(view: string | null) => Facts} */
function hintsFor(view) {
  for (let index = 0, problem; (problem = problemAt(data, index)); index++) if (problem.view === view) return problemFacts(problem);
  return [];
}

// The kind of a graph node by its name: that of a cause, else a view.
/** @type {(id: number) => string} */
function kindOfName(id) {
  data.kinds ??= firstOf(data.causes);
  const row = data.kinds.get(id);
  return row === undefined ? (viewOfName(id) === null ? 'node' : 'view') : data.name(data.causes.kind[row]) ?? '';
}
/** @type {(table: Tables['causes']) => Map<number, number>} */
function firstOf(table) {
  const rows = new Map();
  for (let i = 0; i < table.count; i++) if (!rows.has(table.name[i])) rows.set(table.name[i], i);
  return rows;
}
// The view whose updates have this name in chains.
/** @type {(id: number) => number | null} */
function viewOfName(id) {
  if (!data.viewNames) {
    data.viewNames = new Map();
    for (let i = 0; i < data.views.count; i++) {
      const isBody = data.name(data.views.kind[i]) === 'body';
      const name = data.name(data.views.view[i]) + (isBody ? '.body' : '');
      if (!data.viewNames.has(name)) data.viewNames.set(name, data.views.id[i]);
    }
  }
  return data.viewNames.get(data.names[id]) ?? null;
}

// The problems of the drawn updates by row (-1 = none), and the number of updates of a problem: drawn, and all.
/** @type {() => ProblemRows} */
function problemRows() {
  if (data.problemRows) return data.problemRows;
  const R = data.update_problems, of = new Float64Array(data.updates.count).fill(-1), drawn = new Map();
  for (let i = 0; i < R.count; i++) {
    const end = i + 1 < R.count ? R.row[i + 1] : of.length;
    of.fill(R.problem[i], R.row[i], end);
    drawn.set(R.problem[i], (drawn.get(R.problem[i]) ?? 0) + end - R.row[i]);
  }
  const all = new Map();
  for (let i = 0; i < data.problem_updates.count; i++) all.set(data.problem_updates.problem[i], data.problem_updates.updates[i]);
  return data.problemRows = { of, drawn: (id) => drawn.get(id) ?? 0, all: (id) => all.get(id) ?? 0 };
}
const eventTables = () => [{ type: 'hang', table: data.hangs }, { type: 'hitch', table: data.hitches }, { type: 'signpost', table: data.signposts },
  { type: 'complaint', table: data.complaints }];
// The hangs, hitches, signposts and complaints of a problem that are drawn.
/** @type {(id: number) => Item[]} */
function problemEvents(id) {
  if (!data.problemEvents) {
    data.problemEvents = new Map();
    for (const { type, table } of eventTables()) {
      for (let row = 0; row < table.count; row++) {
        const problem = table.problem?.[row] ?? -1;
        if (problem < 0) continue;
        const [start, end] = startAndEnd(table, row), list = data.problemEvents.get(problem) ?? [];
        list.push({ type, id: row, start, end });
        data.problemEvents.set(problem, list);
      }
    }
  }
  return data.problemEvents.get(id) ?? [];
}
/** @type {(id: number) => boolean} */
const hasRows = (id) => problemRows().drawn(id) > 0 || problemEvents(id).length > 0 || sampledProblems().count(id) > 0;
/** @type {(id: number) => string} */
const sampledWords = (id) => !sampledProblems().count(id) ? '' : (isThinned() ? 'at least ' : '') + plural(sampledProblems().count(id), 'sample') + ' of the main thread';
// What is drawn of a problem, by time.
/** @type {(id: number) => Item[]} */
function problemItems(id) {
  const { of } = problemRows(), items = [...problemEvents(id), ...sampledItems(id)], U = data.updates;
  for (let row = 0; row < of.length; row++) {
    if (of[row] !== id) continue;
    const [start, end] = startAndEnd(U, row);
    items.push({ type: 'update', id: U.id[row], start, end });
  }
  return items.sort((a, b) => a.start - b.start || a.end - b.end);
}
// Whether an update of a problem begins in a range, or a hang, hitch or signpost of it overlaps it. Where updates are
// left out, by the times in which they begin: two of them are at most `widest` apart.
/** @type {(id: number, range: TimeRange) => boolean} */
function problemIsIn(id, [from, to]) {
  if ([...problemEvents(id), ...sampledItems(id)].some(({ start, end }) => start < to && Math.max(end, start + 1) > from)) return true;
  const { of, drawn, all } = problemRows(), U = data.updates;
  for (let row = U.count ? lowerBound(U.start_ns, from) : 0; row < U.count && U.start_ns[row] < to; row++) if (of[row] === id) return true;
  if (drawn(id) === all(id)) return false;
  const S = data.problem_spans, widest = Math.max(16670000, data.trace.duration_ns / 1000);
  /** @type {(ns: number) => boolean} */
  const isIn = (ns) => ns >= from && ns < to;
  for (let i = 0; i < S.count; i++) {
    if (S.problem[i] === id && S.start_ns[i] < to && S.last_ns[i] >= from
      && (isIn(S.start_ns[i]) || isIn(S.last_ns[i]) || to - from > widest)) return true;
  }
  return false;
}

/** @type {(selection: Selected) => (row: number) => boolean} */
const maskOf = (selection) => selectable[selection.type].mask(selection.id, selection);
/** @type {(selection: Selected) => (link: LinkKey) => boolean} */
const linksOf = (selection) => selectable[selection.type].links?.(selection.id) ?? (() => false);
// Whether part of a selection begins or runs in a range; if updates are not drawn, it may.
/** @type {(selection: Selected, range: TimeRange) => boolean} */
function isInRange(selection, [from, to]) {
  const kind = selectable[selection.type], U = data.updates;
  if (kind.isIn) return kind.isIn(selection.id, [from, to]);
  if (kind.extent) {
    const extent = kind.extent(selection.id);
    return extent !== null && extent[0] < to && Math.max(extent[1], extent[0] + 1) > from;
  }
  if (U.count < U.total || !U.count) return true;
  const isIn = maskOf(selection);
  for (let row = lowerBound(U.start_ns, from); row < U.count && U.start_ns[row] < to; row++) if (isIn(row)) return true;
  return false;
}

/** @type {(selection: Selected) => Fact | null} */
const describe = (selection) => selectable[selection.type].facts(selection.id);
// Of an item of a lane, which always has them.
/** @type {(selection: Selected) => Fact} */
const factsOf = (selection) => describe(selection) ?? { title: '', facts: [] };

// The first and the last moment of a selection; null = nothing of it is drawn.
/** @type {(selection: Selected) => TimeRange | null} */
function extentOf(selection) {
  const kind = selectable[selection.type];
  if (kind.extent) return kind.extent(selection.id);
  const isIn = maskOf(selection), U = data.updates;
  let from = Infinity, to = -Infinity;
  for (let row = 0; row < U.count; row++) {
    if (!isIn(row)) continue;
    from = Math.min(from, U.start_ns[row]);
    to = Math.max(to, U.start_ns[row] + Math.max(0, U.duration_ns[row]));
  }
  return from <= to ? [from, to] : null;
}

// Zooms to a selection with some context.
/** @type {(selection: Selected) => Partial<Zoom>} */
function reveal(selection) {
  const extent = selectable[selection.type].first?.(selection.id) ?? extentOf(selection);
  if (!extent) return {};
  const length = extent[1] - extent[0];
  const isOne = selectable[selection.type].extent && selection.type !== 'interaction';
  const span = isOne ? Math.max(length * 6, 120e6) : Math.max(length * 1.12, 120e6);
  const middle = (extent[0] + extent[1]) / 2;
  return { from: middle - span / 2, to: middle + span / 2 };
}
