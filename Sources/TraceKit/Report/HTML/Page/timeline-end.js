// The end of makeTimeline, which timeline-begin.js opens.
/** @type {(next: TraceData) => void} */
function use(next) {
  data = next;
  data.lanes ??= lanesFor(data, !host.isAligned);
  const hidden = host.hidden?.() ?? [], shown = data.lanes.filter((lane) => !hidden.includes(lane.id));
  view.lanes = shown.length ? shown : data.lanes;
  view.hover = view.focus = view.lane = null;
  view.maskOf = undefined;
  view.overview = null;
}

const timeline = { view, use, whole, selectable, describe, maskOf, linksOf, problemRows, problemEvents, sampledProblems, problemIsIn, hasRows, isInRange, extentOf, reveal, find, kindOfName, viewOfName, viewTitle,
  interactionTitle, setRange, zoomMiddle, focusProblem, hideTooltip, readColors, layOut, isResized, drawSoon, drawNow, listenTimeline };
shownTimelines.push(timeline);
return timeline;
}
