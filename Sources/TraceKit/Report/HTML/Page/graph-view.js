// The graph as SVG, and the lines above it.
let least = ''; // `≥` before sums that may be incomplete
function drawGraph() {
  const part = shown(), counted = linksOfPart(part), chosen = counted?.links ?? [];
  const isCaused = chosen.some((link) => pathOf(data, link.chain).length > 1);
  // Boxes without any arrow show nothing about causes.
  const links = isCaused ? chosen : [], graph = graphOf(links), svg = byID('graph');
  least = !counted || counted.isWhole ? '' : '≥ ';
  const focused = document.activeElement?.getAttribute('data-node');
  svg.replaceChildren();
  svg.setAttribute('width', String(Math.max(1, graph.width)));
  svg.setAttribute('height', String(links.length ? graph.height : 1));
  svg.setAttribute('viewBox', '0 0 ' + Math.max(1, graph.width) + ' ' + (links.length ? graph.height : 1));
  const most = Math.max(1, ...graph.edges.map((edge) => edge.updates));
  const longest = Math.max(1, ...graph.nodes.map((node) => node.total));
  const into = graph.nodes.map((node) => graph.edges.filter((edge) => edge.to === node));
  into.forEach(placeEdges);
  for (const edge of graph.edges) svg.append(edgePath(edge, most));
  svg.toggleAttribute('hidden', !links.length);
  for (const edges of into) svg.append(...edgeLabels(edges));
  for (const node of graph.nodes) svg.append(nodeShape(node, longest));
  oneStop(svg);
  if (focused) focusIn(svg, '[data-node="' + CSS.escape(focused) + '"]');
  byID('graph-note').textContent = !counted ? leftOutNote() : graph.first ? graphNote(counted, graph.first)
    : chosen.length ? 'No causes are recorded for ' + plural(chosen.reduce((sum, link) => sum + link.updates, 0), 'update') + '.'
    : data.updates.count ? data.chains.count ? 'No cause chain leads here.'
      : 'The recording has no cause chains.'
    : 'The input has no updates with times.';
  showOverflow();
}
// The ends at which the graph continues outside the view.
function showOverflow() {
  const box = byID('graph-box'), frame = box.parentElement;
  frame?.classList.toggle('more-left', box.scrollLeft > 2);
  frame?.classList.toggle('more-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
}
function listenGraph() {
  const box = byID('graph-box');
  box.addEventListener('scroll', showOverflow, { passive: true });
  for (const { id, draw } of [{ id: 'graph-box', draw: drawGraph }, { id: 'flame-box', draw: drawFlame }]) {
    let width = byID(id).clientWidth;
    new ResizeObserver(() => {
      if (byID(id).clientWidth === width) return;
      width = byID(id).clientWidth;
      draw();
    }).observe(byID(id));
  }
}
// Why there is no graph: its numbers would be of what is drawn.
const leftOutNote = () => 'Not counted here, as only ' + leftOutWords() + '. ' + (state.range
  ? 'For the graph of the range: ' + rangeOption() : 'For all of them, select a part of the trace with --view, --interaction or --window') + '.';
/** @type {(counted: LinkSums, first: ChainSums) => string} */
function graphNote({ links, isWhole, table }, first) {
  const updates = sum(links, 'updates'), unnecessary = sum(links, 'unnecessary'), wasted = sum(links, 'wasted');
  const partly = !isWhole && table
    ? '; the ' + grouped(table.count) + ' costliest of ' + grouped(table.total) + ' combinations' : '';
  return least + plural(updates, 'update') + ' along these chains' + (unnecessary
    ? ', ' + grouped(unnecessary) + ' unnecessary, ' + moment(wasted) + ' wasted' : '') + partly
    + '. The costliest chain: ' + cut(chainText(data, first.chain), 200) + ' (' + (first.wasted
      ? moment(first.wasted) + ' wasted' : moment(first.total)) + '). ' + (wasted
      ? 'The red part of a bar is the wasted time of a node and what is below it. ' : '') + (isTouch.matches ? 'Tap' : 'Click') + ' a node to follow it.';
}

/** @type {(edge: GraphEdge, most: number) => Node} */
function edgePath(edge, most) {
  const [x, y] = [edge.from.x + nodeWidth, edge.from.y + NODE_HEIGHT / 2];
  const [toX, toY] = [edge.to.x, edge.toY], middle = (x + toX) / 2;
  return shape('path', edge.wasted * 2 > edge.total && edge.total ? 'wasted' : '', {
    d: 'M' + x + ' ' + y + 'C' + middle + ' ' + y + ' ' + middle + ' ' + toY + ' ' + toX + ' ' + toY,
    'stroke-width': (1.2 + 4 * Math.sqrt(edge.updates / most)).toFixed(2) },
    shape('title', '', {}, cut(edge.from.title, 80) + ' → ' + cut(edge.to.title, 80) + ': ' + [edgeWords([edge]), belowWords(edge)].filter(Boolean).join('; ')));
}
// Where the edges into a node end, from above: at its middle, or a line for each of the first, and one for the others.
const MOST_LABELS = 4;
/** @type {(edges: GraphEdge[]) => void} */
function placeEdges(edges) {
  edges.sort((a, b) => a.from.y - b.from.y);
  const lines = Math.min(edges.length, MOST_LABELS);
  edges.forEach((edge, index) => {
    edge.line = Math.min(index, lines - 1);
    edge.toY = edge.to.y + NODE_HEIGHT / 2 + (edge.line - (lines - 1) / 2) * 17;
  });
}
// The texts at the ends of a node's incoming edges: how often this effect followed this cause, and the kind of edge. Edges
// to causes have no number, because it is unknown per edge.
/** @type {(edges: GraphEdge[]) => Node[]} */
function edgeLabels(edges) {
  const lines = Map.groupBy(edges, (edge) => edge.line);
  return [...lines.values()].flatMap((all) => {
    const [edge] = all, text = all.length === 1 ? edgeWords(all, edgeRoom - 14) : ownWords(all) + 'from ' + all.length + ' others';
    if (!text) return [];
    pen.font = '11px system-ui, sans-serif';
    const width = pen.measureText(text).width + 8, x = edge.to.x - 8, y = edge.toY;
    return [shape('rect', 'label', { x: x - width, y: y - 8, width, height: 16, rx: 4 }),
      shape('text', 'quiet', { x: x - 4, y: y + 4, 'text-anchor': 'end' }, text)];
  });
}
/** @type {(edges: GraphEdge[], width?: number) => string} */
function edgeWords(edges, width = Infinity) {
  const all = [...new Set(edges.flatMap((edge) => [...edge.words.keys()]))];
  // Which of several kinds the edges of a part have is not known.
  const words = all.length > 1 && linksOfPart(shown())?.isCounted ? [] : all.slice(0, 2);
  const updates = edges.reduce((sum, edge) => sum + edge.own.updates, 0);
  // Instruments labels edges with nouns; other inputs may use any words.
  /** @type {(word: string) => string} */
  const many = (word) => updates !== 1 && ['update', 'creation', 'change'].includes(word.toLowerCase()) ? word + 's' : word;
  const number = ownWords(edges), names = words.map((word) => cut(updates ? many(word) : word, 14)).join(' + ');
  pen.font = '11px system-ui, sans-serif';
  return (pen.measureText(number + names).width > width ? number || cut(names, 9) : number + names).trim();
}
/** @type {(edges: GraphEdge[]) => string} */
function ownWords(edges) {
  const updates = edges.reduce((sum, edge) => sum + edge.own.updates, 0);
  return updates ? least + grouped(updates) + ' ' : '';
}
// The effects of a node or an edge beyond the updates at its end.
/** @type {(sums: GraphSums & { own: GraphSums }) => string} */
function belowWords({ updates, total, own }) {
  return updates > own.updates ? 'below: ' + least + plural(updates - own.updates, 'update') + ' · ' + roughly(total - own.total) : '';
}

// A title as wide as a node, cut by its measured width.
const pen = penOf(document.createElement('canvas'));
/** @type {(title: string, width: number) => string} */
function fitted(title, width) {
  pen.font = '620 12.5px system-ui, sans-serif';
  let length = 60, text = cut(title, length);
  while (pen.measureText(text).width > width && length > 6) text = cut(title, length -= 2);
  return text;
}

// On a long line the kind is dropped first, because the node's colour shows it too.
/** @type {(words: string, width: number, sign?: string) => string} */
function narrowed(words, width, sign = '· ') {
  pen.font = '11px system-ui, sans-serif';
  const place = words.indexOf(sign);
  return place >= 0 && pen.measureText(words).width > width ? words.slice(place + sign.length) : words;
}

/** @type {(kind: string) => string} */
const familyOf = (kind) => kind === 'gesture' ? 'gesture' : kind === 'view' || kind === 'update' ? 'view'
  : kind === 'node' || kind === 'system' ? 'node' : 'state';

/** @type {(node: GraphNode, longest: number) => Node} */
function nodeShape(node, longest) {
  const kind = node.name < 0 ? '' : kindOfName(node.name), inner = nodeWidth - 28;
  const chosen = state.selection, view = node.name < 0 ? null : viewOfName(node.name);
  const isView = kind === 'view' || kind === 'update' && view !== null;
  const isChosen = chosen && (isView ? chosen.type === 'view' && chosen.id === view
    : chosen.type === 'cause' && chosen.id === node.name);
  // Next to the longest bar there is room for the text.
  const share = Math.max(1, node.total / longest * (inner - 92));
  const waste = node.total ? node.wasted / node.total * share : 0;
  const { own } = node, below = belowWords(node);
  const words = [isView ? 'view' : kindWord(kind, node.title),
    own.updates ? least + plural(own.updates, 'update') + ' · ' + roughly(own.total) : ''].filter(Boolean).join(' · ');
  const found = isFoundFrame(node, titleOfFrame) ? ' found' : '';
  const group = shape('g', familyOf(isView ? 'view' : kind) + (isChosen ? ' is-chosen' : node.isFirst ? ' is-first' : '') + found, {
    transform: 'translate(' + node.x + ' ' + node.y + ')', tabindex: 0, role: 'button',
    'data-node': node.depth + '.' + node.key,
    'aria-label': visible(node.title) + ', ' + words + (below ? ', ' + below : '')
    + (node.wasted > 0 ? ', ' + roughly(node.wasted) + ' wasted' : '') }, [
    shape('title', '', {}, cut(node.title, 1000)),
    shape('rect', 'node', { width: nodeWidth, height: NODE_HEIGHT, rx: 7 }),
    shape('rect', 'tab', { x: 0, y: 10, width: 4, height: NODE_HEIGHT - 20, rx: 2 }),
    shape('text', 'strong', { x: 14, y: 19 }, fitted(node.title, nodeWidth - 26)),
    shape('text', 'quiet', { x: 14, y: 34 }, narrowed(words, inner + 8)),
    below ? shape('text', 'quiet', { x: 14, y: 49 }, narrowed(below, inner + 8, ': ')) : null,
    shape('rect', 'share', { x: 14, y: 59, width: share, height: 6, rx: 1 }),
    shape('rect', 'waste', { x: 14, y: 59, width: waste, height: 6, rx: 1 }),
    node.wasted > 0 ? shape('text', 'wasted', { x: nodeWidth - 10, y: 66, 'text-anchor': 'end' },
      roughly(node.wasted) + ' wasted') : null,
  ]);
  const follow = () => followNode(node, isView ? view : null);
  group.addEventListener('click', follow);
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    follow();
  });
  return group;
}
/** @type {(node: GraphNode, view: number | null) => void} */
function followNode(node, view) {
  if (node.folded) {
    unfolded.set(node.depth, (unfolded.get(node.depth) ?? 0) + 25);
    drawGraph();
  } else if (node.name >= 0) {
    select(view === null ? { type: 'cause', id: node.name } : { type: 'view', id: view });
  }
}

function drawSelection() {
  const { selection } = state, about = selection && describe(selection);
  byID('selection-text').textContent = about ? (selection.type === 'cause' ? '' : 'of ' + selection.type + ' ')
    + cut(about.title, 160) : 'of everything: select an update, a view or an interaction to follow it';
  byID('details-box').hidden = !about;
  byID('details-title').textContent = about ? selection.type[0].toUpperCase() + selection.type.slice(1) + ': ' + cut(about.title, 300) : '';
  const details = byID('details');
  details.replaceChildren(...(about ? about.facts : []).map(([label, text]) =>
    make('div', '', [make('dt', '', label), make('dd', '', prose(cut(text ?? '', 600)))])));
}
