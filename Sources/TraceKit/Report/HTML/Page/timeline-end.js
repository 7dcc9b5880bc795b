// The end of makeTimeline, which timeline-begin.js opens.
function use(next) {
  data = next;
  data.lanes ??= host.canRange && !data.updates.count && data.signposts.count ? signpostLanes(data) : lanesOf(data);
  const hidden = host.hidden?.() ?? [], shown = data.lanes.filter((lane) => !hidden.includes(lane.id));
  view.lanes = shown.length ? shown : data.lanes;
  view.hover = view.focus = view.lane = null;
  view.maskOf = undefined;
  view.overview = null;
}

const timeline = { view, use, whole, selectable, describe, maskOf, linksOf, problemRows, problemEvents, problemIsIn, hasRows, isInRange, extentOf, reveal, find, kindOfName, viewOfName, viewTitle,
  interactionTitle, setRange, zoomMiddle, focusProblem, hideTooltip, readColors, layOut, drawSoon, drawNow, listenTimeline };
shownTimelines.push(timeline);
return timeline;
}
