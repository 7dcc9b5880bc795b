// What the checked scripts know of each other and of the page (tsconfig.json).
type Range = [number, number];
type Numbers = Float64Array;
interface Table { count: number; total: number }
interface FrameTable extends Table { id: Numbers; parent: Numbers; name: Numbers; app: Numbers }
interface UpdateTable extends Table { id: Numbers; start_ns: Numbers; duration_ns: Numbers; view: Numbers; flags: Numbers; interaction: Numbers; chain: Numbers }
interface LinkTable extends Table { chain: Numbers; view: Numbers; interaction?: Numbers; updates: Numbers; total_ns: Numbers; red: Numbers; orange: Numbers;
  gray: Numbers; unnecessary: Numbers; wasted_ns: Numbers }
type SliceColumn = 'checks' | 'updates' | 'unterminated' | 'red' | 'orange' | 'gray' | 'total_ns' | 'max_ns' | 'necessary' | 'unnecessary' | 'unknown' | 'wasted_ns'
  | 'proven' | 'likely' | 'possible';
type SliceTable = Table & { slice: Numbers; chain: Numbers; view: Numbers; interaction: Numbers } & { [column in SliceColumn]: Numbers };
interface TraceData { orange: number; red: number; end: number; updates: UpdateTable; slices: SliceTable; slice_edges: Table & { start_ns: Numbers };
  severity(ns: number): number }

type SummedKey = 'checks' | 'updates' | 'unterminated' | 'red' | 'orange' | 'gray' | 'total' | 'max' | 'necessary' | 'unnecessary' | 'unknown' | 'wasted' | 'proven'
  | 'likely' | 'possible';
type Sums = { [key in SummedKey]: number } & { durations: number[] | null };
interface Link { chain: number; view: number; interaction: number; updates: number; total: number; red: number; orange: number; gray: number; unnecessary: number;
  wasted: number }
interface SumMaps { all: Sums; views: Map<number, Sums>; interactions: Map<number, Sums>; chains: Map<number, Sums>; links: Map<string, Sums & Partial<Link>> }
interface Selection { type: string; id: number }
interface Part { selection: Selection | null; range: Range | null }

interface TreeNode<N> { name: number; isApp: boolean; calls: Map<number, N> }
interface CallNode extends TreeNode<CallNode> { total: number; self: number }
interface MergedNode extends TreeNode<MergedNode> { before: number; after: number; selfBefore: number; selfAfter: number }
interface TreeOptions { order?: string; focus?: number | null; nameOf(frame: number): number; isApp(frame: number): boolean }
interface Look<N> { sizeOf(node: N): number; titleOf(node: N): string; isInTime: boolean }
interface Box<N> { node: N; x: number; depth: number; wide: number; path: number[] }

// Of scripts that are not checked.
declare const data: TraceData, severities: SummedKey[], confidences: SummedKey[], verdicts: SummedKey[];
declare const CHECK: number, UNNECESSARY: number, NO_END: number, SUMMED: string[];
declare function phaseOf(flags: number): number;
declare function verdictOf(flags: number): number;
declare function reasonOf(flags: number): number;
declare function indexOf(ids: Numbers): Map<number, number>;
declare function lowerBound(values: Numbers, value: number): number;
declare function linksOf(selection: Selection): (link: { chain: number; view: number; interaction: number }) => boolean;
