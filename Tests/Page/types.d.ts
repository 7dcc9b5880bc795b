// The types of the pages' scripts: the data that Swift embeds, what the scripts make of it, and what the two pages define
// for the parts that they share.

// --- the embedded data (PageJSON.swift, HTMLDiff.swift) ---
type TimeRange = [number, number];
type Numbers = Float64Array;
type Cell = string | number | null;
interface PackedTable { total: number; gray_left_out: number; long_left_out: number; columns: { [name: string]: PackedColumn } }
type PackedColumn = [encoding: string, values: string | number[]];
/** The text of a place in the source, and its address. */
type Mention = [words: string, address: string | null];
interface ColumnSource { name: string; title: string; style: string; drop: number; null?: string; unit?: string | null }
interface Section { id: string; title: string; columns: ColumnSource[]; rows: RowCell[][]; total: number; empty: string; sql?: string; note?: string;
  places?: Mention[][]; equal?: number }
interface TimelineSource { title: string; mark: string; orange_ms: number; red_ms: number; duration_ns: number; orange_ns: number; red_ns: number; lanes: string[];
  names: string[]; tables: { [id: string]: PackedTable }; sections: Section[] }
interface SideSource extends TimelineSource { role: string; several: boolean; views: (string | null)[]; titles: string[]; interactions: number[];
  chains: [chain: number, row: number][] }
interface DiffLayout { id: string; columns: ColumnSource[]; short: string[]; marks: string[] }
interface RuleText { finds: string; matters: string; fix: string; limits: string; before: string; after: string }
interface Codes { phases: string[]; verdicts: VerdictKey[]; reasons: string[]; confidences: ConfidenceKey[]; severities: SeverityKey[]; digits: string }
/** A report has traces, a comparison sides and the layout of its tables. */
interface PageSource { codes: Codes; rules?: { [rule: string]: RuleText }; traces: TimelineSource[]; sides: SideSource[]; tables: DiffLayout[] }
/** A row of a comparison's JSON. */
interface DiffRow { [name: string]: Cell }
interface DiffReport { tables: { [name: string]: { title: string; unchanged: number; left_out: number; rows: DiffRow[] } } }

// --- tables in columns: one that a trace lacks has no rows and none of its columns ---
interface Table { count: number; total: number; grayLeftOut: number; longLeftOut: number }
interface SpanColumns extends Table { start_ns: Numbers; duration_ns: Numbers }
interface UpdateTable extends SpanColumns { id: Numbers; view: Numbers; flags: Numbers; interaction: Numbers; chain: Numbers }
interface GroupTable extends SpanColumns { id: Numbers; busy_ns: Numbers; updates: Numbers; accumulated: Numbers; label: Numbers }
interface InteractionTable extends Table { id: Numbers; start_ns: Numbers; end_ns: Numbers; kind: Numbers; name: Numbers; missed: Numbers; longest_ns: Numbers }
interface RecurringTable extends SpanColumns { name: Numbers; text: Numbers; updates: Numbers }
interface StallTable extends SpanColumns { class: Numbers; text: Numbers; problem?: Numbers }
interface SignpostTable extends SpanColumns { name: Numbers; text: Numbers; problem?: Numbers }
interface CPUTable extends SpanColumns { samples: Numbers; main: Numbers }
interface CPUSlice { slice: number; samples: number; main: number }
interface ViewTable extends Table { id: Numbers; view: Numbers; module: Numbers; kind: Numbers }
interface LinkTable extends Table { chain: Numbers; view: Numbers; interaction?: Numbers; updates: Numbers; total_ns: Numbers; red: Numbers; orange: Numbers;
  gray: Numbers; unnecessary: Numbers; wasted_ns: Numbers; all?: Link[] }
interface FrameTable extends Table { id: Numbers; parent: Numbers; name: Numbers; app?: Numbers }
type SliceColumn = 'checks' | 'updates' | 'unterminated' | 'red' | 'orange' | 'gray' | 'total_ns' | 'max_ns' | 'necessary' | 'unnecessary' | 'unknown' | 'wasted_ns'
  | 'proven' | 'likely' | 'possible';
type SliceTable = Table & { slice: Numbers; chain: Numbers; view: Numbers; interaction: Numbers } & { [column in SliceColumn]: Numbers };
interface Tables {
  views: ViewTable; updates: UpdateTable; groups: GroupTable; interactions: InteractionTable; recurring: RecurringTable; hitches: StallTable; hangs: StallTable;
  signposts: SignpostTable; complaints: SignpostTable; links: LinkTable & { unlabelled: Numbers }; interaction_links: LinkTable; frames: FrameTable; slices: SliceTable;
  durations: Table & { view: Numbers; bin: Numbers; updates: Numbers };
  steps: Table & { id: Numbers; parent: Numbers; name: Numbers };
  chains: Table & { id: Numbers; step: Numbers };
  chain_labels: LabelTable & { chain: Numbers };
  cause_labels: LabelTable & { name: Numbers };
  causes: Table & { name: Numbers; kind: Numbers; origin: Numbers };
  findings: Table & { rule: Numbers; view: Numbers; interaction?: Numbers };
  samples: Table & { start_ns: Numbers; stack: Numbers; thread: Numbers };
  sample_threads: Table & { thread: Numbers; samples: Numbers };
  stacks: Table & { stack: Numbers; thread: Numbers; samples: Numbers };
  stack_samples: Table & { start_ns: Numbers; row: Numbers };
  problem_samples: Table & { first: Numbers; last: Numbers; problem: Numbers };
  update_problems: Table & { row: Numbers; problem: Numbers };
  problem_updates: Table & { problem: Numbers; updates: Numbers };
  problem_spans: Table & { problem: Numbers; start_ns: Numbers; last_ns: Numbers };
  slice_edges: Table & { start_ns: Numbers };
}
interface LabelTable extends Table { label: Numbers; edges: Numbers }
/** What is worked out of a trace once, when it is first asked for. */
interface Derived {
  lanes?: Lane[]; cpu?: CPUTable; bins?: Map<number, [bin: number, updates: number][]>; chainsByText?: Map<string | null, number>;
  labels?: { chains: LabelLists; causes: LabelLists; ends: Map<number, number> };
  appNames?: Set<string | null> | null; appMembers?: Map<number, boolean>; threads?: string[]; framesOf?: (stack: number) => number[];
  kinds?: Map<number, number>; viewNames?: Map<string, number>; problemRows?: ProblemRows; problemEvents?: Map<number, Item[]>; sampledProblems?: SampledProblems;
}
type LabelLists = Map<number, [label: string, edges: number][]>;
interface TraceData extends Tables, Derived {
  names: string[]; trace: TimelineSource; recorded: Set<string>; orange: number; red: number; end: number;
  rowOfView: Map<number, number>; rowOfInteraction: Map<number, number>; rowOfChain: Map<number, number>; rowOfStep: Map<number, number>;
  paths: Map<number, number[]>;
  name(index: number): string | null;
  severity(ns: number): number;
}
/** A problem as its row of the report has it. */
interface Problem { id: number; title: string; why: string; fix: string; gain: string | null; view: string | null; accepted: string | null }
/** The problem of each drawn update (-1 = none), and how many updates a problem has: drawn, and all. */
interface SampledProblems { of: Numbers; count(id: number): number }
interface ProblemRows { of: Numbers; drawn(id: number): number; all(id: number): number }

// --- selections and sums ---
/** `pair` is what is highlighted on both sides of a comparison, on one of them. */
interface Selected { type: string; id: number; pair?: Pair }
interface Pair { views?: Set<number>; interactions?: Set<number>; chains?: Set<number> }
interface Item { type: string; id: number; start: number; end: number }
type Facts = [label: string, text: string | null][];
interface Fact { title: string; facts: Facts }
type LinkKey = { chain: number; view: number; interaction: number };
type SpanTableID = 'hangs' | 'hitches' | 'groups' | 'signposts' | 'complaints' | 'recurring' | 'cpu';
/** A kind of selection (places.js). */
interface Kind {
  facts(id: number): Fact | null;
  mask(id: number, selection: Selected): (row: number) => boolean;
  extent?(id: number): TimeRange | null;
  first?(id: number): TimeRange | null;
  links?(id: number): (link: LinkKey) => boolean;
  isIn?(id: number, range: TimeRange): boolean;
}
type SeverityKey = 'red' | 'orange' | 'gray';
type VerdictKey = 'necessary' | 'unnecessary' | 'unknown';
type ConfidenceKey = 'proven' | 'likely' | 'possible';
type SummedKey = 'checks' | 'updates' | 'unterminated' | 'total' | 'max' | 'wasted' | SeverityKey | VerdictKey | ConfidenceKey;
type Sums = { [key in SummedKey]: number } & { durations: number[] | null };
interface Link extends LinkKey { updates: number; total: number; red: number; orange: number; gray: number; unnecessary: number; wasted: number }
interface SumMaps { all: Sums; views: Map<number, Sums>; interactions: Map<number, Sums>; chains: Map<number, Sums>; links: Map<string, Sums & Link> }
interface LinkSums { links: Link[]; isWhole: boolean; isCounted?: boolean; table?: LinkTable }
/** A selection in a range, with what is worked out of both. */
interface Part { selection: Selected | null; range: TimeRange | null; data?: TraceData; rows?: number[]; isDrawn?: boolean; sums?: SumMaps; known?: LinkSums }
interface SampleCounts { total: number; drawn: number }

// --- the timeline ---
/** The columns that the tables of lanes have; which of them a lane's table has depends on the lane's type. */
interface LaneTable extends CPUTable, UpdateTable { end_ns: Numbers; busy_ns: Numbers; updates: Numbers; accumulated: Numbers; label: Numbers; name: Numbers;
  class: Numbers; text: Numbers; kind: Numbers; problem?: Numbers }
interface Lane {
  id: string; title: string; type: string; shape: string; height: number; table: LaneTable; count: number; isRecorded: boolean; rows: Uint32Array; words: string;
  start: Numbers; end: Numbers; latest: Numbers; severity: Uint8Array; longest: number; scale: number; top: number; most: number;
  found?: { isIn: Uint8Array; count: number } | null; places?: Map<number, number>;
}
interface LaneItem { lane: Lane; index: number }
interface Point { x: number; y: number }
interface Zoom { from: number; to: number }
interface TimelineState extends Zoom { range: TimeRange | null; selection: Selected | null }
interface Drag extends Zoom { kind: string; x: number; time: number; isMoved: boolean; gap: number; span: number }
interface TimelineView {
  canvas: HTMLCanvasElement; box: HTMLElement; width: number; height: number; gutter: number; plot: number; ratio: number; lanes: Lane[]; colors: { [name: string]: string };
  hatch: string | CanvasPattern; hover: LaneItem | null; focus: LaneItem | null; lane: Lane | null; drag: Drag | null; frames: number[]; pending: number;
  mask: Uint8Array | null; maskOf?: Selected | null; overview: HTMLCanvasElement | null; shades: string[]; peaks: Float32Array; worst: Uint8Array; counts: Uint32Array; lastRed?: number;
}
interface Host {
  suffix: string; state: TimelineState; isAligned: boolean;
  change(patch: Partial<TimelineState>, push?: boolean): void;
  select(selection: Selected | null, isReveal?: boolean): void;
  origin(): number;
  limits(data: TraceData): TimeRange;
  snap(range: TimeRange): TimeRange | null;
  edgeAt(time: number, direction: number): number;
  hidden?(): string[];
}

interface Timeline {
  view: TimelineView; selectable: { [type: string]: Kind };
  use(data: TraceData): void;
  whole(): boolean;
  describe(selection: Selected): Fact | null;
  maskOf(selection: Selected): (row: number) => boolean;
  linksOf(selection: Selected): (link: LinkKey) => boolean;
  problemRows(): ProblemRows;
  problemEvents(id: number): Item[];
  sampledProblems(): SampledProblems;
  problemIsIn(id: number, range: TimeRange): boolean;
  hasRows(id: number): boolean;
  isInRange(selection: Selected, range: TimeRange): boolean;
  extentOf(selection: Selected): TimeRange | null;
  reveal(selection: Selected): Partial<Zoom>;
  find(words: string[]): number;
  kindOfName(id: number): string;
  viewOfName(id: number): number | null;
  viewTitle(id: number): string;
  interactionTitle(id: number): string;
  setRange(one: number, two: number, push?: boolean): void;
  zoomMiddle(factor: number): void;
  focusProblem(): void;
  hideTooltip(): void;
  readColors(): void;
  layOut(): void;
  isResized(): boolean;
  drawSoon(): void;
  drawNow(): void;
  listenTimeline(): void;
}

// --- trees of samples, the graph ---
interface Named { name: number }
interface TreeNode<N> extends Named { isApp: boolean; calls: Map<number, N> }
interface CallNode extends TreeNode<CallNode> { total: number; self: number }
interface MergedNode extends TreeNode<MergedNode> { before: number; after: number; selfBefore: number; selfAfter: number }
interface Stack { frames: number[]; count: number }
interface TreeOptions { order?: string; focus?: number | null; nameOf(frame: number): number; isApp(frame: number): boolean }
interface Look<N> { sizeOf(node: N): number; titleOf(node: Named): string; isInTime: boolean }
interface Box<N> { node: N; x: number; depth: number; wide: number; path: number[] }
/** A box of the graph as its tooltip has it. */
interface FlameBox { x: number; depth: number; path: number[]; title: string; words: string }
/** How a page draws the nodes of its flame graph. */
interface FlameLook<N> extends Look<N> { wordsOf(node: N): string; classesOf(node: N): string; signOf?(node: N): string }
interface GraphSums { updates: number; total: number; wasted: number; unnecessary: number }
interface GraphNode extends GraphSums { depth: number; name: number; key: number | string; title: string; own: GraphSums; isFirst?: boolean; folded?: number;
  inside?: GraphNode; pull: number; x: number; y: number }
interface GraphEdge extends GraphSums { from: GraphNode; to: GraphNode; words: Map<string, number>; own: GraphSums; line: number; toY: number }
interface ChainSums extends GraphSums { chain: number }
interface Graph { nodes: GraphNode[]; edges: GraphEdge[]; width: number; height: number; first: ChainSums | null }

// --- tables of a page ---
// RowCell and RowPlace: see report.d.ts and comparison.d.ts.
interface VerdictCell { verdict: string; words: string; short: string; toString(): string }
interface ChangeCell { before: number | null; after: number | null; p: number | null; unit: string; verdict: string; intervals: [number | null, number | null][];
  toString(): string }
interface Column extends ColumnSource { index: number }
interface Row { cells: RowCell[]; index: number; place?: RowPlace | null; text?: string; durations?: number[] | null }
interface ShownTable {
  section: Section; columns: Column[]; all: Row[]; limit: number; notes: Column[]; shown: Column[]; linkColumn: Column; heading: HTMLElement; count: HTMLElement;
  badge: HTMLElement; head: HTMLElement; body: HTMLElement; more: HTMLElement; empty: HTMLElement; box: HTMLElement; panel: HTMLElement; statement: HTMLElement;
  link: HTMLElement; drawn: [Row, HTMLElement][]; found: number;
}
/** The rows of a table that are in the range. */
interface Ranged { rows: Row[]; isCut: boolean; isLeftOut?: boolean; isPartly?: boolean; badge?: string; empty?: string }
type Sorts = { [table: string]: [column: string, isDown: boolean] };
/** The state that both pages have. */
interface CommonState extends Zoom { query: string; sorts: Sorts; theme: string; flame: string; root: string; focus: number | null; thread: string | null }
interface ReportState extends CommonState, TimelineState { trace: number; hidden: string }

// --- comparisons ---
interface DiffState extends CommonState { align: number; range: TimeRange | null; order: string; selection: string[] | null }
interface Side { index: number; source: SideSource; data: TraceData; views: Map<string, Set<number>>; interactions: Map<string, Set<number>>;
  chains: Map<string, Set<number>>; state: TimelineState; timeline: Timeline }
interface FlameSide { nameOf(frame: number): number; isApp(frame: number): boolean; threads: Map<string, number>; stacks: (Stack & { thread: string; row: number })[] }
interface FlameSides { titles: string[]; sides: FlameSide[] }
interface FlameRates { before(node: MergedNode): number; after(node: MergedNode): number }
interface Alignment { title: string | null; words: string; number: number; starts: number[]; length: number }

// --- elements ---
type Child = Node | string | number | null | undefined;
type Children = Child | Child[];
type Attributes = { [name: string]: string | number };
/** A box with one tab stop, the control that has it. */
interface StopBox extends Element { stop?: Element | null }
interface Elements {
  'trace-select': HTMLSelectElement; 'flame-thread': HTMLSelectElement; align: HTMLSelectElement; search: HTMLInputElement; help: HTMLDialogElement;
  timeline: HTMLCanvasElement; overview: HTMLCanvasElement; graph: SVGSVGElement; flame: SVGSVGElement; 'selection-clear': HTMLButtonElement;
}
type ByID = { <ID extends keyof Elements>(id: ID): Elements[ID]; (id: string): HTMLElement };

// --- of the browser, newer than the compiler's library ---
interface MapConstructor { groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> }
interface Element { checkVisibility(options?: { visibilityProperty?: boolean }): boolean }
interface Window { traceReport: object }
