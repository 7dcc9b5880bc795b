/// Puts the parts together.
enum PageScriptMain {
    static let text = #"""
        const models = [];
        let isFirst = true;

        // Draws again what depends on the parts of the state that changed.
        function render(keys) {
          const has = (...names) => names.some((name) => keys.includes(name));
          if (has('theme')) showTheme();
          if (has('trace')) showTrace();
          if (has('trace') && isFirst) { drawSoon(); return; }
          if (has('selection', 'trace')) { unfolded.clear(); drawSelection(); drawGraph(); drawTables(); }
          else if (has('sorts', 'query')) drawTables();
          if (has('range') && !has('selection', 'trace')) laterRange();
          if (has('from', 'to', 'range', 'trace')) showRange();
          drawSoon();
        }
        // A range that is being dragged is summed up when it rests.
        let rangeTimer = 0;
        function laterRange() {
          clearTimeout(rangeTimer);
          rangeTimer = setTimeout(() => { showRange(); drawGraph(); drawTables(); }, 70);
        }

        function select(selection, isReveal) {
          const patch = { selection };
          if (selection && isReveal) {
            Object.assign(patch, reveal(selection));
            const box = byID('timeline-panel').getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) byID('timeline-panel').scrollIntoView();
          }
          change(patch, true);
        }

        function showTrace() {
          view.lanes = data.lanes ??= lanesOf(data);
          view.hover = view.focus = view.lane = null;
          view.maskOf = undefined;
          page.traces.forEach((_, index) => { byID('answer-' + (index + 1)).hidden = index !== state.trace; });
          byID('trace-select').value = String(state.trace);
          byID('search').value = state.query;
          showThinned();
          if (!isFirst) makeTables();
          showStart();
          layOut();
        }

        // What thinning left out, in words with both numbers.
        function showThinned() {
          const words = [['updates', 'updates'], ['groups', 'update groups']].flatMap(([id, noun]) => {
            const table = data[id];
            if (!table.grayLeftOut && !table.longLeftOut) return [];
            const long = table.longLeftOut ? grouped(table.longLeftOut) + ' over a deadline are not drawn'
              : 'every one over a deadline is there';
            return [grouped(table.count) + ' of ' + grouped(table.total) + ' ' + noun + ' are drawn: ' + long
              + ', gray ones are thinned evenly (' + grouped(table.grayLeftOut) + ' left out).'];
          });
          byID('thinned').hidden = !words.length;
          byID('thinned').textContent = words.join(' ') + ' The tables count all of them; a range counts what is drawn.';
        }

        // The first finding, beside the answer: where to begin.
        function showStart() {
          const answer = byID('answer-' + (state.trace + 1));
          answer.querySelector('.start')?.remove();
          const section = data.trace.sections.find((section) => section.id === 'findings');
          if (!section || !section.rows.length) return;
          const cell = (name) => section.rows[0][section.columns.findIndex((column) => column.name === name)] ?? '';
          const place = placeOf('findings', section.rows[0], 0);
          const button = make('button', '', 'Show on the timeline', { type: 'button' });
          button.addEventListener('click', () => select(place, true));
          answer.append(make('div', 'start', [make('span', 'quiet', 'Start with'), make('div', '', [
            make('h2', '', cut(cell('title'), 200)), make('p', 'quiet', cut(cell('evidence'), 600)),
            make('p', '', [make('b', '', 'Fix '), cut(cell('hint'), 600)]), place ? button : null])]));
        }

        function showRange() {
          const { range } = state, sums = sumsOfRange();
          byID('range-zoom').hidden = byID('range-clear').hidden = !range;
          const shown = whole() ? 'Whole trace, ' : 'Shown ' + moment(state.from) + ' to ' + moment(state.to) + ', ';
          const text = shown + moment(state.to - state.from) + '. ';
          byID('range-text').textContent = !range ? text + 'Shift-drag or the two handles choose a range.'
            : 'Range ' + moment(range[0]) + ' to ' + moment(range[1]) + ' (' + moment(range[1] - range[0])
              + '): ' + plural(sums.all.updates, 'update') + ', ' + sums.all.red + ' RED, ' + sums.all.orange + ' ORANGE, '
              + grouped(sums.all.unnecessary) + ' unneeded. The same on the command line: --window '
              + range.map((ns) => String(ns / 1e6)).join('..');
        }

        function showLegend() {
          const ms = (value) => Number(value.toFixed(3)) + ' ms', { orange_ms: orange, red_ms: red } = data.trace;
          const item = (color, sign, text) => {
            const mark = make('span', '', sign, { 'aria-hidden': 'true' });
            mark.style.color = 'var(--' + color + ')';
            return make('span', '', [mark, text]);
          };
          byID('legend').replaceChildren(item('red', '▲', 'RED > ' + ms(red)), item('orange-fill', '◆', 'ORANGE, hatched > ' + ms(orange)),
            item('gray-fill', '■', 'gray'), make('span', '', 'bar height: duration, dashed: the deadlines'));
        }

        const themes = ['', 'light', 'dark'];
        function showTheme() {
          if (state.theme) document.documentElement.dataset.theme = state.theme;
          else delete document.documentElement.dataset.theme;
          byID('theme').textContent = { '': 'Auto', light: 'Light', dark: 'Dark' }[state.theme];
          byID('theme').setAttribute('aria-label', 'Theme: ' + (state.theme || 'auto'));
          readColors();
          drawSoon();
        }

        function download() {
          const address = URL.createObjectURL(new Blob([originalReport()], { type: 'application/json' }));
          const link = make('a', '', [], { href: address, download: 'report.json' });
          document.body.append(link);
          link.click();
          link.remove();
          setTimeout(() => URL.revokeObjectURL(address), 1000);
        }

        function listen() {
          const on = (id, act) => byID(id).addEventListener('click', act);
          on('zoom-in', () => zoomMiddle(0.6));
          on('zoom-out', () => zoomMiddle(1 / 0.6));
          on('zoom-all', () => change({ from: 0, to: data.end }));
          on('range-zoom', () => change({ from: state.range[0], to: state.range[1] }, true));
          on('range-clear', () => change({ range: null }, true));
          on('selection-clear', () => select(null));
          on('selection-range', () => {
            const extent = extentOf(state.selection);
            if (extent) setRange(extent[0], extent[1] + 1, true);
          });
          on('selection-zoom', () => select(state.selection, true));
          on('theme', () => change({ theme: themes[(themes.indexOf(state.theme) + 1) % themes.length] }));
          on('download', download);
          on('help-button', () => byID('help').showModal());
          let typing = 0;
          byID('search').addEventListener('input', (event) => {
            clearTimeout(typing);
            typing = setTimeout(() => change({ query: event.target.value }), 90);
          });
          byID('trace-select').addEventListener('change', (event) => {
            const trace = Number(event.target.value);
            data = models[trace] ??= model(page.traces[trace]);
            change({ trace, from: 0, to: data.end, range: null, selection: null }, true);
          });
          document.addEventListener('keydown', onPageKey);
          window.addEventListener('popstate', () => { if (readFragment()) renderAll(); });
          window.addEventListener('hashchange', () => { if (readFragment()) renderAll(); });
          matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
          window.addEventListener('beforeprint', () => { document.documentElement.dataset.theme = 'light'; readColors(); drawNow(); });
          window.addEventListener('afterprint', showTheme);
          new ResizeObserver(() => { layOut(); drawNow(); }).observe(view.box);
          listenTimeline();
        }
        function onPageKey(event) {
          const isTyping = event.target.matches?.('input, select, dialog *');
          if (event.key === 'Escape' && !byID('help').open) {
            if (!byID('tooltip').hidden) hideTooltip();
            if (isTyping) event.target.blur();
            else if (state.selection) select(null);
            else if (state.range) change({ range: null }, true);
          }
          if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.key === '?') byID('help').showModal();
          else if (event.key === '/') byID('search').focus();
          else return;
          event.preventDefault();
        }

        const renderAll = () => render(['trace', 'from', 'to', 'range', 'selection', 'sorts', 'query', 'theme']);

        function begin() {
          page.traces.forEach((trace, index) => {
            byID('trace-select').append(make('option', '', (index + 1) + ': ' + cut(trace.title, 80), { value: String(index) }));
          });
          document.querySelector('.traces').hidden = page.traces.length < 2;
          if (!page.traces.length) return;
          readFragment();
          showLegend();
          renderAll();
          drawNow();
          const firstPaint = performance.now();
          // The timeline stands before the tables are made.
          isFirst = false;
          setTimeout(() => { makeTables(); render(['selection', 'range', 'from']); });
          listen();
          // For measurements: times of the last frames and of the first, and what is shown.
          window.traceReport = Object.freeze({ firstPaint, frames: () => [...view.frames],
            shown: () => ({ ...state }), original: originalReport });
        }
        begin();
        """#
}
