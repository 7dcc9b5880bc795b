/// The page's fixed parts: what stands there before the script fills it. No data, so nothing to escape.
enum PageMarkup {
    static let head = #"""
        <a class="skip" href="#main">Skip to the report</a>
        <header class="bar">
        <span class="mark" aria-hidden="true"></span><b>trace-analyze</b>
        <label class="traces" hidden>Trace <select id="trace-select"></select></label>
        <span class="space"></span>
        <input type="search" id="search" placeholder="Search all tables" aria-label="Search all tables" autocomplete="off">
        <button type="button" id="theme" title="Theme: as the system has it, light, dark">Auto</button>
        <button type="button" id="download" aria-label="Download data">Download<span> data</span></button>
        <button type="button" id="help-button" aria-haspopup="dialog"aria-label="Keys and gestures"><span>Keys </span><kbd>?</kbd></button>
        </header>
        <noscript><p class="noscript">The timeline, the graph and the tables need JavaScript, which is part of this file.
        The answer stands below.</p></noscript>
        """#

    static let panels = #"""
        <section class="panel" id="timeline-panel" aria-labelledby="timeline-title">
        <div class="panel-head">
        <h2 id="timeline-title">Timeline</h2>
        <p class="legend" id="legend"></p>
        <span class="space"></span>
        <div class="tools" role="group" aria-label="Zoom">
        <button type="button" id="zoom-out" aria-label="Zoom out">−</button>
        <button type="button" id="zoom-in" aria-label="Zoom in">+</button>
        <button type="button" id="zoom-all">All</button>
        </div>
        </div>
        <p class="thinned" id="thinned" hidden></p>
        <div class="overview-box"><canvas id="overview" aria-hidden="true"></canvas></div>
        <div class="timeline-box" id="timeline-box">
        <canvas id="timeline" tabindex="0" role="application" aria-label="Timeline"
         aria-describedby="timeline-keys"></canvas>
        <button type="button" class="handle" id="handle-start" role="slider" aria-label="Start of the range"></button>
        <button type="button" class="handle" id="handle-end" role="slider" aria-label="End of the range"></button>
        <div id="tooltip" role="status" hidden></div>
        </div>
        <p id="timeline-keys" class="hidden">Plus and minus zoom, left and right pan, up and down choose a lane, N and P go
        to the next and previous item, Enter selects, Home shows all, Escape clears, question mark shows all keys.</p>
        <div class="range-line"><span id="range-text"></span>
        <button type="button" id="range-zoom" hidden>Zoom to the range</button>
        <button type="button" id="range-clear" hidden>Clear the range</button></div>
        </section>
        <section class="panel" id="graph-panel" aria-labelledby="graph-title">
        <div class="panel-head">
        <h2 id="graph-title">Cause &amp; effect</h2>
        <p id="selection-text"></p>
        <span class="space"></span>
        <button type="button" id="selection-zoom" hidden>Show on the timeline</button>
        <button type="button" id="selection-range" hidden>Use as range</button>
        <button type="button" id="selection-clear" hidden>Clear the selection</button>
        </div>
        <dl id="details" hidden></dl>
        <div class="graph-box" id="graph-box" tabindex="0" role="group" aria-label="Graph of causes and effects">
        <svg id="graph" role="group" aria-label="Chains of causes, left to right"></svg>
        </div>
        <p id="graph-note" class="quiet"></p>
        </section>
        <nav id="contents" aria-label="Tables"></nav>
        <div id="tables"></div>
        """#

    static let foot = #"""
        <footer><p>One file, no network. The numbers are those of <code>trace-analyze report --format json</code>:
        “Download data” gives them.</p></footer>
        <dialog id="help" aria-labelledby="help-title">
        <h2 id="help-title">Keys and gestures</h2>
        <dl class="keys">
        <div><dt>Wheel, pinch, <kbd>+</kbd> <kbd>−</kbd></dt><dd>zoom at the pointer or in the middle</dd></div>
        <div><dt>Drag, <kbd>←</kbd> <kbd>→</kbd></dt><dd>move along the time</dd></div>
        <div><dt><kbd>Shift</kbd> + drag, the two handles</dt><dd>choose a range: tables and graph show only it</dd></div>
        <div><dt>Click, <kbd>Enter</kbd></dt><dd>select: the graph shows what caused it</dd></div>
        <div><dt>Double click</dt><dd>zoom to what is under the pointer</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>choose a lane</dd></div>
        <div><dt><kbd>N</kbd> <kbd>P</kbd></dt><dd>next and previous item of the lane</dd></div>
        <div><dt><kbd>Home</kbd></dt><dd>show the whole trace</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>clear the selection, then the range</dd></div>
        <div><dt><kbd>/</kbd></dt><dd>search the tables</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>this list</dd></div>
        </dl>
        <p>The address of the page holds what is shown: copy it to pass on the place.</p>
        <form method="dialog"><button>Close</button></form>
        </dialog>
        <p id="live" class="hidden" aria-live="polite"></p>
        """#
}
