/// What is shown, and its place in the fragment of the page's address.
enum PageScriptState {
    static let text = #"""
        const state = { trace: 0, from: 0, to: 1, range: null, selection: null, query: '', sorts: {}, theme: '' };
        let data = null;
        const whole = () => state.from <= 0 && state.to >= data.end;

        // Changes what is shown. `push` makes it a step that the Back button undoes.
        function change(patch, push) {
          Object.assign(state, patch);
          if ('from' in patch || 'to' in patch) clampZoom();
          render(Object.keys(patch));
          if (push) writeFragment(true); else laterFragment();
        }

        const SHORTEST = 20000; // ns over the whole width: nothing recorded is finer
        function clampZoom() {
          let span = Math.min(Math.max(state.to - state.from, SHORTEST), data.end);
          if (!(span > 0)) span = data.end;
          state.from = Math.min(Math.max(0, state.from || 0), data.end - span);
          state.to = state.from + span;
        }

        function fragment() {
          const words = new URLSearchParams();
          if (state.trace > 0) words.set('t', state.trace + 1);
          if (!whole()) words.set('z', Math.round(state.from) + '-' + Math.round(state.to));
          if (state.range) words.set('r', state.range.map(Math.round).join('-'));
          if (state.selection) words.set('s', state.selection.type + '.' + state.selection.id);
          const sorts = Object.entries(state.sorts).map(([table, [name, isDown]]) =>
            table + '.' + (isDown ? '-' : '') + name);
          if (sorts.length) words.set('o', sorts.join(' '));
          if (state.query) words.set('q', state.query);
          if (state.theme) words.set('c', state.theme);
          return words.toString();
        }

        let written = null, timer = 0;
        function writeFragment(push) {
          clearTimeout(timer);
          const text = fragment();
          if (text === written) return;
          written = text;
          const address = '#' + text;
          if (push) history.pushState(null, '', address); else history.replaceState(null, '', address);
        }
        // A browser refuses an address that changes with every frame.
        function laterFragment() {
          clearTimeout(timer);
          timer = setTimeout(() => writeFragment(false), 200);
        }

        // Two whole numbers, ascending; null for anything else: a fragment is as hostile as a name.
        function interval(text) {
          const match = /^(\d{1,19})-(\d{1,19})$/.exec(text ?? '');
          const ends = match && [Number(match[1]), Number(match[2])];
          return ends && ends[0] < ends[1] ? ends : null;
        }

        function readFragment() {
          clearTimeout(timer);
          const text = location.hash.slice(1);
          if (text === written) return false;
          const words = new URLSearchParams(text);
          written = text;
          const number = Number(words.get('t') ?? 1) - 1;
          state.trace = page.traces[number] ? number : 0;
          data = models[state.trace] ??= model(page.traces[state.trace]);
          [state.from, state.to] = interval(words.get('z')) ?? [0, data.end];
          clampZoom();
          state.range = interval(words.get('r'));
          const chosen = /^([a-z]+)\.(\d{1,15})$/.exec(words.get('s') ?? '');
          state.selection = chosen && Object.hasOwn(selectable, chosen[1]) ? { type: chosen[1], id: Number(chosen[2]) } : null;
          if (state.selection && !describe(state.selection)) state.selection = null;
          state.sorts = {};
          for (const word of (words.get('o') ?? '').split(' ')) {
            const sort = /^([a-z-]+)\.(-?)([a-z0-9_]+)$/.exec(word);
            if (sort) state.sorts[sort[1]] = [sort[3], sort[2] === '-'];
          }
          state.query = (words.get('q') ?? '').slice(0, 200);
          state.theme = ['light', 'dark'].includes(words.get('c')) ? words.get('c') : '';
          return true;
        }
        """#
}
