// The graph as SVG, and the lines above it.
let least = ''; // `≥` before sums that may be incomplete
function drawGraph() {
  const chosen = chosenLinks(), isCaused = chosen.some((link) => pathOf(data, link.chain).length > 1);
  // Boxes without any arrow show nothing about causes.
  const links = isCaused ? chosen : [], graph = graphOf(links), svg = byID('graph');
  least = isPartial(links) ? '≥ ' : '';
  const focused = document.activeElement?.dataset?.node;
  svg.replaceChildren();
  svg.setAttribute('width', Math.max(1, graph.width));
  svg.setAttribute('height', links.length ? graph.height : 1);
  svg.setAttribute('viewBox', '0 0 ' + Math.max(1, graph.width) + ' ' + (links.length ? graph.height : 1));
  const most = Math.max(1, ...graph.edges.map((edge) => edge.updates));
  const longest = Math.max(1, ...graph.nodes.map((node) => node.total));
  for (const edge of graph.edges) svg.append(edgePath(edge, most));
  svg.toggleAttribute('hidden', !links.length);
  for (const node of graph.nodes) svg.append(...edgeLabels(graph.edges.filter((edge) => edge.to === node)));
  for (const node of graph.nodes) svg.append(nodeShape(node, longest));
  if (focused) svg.querySelector('[data-node="' + CSS.escape(focused) + '"]')?.focus();
  byID('graph-note').textContent = links.length ? graphNote(links, graph.first)
    : chosen.length ? 'No causes are recorded for ' + plural(chosen.reduce((sum, link) => sum + link.updates, 0), 'update') + '.'
    : data.updates.count ? data.chains.count ? 'No cause chain leads here.'
      : 'The recording has no cause chains.'
    : 'The input has no updates with times.';
  showOverflow();
}
// The ends at which the graph continues outside the view.
function showOverflow() {
  const box = byID('graph-box'), frame = box.parentElement;
  frame.classList.toggle('more-left', box.scrollLeft > 2);
  frame.classList.toggle('more-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
}
function listenGraph() {
  const box = byID('graph-box');
  box.addEventListener('scroll', showOverflow, { passive: true });
  for (const [id, draw] of [['graph-box', drawGraph], ['flame-box', drawFlame]]) {
    let width = byID(id).clientWidth;
    new ResizeObserver(() => {
      if (byID(id).clientWidth === width) return;
      width = byID(id).clientWidth;
      draw();
    }).observe(byID(id));
  }
}
function graphNote(links, first) {
  const updates = links.reduce((sum, link) => sum + link.updates, 0);
  const unnecessary = links.reduce((sum, link) => sum + link.unnecessary, 0);
  const wasted = links.reduce((sum, link) => sum + link.wasted, 0);
  const table = linkTable(), partly = links[0].isDrawn ? '; of the updates that are drawn' : table.total > table.count && !state.range
    ? '; the ' + grouped(table.count) + ' costliest of ' + grouped(table.total) + ' combinations' : '';
  return least + plural(updates, 'update') + ' along these chains' + (unnecessary
    ? ', ' + grouped(unnecessary) + ' unnecessary, ' + moment(wasted) + ' wasted' : '') + partly
    + '. On top the costliest chain: ' + cut(chainText(data, first.chain), 200) + ' (' + (first.wasted
      ? moment(first.wasted) + ' wasted' : moment(first.total)) + '). ' + (wasted
      ? 'The red part of a bar is the wasted time of a node and what is below it. ' : '') + 'Click a node to follow it.';
}

function edgePath(edge, most) {
  const [x, y] = [edge.from.x + nodeWidth, edge.from.y + NODE_HEIGHT / 2];
  const [toX, toY] = [edge.to.x, edge.to.y + NODE_HEIGHT / 2], middle = (x + toX) / 2;
  return shape('path', edge.wasted * 2 > edge.total && edge.total ? 'wasted' : '', {
    d: 'M' + x + ' ' + y + 'C' + middle + ' ' + y + ' ' + middle + ' ' + toY + ' ' + toX + ' ' + toY,
    'stroke-width': (1.2 + 4 * Math.sqrt(edge.updates / most)).toFixed(2) },
    shape('title', '', {}, cut(edge.from.title, 80) + ' → ' + cut(edge.to.title, 80) + ': ' + [edgeWords([edge]), belowWords(edge)].filter(Boolean).join('; ')));
}
// The text of a node's incoming edges: the number of its own updates, by kind of edge; the sum for many edges. Edges to
// causes have no number, because it is unknown per edge.
function edgeLabels(edges) {
  const labels = edges.length <= 2 ? edges.map((edge) => [[edge], edgeWords([edge], edgeRoom - 14)])
    : [[edges, ownWords(edges) + 'from ' + edges.length]];
  return labels.filter(([, text]) => text).flatMap(([[edge], text], index) => {
    pen.font = '11px system-ui, sans-serif';
    const width = pen.measureText(text).width + 8, x = edge.to.x - 8;
    const y = edge.to.y + NODE_HEIGHT / 2 + (index - (labels.length - 1) / 2) * 17;
    return [shape('rect', 'label', { x: x - width, y: y - 8, width, height: 16, rx: 4 }),
      shape('text', 'quiet', { x: x - 4, y: y + 4, 'text-anchor': 'end' }, text)];
  });
}
function edgeWords(edges, width = Infinity) {
  const words = [...new Set(edges.flatMap((edge) => [...edge.words.keys()]))].slice(0, 2);
  const updates = edges.reduce((sum, edge) => sum + edge.own.updates, 0);
  // Instruments labels edges with nouns; other inputs may use any words.
  const many = (word) => updates !== 1 && ['update', 'creation', 'change'].includes(word.toLowerCase()) ? word + 's' : word;
  const number = ownWords(edges), names = words.map((word) => cut(updates ? many(word) : word, 14)).join(' + ');
  pen.font = '11px system-ui, sans-serif';
  return (pen.measureText(number + names).width > width ? number || cut(names, 9) : number + names).trim();
}
function ownWords(edges) {
  const updates = edges.reduce((sum, edge) => sum + edge.own.updates, 0);
  return updates ? least + grouped(updates) + ' ' : '';
}
// The effects of a node or an edge beyond the updates at its end.
function belowWords({ updates, total, own }) {
  return updates > own.updates ? 'below: ' + least + plural(updates - own.updates, 'update') + ' · ' + roughly(total - own.total) : '';
}

// A title as wide as a node, cut by its measured width.
const pen = document.createElement('canvas').getContext('2d');
function fitted(title, width) {
  pen.font = '620 12.5px system-ui, sans-serif';
  let length = 60, text = cut(title, length);
  while (pen.measureText(text).width > width && length > 6) text = cut(title, length -= 2);
  return text;
}

// On a long line the kind is dropped first, because the node's colour shows it too.
function narrowed(words, width, sign = '· ') {
  pen.font = '11px system-ui, sans-serif';
  const place = words.indexOf(sign);
  return place >= 0 && pen.measureText(words).width > width ? words.slice(place + sign.length) : words;
}

const familyOf = (kind) => kind === 'gesture' ? 'gesture' : kind === 'view' || kind === 'update' ? 'view'
  : kind === 'node' || kind === 'system' ? 'node' : 'state';

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
  const found = node.name >= 0 && isFound(node) ? ' found' : '';
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
  const problem = about && selection.problem !== undefined ? problemAt(data, selection.problem) : null;
  if (problem) about.facts = problemFacts(problem);
  byID('selection-text').textContent = about ? (selection.type === 'cause' ? '' : 'of ' + selection.type + ' ')
    + cut(about.title, 160) : 'of everything: select an update, a view or an interaction to follow it';
  for (const id of ['selection-clear', 'selection-zoom', 'selection-range']) byID(id).hidden = !about;
  const details = byID('details');
  details.hidden = !about || !about.facts.length;
  details.replaceChildren(...(about ? about.facts : []).map(([label, text]) =>
    make('div', '', [make('dt', '', label), make('dd', '', prose(cut(text ?? '', 600)))])));
}
