// Highlights a view, an interaction or a chain on both sides at once, by the name under which the sides pair.
// A selection is a list of texts: its kind, then the names.
/** @type {{ [kind: string]: (side: Side, ...names: string[]) => Pair }} */
const pairKinds = {
  view: (side, name, kind) => ({ views: side.views.get(JSON.stringify([name, kind])) }),
  interaction: (side, title) => ({ interactions: side.interactions.get(title) }),
  both: (side, title, name, kind) => ({ views: side.views.get(JSON.stringify([name, kind])),
    interactions: side.interactions.get(title) }),
  chain: (side, text) => ({ chains: side.chains.get(text) }),
  rename: (side, gone, come, kind) => ({ views: side.views.get(JSON.stringify([side.index ? come : gone, kind])) }),
};

// A selection on one side; null if that side does not have it.
/** @type {(selection: string[], side: Side) => Selected | null} */
function resolve([kind, ...names], side) {
  if (kind === 'item') {
    const [index, type, id] = names;
    const { hangs: hang, hitches: hitch, groups: group, signposts: signpost, complaints: complaint, recurring: run } = side.data;
    const row = /^\d{1,9}$/.test(id) ? Number(id) : -1, table = new Map(Object.entries({ hang, hitch, group, signpost, complaint, run })).get(type);
    return Number(index) === side.index && table && row >= 0 && row < table.count ? { type, id: row } : null;
  }
  if (!Object.hasOwn(pairKinds, kind)) return null;
  const pair = pairKinds[kind](side, ...names);
  return Object.values(pair).every(Boolean) ? { type: 'pair', id: 0, pair } : null;
}
/** @type {(side: Side, pair: Pair) => (row: number) => boolean} */
function maskOf(side, { views, interactions, chains }) {
  const U = side.data.updates;
  return (row) => (!views || views.has(U.view[row])) && (!interactions || interactions.has(U.interaction[row]))
    && (!chains || chains.has(U.chain[row]));
}

// The clicked item, by its name on both sides.
/** @type {(side: Side, selection: Selected) => string[]} */
function keyOf(side, { type, id }) {
  const { data } = side;
  if (type === 'update') {
    const row = lowerBound(data.updates.id, id);
    return ['view', ...pairedView(side, data.rowOfView.get(data.updates.view[row]) ?? -1)];
  }
  if (type === 'interaction') {
    return ['interaction', side.source.titles[side.source.interactions[data.rowOfInteraction.get(id) ?? -1]]];
  }
  return ['item', String(side.index), type, String(id)];
}

/** @type {(name: string, kind: string) => string} */
const viewName = (name, kind) => name + (kind === 'body' ? '.body' : ' (' + kind + ')');
/** @type {(selection: string[]) => string} */
function titleOf([kind, ...names]) {
  switch (kind) {
    case 'view': return viewName(names[0], names[1]);
    case 'both': return viewName(names[1], names[2]) + ' in ' + names[0];
    case 'rename': return viewName(names[0], names[2]) + ' and ' + viewName(names[1], names[2]);
    default: return names[0];
  }
}

// The highlighted selection, and its number of updates on each side.
function showSelection() {
  const { selection } = state;
  byID('selection-line').hidden = !selection;
  if (!selection) return;
  const chosen = sides.map((side) => side.state.selection);
  if (selection[0] === 'item') {
    const side = sides.find((side) => side.state.selection), about = side?.state.selection && side.timeline.describe(side.state.selection);
    if (side && about) byID('selection-text').replaceChildren(make('b', '', cut(about.title, 200)), ' ' + side.source.role + ', '
      + about.facts.map(([label, text]) => label.toLowerCase() + ' ' + cut(text, 200)).join(', '));
    return;
  }
  const counts = sides.map((side, index) => {
    const pair = chosen[index]?.pair;
    if (!pair) return 'none ' + side.source.role;
    const isIn = maskOf(side, pair), U = side.data.updates;
    let count = 0;
    for (let row = 0; row < U.count; row++) if (isIn(row) && startsIn(U.start_ns[row], side.state.range) && phaseOf(U.flags[row]) !== CHECK) count++;
    return plural(count, 'update') + (U.count < U.total ? ' drawn ' : ' ') + side.source.role;
  });
  byID('selection-text').replaceChildren(make('b', '', cut(titleOf(selection), 300)), ': ' + counts.join(', ') + (state.range ? ', in the range' : ''));
}

/** @type {(selection: string[] | null, isReveal?: boolean) => void} */
function select(selection, isReveal = false) {
  /** @type {Partial<DiffState>} */
  const patch = { selection };
  if (selection && isReveal) {
    const align = alignmentFor(selection);
    Object.assign(patch, { align }, fit(align), align === state.align ? {} : { range: null });
  }
  change(patch, true);
  // Only now, so that Back returns to the previous scroll position.
  if (selection && isReveal) byID('timeline-panel').scrollIntoView();
}
// The best place to show a selection: its interaction, else the one in which the view changed most.
/** @type {(selection: string[]) => number} */
function alignmentFor([kind, ...names]) {
  /** @type {(isIt: (title: string) => boolean) => number} */
  const first = (isIt) => places.findIndex((place) => place.title !== null && isIt(place.title));
  let found = -1;
  if (kind === 'interaction' || kind === 'both') found = first((title) => title === names[0]);
  else if (kind === 'chain') found = first((title) => names[0].startsWith(title + ' → '));
  else {
    /** @type {(row: DiffRow) => boolean} */
    const isView = (row) => kind === 'rename' ? row.view === names[0] || row.view === names[1]
      : row.view === names[0] && row.kind === names[1];
    for (const row of tableRows('views_by_interaction')) {
      if (found < 0 && isView(row)) found = first((title) => title === row.interaction);
    }
  }
  if (found >= 0) return places[state.align].title === places[found].title ? state.align : found;
  return places.length - 1;
}
