// Problems of bodies that only samples tell of: their rows are the samples in them.
/** @type {() => SampledProblems} */
function sampledProblems() {
  if (data.sampledProblems) return data.sampledProblems;
  const P = data.problem_samples, of = new Float64Array(data.samples.count).fill(-1), counts = new Map();
  for (let run = 0; run < P.count; run++) {
    of.fill(P.problem[run], P.first[run], P.last[run] + 1);
    counts.set(P.problem[run], (counts.get(P.problem[run]) ?? 0) + P.last[run] + 1 - P.first[run]);
  }
  return data.sampledProblems = { of, count: (id) => counts.get(id) ?? 0 };
}
// The slices of the CPU lane with a sample of a problem, each from its first to its last one.
/** @type {(id: number) => Item[]} */
function sampledItems(id) {
  const P = data.problem_samples, S = data.samples, C = cpuOf(data);
  /** @type {Item[]} */
  const items = [];
  for (let run = 0; run < P.count; run++) {
    if (P.problem[run] !== id) continue;
    for (let row = P.first[run]; row <= P.last[run]; row++) {
      const slice = lowerBound(C.start_ns, S.start_ns[row] + 1) - 1, last = items.at(-1);
      if (last?.id === slice) last.end = S.start_ns[row] + 1; else items.push({ type: 'slice', id: slice, start: S.start_ns[row], end: S.start_ns[row] + 1 });
    }
  }
  return items;
}
