// The end of makeTimeline, which timeline-begin.js opens.
function use(next) {
  data = next;
  view.lanes = data.lanes ??= host.canRange && !data.updates.count && data.signposts.count ? signpostLanes(data) : lanesOf(data);
  view.hover = view.focus = view.lane = null;
  view.maskOf = undefined;
  view.overview = null;
}

const timeline = { view, use, whole, selectable, describe, extentOf, reveal, kindOfName, viewOfName, viewTitle,
  interactionTitle, setRange, zoomMiddle, hideTooltip, readColors, layOut, drawSoon, drawNow, listenTimeline };
shownTimelines.push(timeline);
return timeline;
}
