// The graph of causes and effects: nodes, edges and layout.
const NODE_HEIGHT = 74, NODE_GAP = 12, FOLD = 6;
// Layers are as wide as the panel allows, within readable limits.
const NODE_WIDTHS = [166, 220], EDGE_ROOMS = [76, 118];
let nodeWidth = NODE_WIDTHS[1], edgeRoom = EDGE_ROOMS[1];
/** @type {(layers: number) => void} */
function fitWidths(layers) {
  const gaps = Math.max(0, layers - 1);
  /** @type {(share: number) => number[]} */
  const widths = (share) => [NODE_WIDTHS, EDGE_ROOMS].map(([least, most]) => least + share * (most - least));
  /** @type {(sizes: number[]) => number} */
  const sum = ([node, room]) => layers * node + gaps * room + 8, box = byID('graph-box').clientWidth;
  const share = (box - sum(widths(0))) / (sum(widths(1)) - sum(widths(0)));
  // A wider graph scrolls, so that names keep their room.
  [nodeWidth, edgeRoom] = widths(share < 0 ? 0.5 : Math.min(1, share)).map(Math.floor);
}
/** @type {Map<number, number>} */
const unfolded = new Map(); // layer → how many nodes more than FOLD it shows

/** @type {(keyof GraphSums)[]} */
const GRAPH_SUMS = ['updates', 'total', 'wasted', 'unnecessary'];
/** @type {() => GraphSums} */
const graphSums = () => ({ updates: 0, total: 0, wasted: 0, unnecessary: 0 });
/** @type {(sums: GraphSums, link: GraphSums) => void} */
function addSums(sums, link) {
  for (const key of GRAPH_SUMS) sums[key] += link[key];
}

// Nodes are names at a depth: equal steps of different chains are one node, and every edge leads to the next layer. The
// sums of a node or edge cover everything along it; `own` those of the updates at its end.
/** @type {() => GraphSums & { own: GraphSums }} */
const nodeSums = () => ({ ...graphSums(), own: graphSums() });
/** @type {(depth: number, name: number, key: number | string, title: string) => GraphNode} */
const newNode = (depth, name, key, title) => ({ depth, name, key, title, ...nodeSums(), pull: 0, x: 0, y: 0 });
/** @type {(sums: GraphSums & { own: GraphSums }, other: GraphSums & { own: GraphSums }) => void} */
function addAll(sums, other) {
  addSums(sums, other);
  addSums(sums.own, other.own);
}
/** @type {(links: Link[]) => Graph} */
function graphOf(links) {
  /** @type {Map<number | string, GraphNode>[]} */
  const layers = [];
  const edges = new Map(), first = costliestChain(links);
  for (const link of links) {
    /** @type {GraphNode | null} */
    let before = null;
    pathOf(data, link.chain).forEach((step, depth, path) => {
      const isLast = depth === path.length - 1;
      const name = step < 0 ? -1 : data.steps.name[step];
      const layer = layers[depth] ??= new Map();
      const key = name < 0 ? 'gap' + step : name;
      const node = layer.get(key) ?? newNode(depth, name, key, stepName(data, step));
      layer.set(key, node);
      addSums(node, link);
      if (isLast) addSums(node.own, link);
      if (link.chain === first?.chain) node.isFirst = true;
      if (before) addEdge(edges, before, node, link, step, isLast);
      before = node;
    });
  }
  return { ...fold(layers.map((layer) => [...layer.values()]), edges), first };
}
// The chain with most waste, or else most time: drawn on top as a straight line.
/** @type {(links: Link[]) => ChainSums | null} */
function costliestChain(links) {
  const chains = new Map();
  for (const link of links) {
    const sums = chains.get(link.chain) ?? { chain: link.chain, ...graphSums() };
    chains.set(link.chain, sums);
    addSums(sums, link);
  }
  const [first] = [...chains.values()].filter(({ chain }) => pathOf(data, chain).length > 1)
    .sort((a, b) => b.wasted - a.wasted || b.total - a.total || a.chain - b.chain);
  return first ?? null;
}
/** @type {(edges: Map<string, GraphEdge>, from: GraphNode, to: GraphNode, link: Link, step: number, isLast: boolean) => void} */
function addEdge(edges, from, to, link, step, isLast) {
  const key = from.depth + '.' + from.key + '>' + to.key;
  const edge = edges.get(key) ?? { from, to, words: new Map(), line: 0, toY: 0, ...nodeSums() };
  edges.set(key, edge);
  addSums(edge, link);
  if (isLast) addSums(edge.own, link);
  for (const [word, count] of labelsOf(step, isLast ? link.chain : null)) {
    edge.words.set(word, (edge.words.get(word) ?? 0) + count);
  }
}

// The labels of edges to a step: of its own chain if updates end there, else of the cause's name.
/** @type {(step: number, chain: number | null) => [label: string, edges: number][]} */
function labelsOf(step, chain) {
  if (step < 0) return [];
  const labels = data.labels ??= { chains: gatherUnlabelled(data.links, gather(data.chain_labels, 'chain')),
    causes: gather(data.cause_labels, 'name'), ends: indexOf(data.chains.step) };
  const row = labels.ends.get(data.steps.id[step]), ending = chain ?? (row === undefined ? -1 : data.chains.id[row]);
  return labels.chains.get(ending) ?? labels.causes.get(data.steps.name[step]) ?? [];
}
/** @type {<K extends string>(table: LabelTable & { [key in K]: Numbers }, key: K) => LabelLists} */
function gather(table, key) {
  const lists = new Map();
  for (let i = 0; i < table.count; i++) {
    const list = lists.get(table[key][i]) ?? [];
    list.push([data.name(table.label[i]) ?? '', table.edges[i]]);
    lists.set(table[key][i], list);
  }
  return lists;
}
// Edges with only their ends are updates.
/** @type {(links: Tables['links'], lists: LabelLists) => LabelLists} */
function gatherUnlabelled(links, lists) {
  for (let i = 0; i < links.count; i++) {
    if (links.unlabelled[i] === 0) continue;
    const list = lists.get(links.chain[i]) ?? [];
    list.push(['update', links.unlabelled[i]]);
    lists.set(links.chain[i], list);
  }
  return lists;
}

// Keeps the heaviest nodes of a layer and merges the others.
/** @type {(layers: GraphNode[][], edges: Map<string, GraphEdge>) => Omit<Graph, 'first'>} */
function fold(layers, edges) {
  /** @type {(a: GraphNode, b: GraphNode) => number} */
  const weight = (a, b) => (b.isFirst ? 1 : 0) - (a.isFirst ? 1 : 0) || b.wasted - a.wasted || b.total - a.total || b.updates - a.updates
    || (a.title < b.title ? -1 : 1);
  const shown = layers.map((layer, depth) => {
    const room = FOLD + (unfolded.get(depth) ?? 0);
    layer.sort(weight);
    if (layer.length <= room + 1) return layer;
    const rest = layer.slice(room), more = { ...newNode(depth, -1, 'more', '… ' + grouped(rest.length) + ' more'), folded: rest.length };
    for (const node of rest) { node.inside = more; addAll(more, node); }
    return [...layer.slice(0, room), more];
  });
  /** @type {Map<string, GraphEdge>} */
  const merged = new Map();
  for (const edge of edges.values()) {
    const from = edge.from.inside ?? edge.from, to = edge.to.inside ?? edge.to;
    const key = from.depth + '.' + from.key + '>' + to.key;
    const known = merged.get(key);
    if (!known) { merged.set(key, { ...edge, own: { ...edge.own }, from, to, words: new Map(edge.words) }); continue; }
    addAll(known, edge);
    for (const [word, count] of edge.words) known.words.set(word, (known.words.get(word) ?? 0) + count);
  }
  return arrange(shown, [...merged.values()]);
}

// Orders each layer by its predecessors, so that few edges cross.
/** @type {(layers: GraphNode[][], edges: GraphEdge[]) => Omit<Graph, 'first'>} */
function arrange(layers, edges) {
  const tallest = Math.max(1, ...layers.map((layer) => layer.length));
  const height = tallest * (NODE_HEIGHT + NODE_GAP) - NODE_GAP, rank = (/** @type {GraphNode} */ node) => node.isFirst ? 0 : node.folded ? 2 : 1;
  fitWidths(layers.length);
  layers.forEach((layer, depth) => {
    if (depth > 0) {
      for (const node of layer) {
        const into = edges.filter((edge) => edge.to === node);
        const total = into.reduce((sum, edge) => sum + edge.updates, 0);
        node.pull = total ? into.reduce((sum, edge) => sum + edge.from.y * edge.updates, 0) / total : height;
      }
      layer.sort((a, b) => rank(a) - rank(b) || a.pull - b.pull);
    }
    layer.forEach((node, index) => {
      node.x = depth * (nodeWidth + edgeRoom) + 4;
      node.y = index * (NODE_HEIGHT + NODE_GAP) + 4;
    });
  });
  return { nodes: layers.flat(), edges, height: height + 8,
    width: layers.length * (nodeWidth + edgeRoom) - edgeRoom + 8 };
}
