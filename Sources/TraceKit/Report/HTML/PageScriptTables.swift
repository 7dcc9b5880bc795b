/// The tables: sorted, searched, cut to the range, each row with its place on the timeline.
enum PageScriptTables {
    static let text = #"""
        const ORDER = ['findings', 'interactions', 'views', 'top-causes', 'unnecessary-updates-by-view',
          'long-view-body-updates', 'long-other-updates', 'longest-updates', 'hangs', 'hitches', 'signposts',
          'body-evaluations-without-times', 'metrics', 'rejects', 'import'];
        const FIRST_ROWS = 20, MOST_DROPS = 5;
        let tables = [];

        function makeTables() {
          const rank = (section) => (ORDER.indexOf(section.id) + 1) || ORDER.length + 1;
          tables = [...data.trace.sections].sort((a, b) => rank(a) - rank(b)).map(makeTable);
          byID('tables').replaceChildren(...tables.map((table) => table.panel));
          byID('contents').replaceChildren(...tables.map((table) => {
            const link = make('a', '', table.section.title.split(',')[0], { href: '#', role: 'link' });
            link.addEventListener('click', (event) => {
              event.preventDefault();
              table.panel.scrollIntoView();
              table.heading.focus({ preventScroll: true });
            });
            return link;
          }));
        }

        function makeTable(section) {
          const columns = section.columns.map((column, index) => ({ ...column, index }));
          if (section.id === 'views' && data.durations.count) {
            columns.push({ name: 'histogram', title: 'Durations and deadlines', style: 'histogram', drop: 0, index: -1 });
          }
          const table = { section, columns, all: section.rows.map((cells, index) => ({ cells, index })), limit: FIRST_ROWS };
          table.notes = columns.filter((column) => column.style === 'note');
          table.shown = columns.filter((column) => column.style !== 'note');
          // What a row is called by.
          table.linkColumn = ['title', 'view', 'chain', 'class', 'name'].map((name) =>
            table.shown.find((column) => column.name === name)).find(Boolean) ?? table.shown[0];
          table.heading = make('h2', '', section.title, { tabindex: -1 });
          table.count = make('span', 'quiet');
          table.badge = make('span', 'badge');
          table.head = make('thead', '', make('tr', '', table.shown.map((column) => headCell(table, column))));
          table.body = make('tbody');
          table.more = make('button', 'more', '', { type: 'button' });
          table.more.addEventListener('click', () => { table.limit = Infinity; drawTable(table); });
          table.empty = make('p', 'quiet');
          const wider = make('button', 'columns-button', 'All columns', { type: 'button', 'aria-pressed': 'false' });
          wider.addEventListener('click', () => {
            const isFew = table.box.classList.toggle('few');
            wider.setAttribute('aria-pressed', String(!isFew));
          });
          table.box = make('div', 'table-box few', make('table', '', [
            make('caption', 'hidden', section.title), table.head, table.body]));
          const hasFar = table.shown.some((column) => column.drop > MOST_DROPS);
          table.panel = make('section', 'panel' + (hasFar ? ' has-far' : '') + (table.notes.length ? ' has-notes' : ''), [
            make('div', 'panel-head', [table.heading, table.count, table.badge, make('span', 'space'),
              table.shown.some((column) => column.drop > 1) ? wider : null]),
            table.box, table.empty, table.more,
            make('details', '', [make('summary', '', 'SQL'), make('pre', '', section.sql.split('\n').flatMap((line, index) =>
              index ? [document.createElement('br'), line] : [line]))]),
          ], { id: 'table-' + section.id });
          return table;
        }

        function headCell(table, column) {
          const cell = make('th', classOf(column), [], { scope: 'col', 'data-column': column.name });
          if (column.style === 'histogram') { cell.append(make('span', 'quiet', column.title)); return cell; }
          const button = make('button', '', column.title, { type: 'button' });
          button.addEventListener('click', () => {
            const now = state.sorts[table.section.id], isFirst = !now || now[0] !== column.name;
            const isDown = isFirst ? isNumber(column) || column.name === 'severity' : !now[1];
            change({ sorts: { ...state.sorts, [table.section.id]: [column.name, isDown] } });
          });
          cell.append(button);
          return cell;
        }
        const isNumber = (column) => ['count', 'milliseconds', 'integer', 'percent'].includes(column.style);
        const classOf = (column) => (isNumber(column) ? 'number' : column.style) + (column.drop > 1 ? ' drop' : '')
          + (column.drop > MOST_DROPS ? ' far' : '');

        const drawTables = () => { for (const table of tables) drawTable(table); };
        function drawTable(table) {
          const { section } = table, ranged = rowsInRange(table);
          const found = search(ranged.rows), rows = sortRows(table, found);
          const shown = rows.slice(0, table.limit);
          table.body.replaceChildren(...shown.map((row) => rowElement(table, row)));
          for (const cell of table.head.querySelectorAll('th')) {
            const sort = state.sorts[section.id];
            if (sort && sort[0] === cell.dataset.column) cell.setAttribute('aria-sort', sort[1] ? 'descending' : 'ascending');
            else cell.removeAttribute('aria-sort');
          }
          const all = state.range && ranged.isCut ? ranged.rows.length : section.total;
          table.count.textContent = rows.length < all ? grouped(rows.length) + ' of ' + grouped(all) : grouped(all);
          table.badge.textContent = !state.range ? '' : ranged.isCut ? 'in the range' : 'whole trace';
          table.badge.hidden = !state.range;
          table.more.hidden = shown.length >= rows.length;
          table.more.textContent = 'Show all ' + grouped(rows.length) + ' rows';
          table.box.hidden = !rows.length;
          table.empty.hidden = rows.length > 0;
          table.empty.textContent = !section.rows.length ? visible(section.empty)
            : state.query && ranged.rows.length ? 'no row matches the search' : 'nothing in the range';
        }

        function search(rows) {
          const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
          if (!words.length) return rows;
          return rows.filter((row) => {
            row.text ??= row.cells.map((cell) => cell === null ? '' : String(cell)).join('\n').toLowerCase();
            return words.every((word) => row.text.includes(word));
          });
        }

        const ranks = { red: 3, orange: 2, gray: 1, high: 3, medium: 2, low: 1, large: 3, small: 1, critical: 3, warning: 2,
          good: 1 };
        function sortRows(table, rows) {
          const sort = state.sorts[table.section.id];
          const column = sort && table.shown.find((column) => column.name === sort[0] && column.index >= 0);
          if (!column) return rows;
          const sign = sort[1] ? -1 : 1;
          const key = (row) => {
            const value = row.cells[column.index] ?? null;
            return column.style === 'word' && ranks[value] ? ranks[value] : typeof value === 'string' ? value.toLowerCase() : value;
          };
          // What is unknown comes last in both directions; equal rows keep the order of the report.
          return rows.map((row) => [key(row), row]).sort(([a], [b]) => {
            if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
            if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
            return a < b ? -sign : a > b ? sign : 0;
          }).map(([, row]) => row);
        }

        // The rows that belong to the range; tables of sums are summed again, as `--window` does.
        function rowsInRange(table) {
          const sums = sumsOfRange(), { section } = table;
          if (!sums) return { rows: table.all, isCut: false };
          const key = { views: 'views', interactions: 'interactions', 'top-causes': 'chains',
            'unnecessary-updates-by-view': 'views' }[section.id];
          if (key) return { rows: summed(table, sums[key]), isCut: true };
          const [from, to] = state.range, start = section.columns.findIndex((column) => column.name === 'start_ms');
          if (start >= 0) {
            const isIn = (row) => { const ns = row.cells[start] * 1e6; return ns >= from && ns < to; };
            return { rows: table.all.filter(isIn), isCut: true };
          }
          if (section.id === 'findings') return { rows: table.all.filter((row) => isFindingIn(row, sums)), isCut: true };
          return { rows: table.all, isCut: false };
        }
        function isFindingIn(row, sums) {
          const place = placeOf('findings', row.cells, row.index);
          if (!place) return true;
          if (place.type === 'view') return sums.views.has(place.id);
          if (place.type === 'interaction') return sums.interactions.has(place.id);
          const extent = extentOf(place);
          return !extent || extent[0] < state.range[1] && extent[1] >= state.range[0];
        }

        // A table of sums for the range: one row a key, with the numbers that can be summed again.
        function summed(table, map) {
          const { section } = table, rows = [];
          for (const [id, sums] of map) {
            if (!sums.updates) continue;
            if (section.id === 'unnecessary-updates-by-view' && !sums.unnecessary) continue;
            const known = knownCells(section, id), ms = (ns) => ns === null ? null : ns / 1e6;
            const values = { ...sums, ...known, total_ms: ms(sums.total), wasted_ms: ms(sums.wasted),
              max_ms: sums.max < 0 ? null : ms(sums.max), median_ms: ms(nearestRank(sums.durations, 0.5)),
              p95_ms: ms(nearestRank(sums.durations, 0.95)),
              in_interactions: sums.necessary + sums.unnecessary + sums.unknown, interactions: null };
            const cells = section.columns.map((column) => values[column.name] ?? null);
            rows.push({ cells, index: -1, place: known.place, durations: sums.durations, rank: sums });
          }
          const byTime = section.id === 'interactions'
            ? (a, b) => data.rowOfInteraction.get(a.place.id) - data.rowOfInteraction.get(b.place.id)
            : section.id === 'views' ? (a, b) => b.rank.total - a.rank.total || byName(a, b)
            : (a, b) => b.rank.wasted - a.rank.wasted || b.rank.total - a.rank.total || byName(a, b);
          return rows.sort(byTime);
        }
        function byName(a, b) {
          const [one, two] = [a, b].map((row) => row.cells.filter((cell) => typeof cell === 'string').join(' '));
          return one < two ? -1 : one > two ? 1 : 0;
        }
        function knownCells(section, id) {
          if (section.id === 'interactions') {
            const row = data.rowOfInteraction.get(id), I = data.interactions;
            return { place: { type: 'interaction', id }, id, kind: data.name(I.kind[row]), name: data.name(I.name[row]),
              start_ms: I.start_ns[row] / 1e6 };
          }
          if (section.id === 'top-causes') {
            const path = pathOf(data, id);
            return { place: { type: 'chain', id }, chain: chainText(data, id),
              root_cause: path.length ? stepName(data, path[0]) : null };
          }
          const row = data.rowOfView.get(id), V = data.views;
          return { place: { type: 'view', id }, view: data.name(V.view[row]), kind: data.name(V.kind[row]),
            module: data.name(V.module[row]) };
        }
        """#
}
