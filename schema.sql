-- TraceKit database, version 12.
--
-- One database holds any number of traces; every table has a `trace_id`. The rows of a trace are contiguous in each
-- table, in the order of the traces, so that a trace is found as a range of ids however many there are. Query the views
-- at the end: their columns are stable (views only grow), milliseconds are REAL and end in _ms, nanoseconds are INTEGER
-- and end in _ns. Tables are designed for speed and may change with user_version.
--
-- Times are nanoseconds since the start of the trace. Texts are stored once per trace, in `name`. Interactions, causes
-- and view updates are the nodes of one cause graph and share one range of ids, so an id in `edge` is unambiguous.
--
-- The columns of the long tables have no declared types, because SQLite would check every value once or twice more, a
-- tenth of the time of writing it. They hold INTEGERs, and NULL for no value; the views declare the types.
--
-- REFERENCES says whose ids a column holds, among the rows of the same trace; ids of texts are those of `name`.

PRAGMA application_id = 0x54724B74; -- "TrKt"
PRAGMA user_version = 12;

-- Distinct texts of a trace: views, modules, threads, instances, subsystems, frames, … Traces share none, so that
-- adding one to thousands does not read the texts of the others.
CREATE TABLE name (
    id INTEGER PRIMARY KEY,     -- dense, from 1
    trace_id INTEGER NOT NULL,  -- trace.id
    text TEXT NOT NULL          -- as the exporter wrote it, valid UTF-8
) STRICT;

-- An imported trace: where it comes from, what was recorded, and how it was analysed.
CREATE TABLE trace (
    id INTEGER PRIMARY KEY,              -- from 1, in order of import
    name TEXT,                           -- the recording's own name, else that of its file
    source_file TEXT NOT NULL,           -- the inputs as given, separated by newlines
    format TEXT NOT NULL,                -- names of the formats, separated by commas
    content_hash TEXT NOT NULL,          -- hash of the bytes of all inputs; the same content has the same hash
    app TEXT,                            -- the app's name
    process TEXT,                        -- the process' name
    pid INTEGER,                         -- its process id
    device TEXT,                         -- device model
    os TEXT,                             -- platform and version
    build TEXT,                          -- the app's version and build
    configuration TEXT,                  -- build configuration (Release, Debug)
    refresh_hz INTEGER,                  -- display refresh rate
    started_at TEXT,                     -- wall clock at time zero, ISO 8601, as the exporter wrote it
    template TEXT,                       -- the template of Instruments that it was recorded with
    instruments TEXT,                    -- version and build of Instruments
    recording_run INTEGER,               -- the run of the recording that the rows are of
    recording_runs TEXT,                 -- the numbers of all runs that are known, separated by commas
    hangs_over_ms INTEGER,               -- hangs up to this were not recorded
    recorded_as TEXT,                    -- how the process came to be recorded, and why that ended: 'launched; Time
                                         -- limit reached'
    slice_ns TEXT,                       -- the times that a slice of a longer trace has: 'A..B,C..D'; NULL = it is whole
    interactions_from_ns INTEGER,        -- of a slice: start of the first interaction in the whole trace
    duration_ns INTEGER,                 -- length of the recording: as stated, else up to the last end of any record
    is_duration_stated INTEGER NOT NULL, -- 1 = the source states it, 0 = derived
    truncated_byte INTEGER,              -- offset from which on a damaged input could not be read; NULL = complete
    truncated_file TEXT,                 -- that input
    damage TEXT,                         -- what was wrong there
    lanes TEXT NOT NULL,                 -- the lanes that the input has, even without rows, separated by commas: updates,
                                         -- causes, edges, groups, interactions, signposts, hitches, hangs, samples, logs
    warnings TEXT,                       -- what a reader of this trace must know, one a line
    profile TEXT NOT NULL,               -- name of the deadlines' profile
    orange_ns INTEGER NOT NULL,          -- an update longer than this is orange
    red_ns INTEGER NOT NULL,             -- an update longer than this is red
    imported_at TEXT,                    -- wall clock of the import, ISO 8601 in UTC
    label TEXT,                          -- what the user calls it: a commit, a build, a step of a fix
    options_hash TEXT NOT NULL           -- hash of the options that change results; the same content with the same options
                                         -- is the same trace
) STRICT;

-- A process with rows in the trace, and their numbers. Rows of processes other than the target count in no sum.
CREATE TABLE process (
    id INTEGER PRIMARY KEY,                   -- dense
    trace_id INTEGER NOT NULL,                -- trace.id
    name_id INTEGER NOT NULL REFERENCES name, -- name and process id: 'Sample Pay (99692)'
    is_target INTEGER NOT NULL,               -- 1 = its rows are analysed
    updates INTEGER NOT NULL,                 -- its rows, by lane
    signposts INTEGER NOT NULL,
    hitches INTEGER NOT NULL,
    hangs INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    logs INTEGER NOT NULL                     -- lines of the log that are no signposts
) STRICT;

-- A view as the analysis distinguishes it: name, module and kind; with the sums over its updates. Checks and untimed
-- console evidence are counted in their own columns and in no other sum.
CREATE TABLE view (
    id INTEGER PRIMARY KEY,                   -- dense, from 1
    trace_id INTEGER NOT NULL,                -- trace.id
    name_id INTEGER NOT NULL REFERENCES name, -- normalised name
    module_id INTEGER REFERENCES name,        -- module (app or framework), NULL = unknown
    kind INTEGER NOT NULL,                    -- 0 body, 1 representable, 2 layout, 3 gesture, 4 on-change, 5 action, 6
                                              -- other
    updates INTEGER NOT NULL,                 -- number of updates
    total_ns INTEGER NOT NULL,                -- sum of their durations
    median_ns INTEGER,                        -- nearest rank; NULL = no update has an end
    p95_ns INTEGER,                           -- nearest rank
    max_ns INTEGER,                           -- longest
    red INTEGER NOT NULL,                     -- updates longer than the red deadline
    orange INTEGER NOT NULL,                  -- longer than the orange deadline, not red
    gray INTEGER NOT NULL,                    -- all others that have an end
    unterminated INTEGER NOT NULL,            -- updates without an end
    checks INTEGER NOT NULL,                  -- notified, body not run
    untimed INTEGER NOT NULL,                 -- console evidence without a time
    necessary INTEGER,                        -- verdicts of updates inside windows; NULL = not analysed
    unnecessary INTEGER,
    unknown INTEGER,
    wasted_ns INTEGER,                        -- own duration of the unnecessary ones
    interactions INTEGER,                     -- windows in which the view was updated
    proven INTEGER,                           -- the unnecessary ones by confidence
    likely INTEGER,
    possible INTEGER
) STRICT;

-- A histogram of the durations of body updates; both deadlines are among its limits.
CREATE TABLE duration_bucket (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    over_ns INTEGER NOT NULL,          -- takes durations longer than this
    up_to_ns INTEGER,                  -- up to this; NULL = any
    severity INTEGER NOT NULL,         -- 0 gray, 1 orange, 2 red
    updates INTEGER NOT NULL           -- view bodies that have a severity: without an end by what they took at least
) STRICT;

-- The time of a trace in 240 equal slices. Only slices in which an update begins have a row.
CREATE TABLE time_slice (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    slice INTEGER NOT NULL,            -- from 0
    start_ns INTEGER NOT NULL,
    red INTEGER NOT NULL,              -- updates that begin in it, by severity; checks left out
    orange INTEGER NOT NULL,
    gray INTEGER NOT NULL,
    unterminated INTEGER NOT NULL
) STRICT;

-- What many updates share: a view in the exporter's spelling, on a thread. Name, module and kind repeat those of `view`,
-- so that reading updates needs no join.
CREATE TABLE update_site (
    id INTEGER PRIMARY KEY,                   -- dense
    trace_id INTEGER NOT NULL,                -- trace.id
    view_id INTEGER NOT NULL REFERENCES view,
    name_id INTEGER NOT NULL REFERENCES name, -- normalised name
    module_id INTEGER REFERENCES name,
    kind INTEGER NOT NULL,                    -- as in `view`
    raw_name_id INTEGER REFERENCES name,      -- the exporter's spelling, NULL = the view's name
    kind_word_id INTEGER REFERENCES name,     -- the exporter's word for the kind where it is none of ours (kind is then
                                              -- other)
    category_id INTEGER REFERENCES name,      -- the exporter's category
    thread_id INTEGER REFERENCES name,        -- thread, "main" for the main thread of its process
    process_id INTEGER REFERENCES name,       -- process, NULL = not given
    view_hierarchy_id INTEGER REFERENCES name -- the views around it, innermost first
) STRICT;

-- A view update (any lane of the SwiftUI instrument), by time. This is the longest table, and every column costs every
-- import: rare columns come last, and six small numbers share one column.
CREATE TABLE view_update (
    id INTEGER PRIMARY KEY,                -- node of the cause graph
    trace_id INTEGER,                      -- trace.id
    source_id,                             -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    start_ns,                              -- NULL = untimed console evidence
    duration_ns,                           -- NULL = unterminated
    codes,                                 -- from the lowest bit:
                                           -- 2 bits phase: 0 update, 1 creation, 2 check
                                           -- 3 bits membership: 0 linked, 1 temporal, 2 launch, 3 unattributed, 4 untimed,
                                           --   5 other-process, 6 recurring
                                           -- 2 bits verdict: 0 none (in no window, or a check), 1 necessary, 2 unnecessary,
                                           --   3 unknown
                                           -- 4 bits reason: 0 no verdict, 1 creation, 2 unchanged, 3 changed-input (own),
                                           --   4 repeated, 5 fan-out, 6 expected, 7 parent-only, 8 changed-input (dependency),
                                           --   9 no-evidence
                                           -- 2 bits severity: 0 no duration, 1 gray, 2 orange, 3 red
                                           -- all others: update_site.id
    group_id REFERENCES update_group,
    interaction_id REFERENCES interaction, -- of the window it is in
    driving_cause_id,                      -- nearest node up its chain that is no view update
    chain_id REFERENCES cause_chain,
    cause_id,                              -- node of its first edge that has nothing but its ends
    changed_id REFERENCES property_list,   -- NULL = unknown
    allocations,                           -- allocations inside, as the exporter counted them
    instance_id REFERENCES name,           -- identity of the view instance, where known
    severity_id REFERENCES name,           -- the exporter's own severity word, never overwritten
    downstream_ns,                         -- cost of what it set off, as the exporter has it
    evaluated_ns,                          -- when a row told of it, where no duration was measured
    run_id REFERENCES recurring_run        -- the run of a recurring cause that it belongs to
);

-- The updates over a deadline (orange or red), which are few and queried most.
CREATE TABLE long_update (
    id INTEGER PRIMARY KEY REFERENCES view_update,
    trace_id INTEGER NOT NULL,         -- trace.id
    duration_ns INTEGER NOT NULL
) STRICT;

-- A recurring cause of view updates without user interaction: a root of the recorded graph, or inferred from the order
-- of evaluations: a changed property that a view names, or an unrecorded parent.
CREATE TABLE recurring_cause (
    id INTEGER PRIMARY KEY,                       -- dense
    trace_id INTEGER NOT NULL,                    -- trace.id
    label TEXT NOT NULL,                          -- what findings call it: the root, View._property, or the view below
                                                  -- a parent that is not seen
    name_id INTEGER REFERENCES name,              -- name of the recorded root; NULL = inferred
    is_seen INTEGER NOT NULL,                     -- 1 = recorded, or a view names what changed; 0 = a parent that is
                                                  -- not seen
    view_id INTEGER NOT NULL REFERENCES view,     -- of the app, the one that takes most time; inferred, the one that
                                                  -- names it or runs first
    property_id INTEGER REFERENCES property_list, -- what it names most often
    runs INTEGER NOT NULL,                        -- occurrences
    updates INTEGER NOT NULL,                     -- updates in them; of evaluations those of its links, first ones left out
    total_ns INTEGER NOT NULL,                    -- their durations, as far as they have one
    first_ns INTEGER,                             -- of its first run; NULL = without a time
    last_ns INTEGER,                              -- of its last run
    period_ns INTEGER,                            -- of runs at a steady pace; NULL = they are not
    necessary INTEGER NOT NULL,                   -- its updates by verdict, as far as they have one
    unnecessary INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    wasted_ns INTEGER NOT NULL,
    answers INTEGER                               -- 1 = its runs keep to the windows of interactions; NULL = there are none
) STRICT;

-- One occurrence of a recurring cause.
CREATE TABLE recurring_run (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    cause_id INTEGER NOT NULL REFERENCES recurring_cause,
    start_ns INTEGER,                  -- NULL = without a time
    updates INTEGER NOT NULL           -- evaluations in it, first ones left out
) STRICT;

-- A view that a recurring cause updates; inferred: it names what changed, or runs in (nearly) no other bursts.
CREATE TABLE recurring_link (
    id INTEGER PRIMARY KEY,                       -- dense
    trace_id INTEGER NOT NULL,                    -- trace.id
    cause_id INTEGER NOT NULL REFERENCES recurring_cause,
    view_id INTEGER NOT NULL REFERENCES view,
    is_driver INTEGER NOT NULL,                   -- 1 = it names what changed
    property_id INTEGER REFERENCES property_list, -- what it names most often
    runs INTEGER NOT NULL,                        -- runs of the cause with the view
    bursts INTEGER NOT NULL,                      -- all bursts of evaluations with it
    updates INTEGER NOT NULL,                     -- its evaluations in those runs, first ones left out
    total_ns INTEGER NOT NULL                     -- their durations, as far as they have one
) STRICT;

-- A node of the cause graph that is no update: state change, environment, observer, system event, gesture, …
CREATE TABLE cause (
    id INTEGER PRIMARY KEY,            -- node of the cause graph
    trace_id INTEGER,                  -- trace.id
    source_id,                         -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    kind,                              -- 0 state, 1 observable, 2 defaults, 3 environment, 4 external-environment,
                                       -- 5 environment-writer, 6 observer, 7 transaction, 8 creation, 9 system, 10 other,
                                       -- 11 gesture, 12 update (a view update that no update lane holds)
    kind_word_id REFERENCES name,      -- the exporter's word where it is none of ours
    name_id REFERENCES name,           -- name of the node
    origin,                            -- 0 app, 1 system, 2 unknown
    wrapper,                           -- the property wrapper that the exporter's name begins with: 0 not told, 1 @State,
                                       -- 2 @Binding, 3 @GestureState, 4 @FocusState, 5 @StateObject, 6 @ObservedObject,
                                       -- 7 @EnvironmentObject, 8 @Observable, 9 @Published, 10 @Bindable, 11 @AppStorage,
                                       -- 12 @SceneStorage, 13 @Environment
    start_ns,                          -- NULL = unknown
    fan_out,                           -- updates that its edges lead to; NULL = not analysed
    updates,                           -- updates whose chain contains it
    total_ns,                          -- their durations
    wasted_ns,                         -- of those, the unnecessary ones'
    necessary,                         -- those inside windows, by verdict
    unnecessary,
    unknown,
    cause_id,                          -- node of its first edge that has nothing but its ends
    process_id REFERENCES name         -- process, NULL = not given
);

-- An edge of the cause graph. Most have only their ends: the first such edge to a cause or an update is stored with its
-- target, as cause_id.
CREATE TABLE edge (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER,                   -- trace.id
    from_id,                            -- node: interaction, cause or view_update
    to_id,                              -- node: interaction, cause or view_update
    at_ns,                              -- NULL = as its source's start
    label_id REFERENCES name,           -- update, creation or the exporter's word
    changed_id REFERENCES property_list -- NULL = unknown
);

-- A list of changed properties, as text: items separated by ';' (a ';' inside is written '\;').
CREATE TABLE property_list (
    id INTEGER PRIMARY KEY,            -- dense, from 1
    trace_id INTEGER NOT NULL,         -- trace.id
    text TEXT NOT NULL                 -- '' = the list is present and empty: nothing changed
) STRICT;

-- An interaction window: what the user did, with the sums over what is in its window.
CREATE TABLE interaction (
    id INTEGER PRIMARY KEY,               -- node of the cause graph
    trace_id INTEGER NOT NULL,            -- trace.id
    source_id ANY,                        -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    node_id INTEGER,                      -- the node it begins at: itself, or the gesture in `cause`
    kind INTEGER NOT NULL,                -- 0 tap, 1 scroll, 2 swipe, 3 type, 4 appear, 5 navigation, 6 launch, 7 other,
                                          -- 8 signpost, 9 trace (the whole recording, where it has no interaction)
    kind_word_id INTEGER REFERENCES name, -- the exporter's word where it is none of ours
    name_id INTEGER REFERENCES name,      -- e.g. the control
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER,                  -- as recorded; NULL = the record has no end
    end_ns INTEGER,                       -- end of the window; NULL = not analysed
    updates INTEGER,                      -- updates in the window = linked + temporal
    linked INTEGER,                       -- reachable along edges
    temporal INTEGER,                     -- by time only
    necessary INTEGER,
    unnecessary INTEGER,
    unknown INTEGER,
    wasted_ns INTEGER,                    -- own duration of the unnecessary ones
    red INTEGER,
    orange INTEGER,
    gray INTEGER,
    unterminated INTEGER,
    checks INTEGER,
    hitch_ns INTEGER,                     -- hitches that start in the window, system hitches left out
    hitch_ratio REAL,                     -- ms of hitch a second of window; NULL = no length, or no hitch lane
    proven INTEGER,                       -- the unnecessary ones by confidence
    likely INTEGER,
    possible INTEGER,
    missed_deadline INTEGER,              -- 1 = an update in it, or a group of its updates, is over a deadline
    longest_ns INTEGER,                   -- its longest update or group of updates; NULL = none has an end
    label TEXT                            -- its name in chains
) STRICT;

-- A distinct path of causes, from root to update, added up.
CREATE TABLE cause_chain (
    id INTEGER PRIMARY KEY,                         -- dense
    trace_id INTEGER NOT NULL,                      -- trace.id
    step_id INTEGER NOT NULL REFERENCES chain_step, -- of its last node
    head_step_id INTEGER REFERENCES chain_step,     -- of its 32nd node; NULL = it has at most 64, all of which are written
    root_name_id INTEGER NOT NULL REFERENCES name,  -- first node
    depth INTEGER NOT NULL,                         -- number of nodes
    updates INTEGER NOT NULL,
    total_ns INTEGER NOT NULL,
    red INTEGER NOT NULL,
    orange INTEGER NOT NULL,
    gray INTEGER NOT NULL,
    necessary INTEGER NOT NULL,                     -- those inside windows, by verdict
    unnecessary INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    wasted_ns INTEGER NOT NULL,
    goes_round INTEGER NOT NULL                     -- 1 = an event of the app goes through the system and comes back to
                                                    -- the app
) STRICT;

-- One name of a path of causes, after its parent's: the paths of `cause_chain` as a tree.
CREATE TABLE chain_step (
    id INTEGER PRIMARY KEY,                  -- dense; larger than its parent's
    trace_id INTEGER NOT NULL,               -- trace.id
    parent_id INTEGER REFERENCES chain_step, -- NULL = a root
    name_id INTEGER NOT NULL REFERENCES name
) STRICT;

-- An update group: the updates that one transaction runs together.
CREATE TABLE update_group (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER,                  -- trace.id
    source_id,                         -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    label_id REFERENCES name,
    thread_id REFERENCES name,
    start_ns,
    duration_ns,                       -- as recorded; NULL = unknown
    busy_ns,                           -- union of its updates' intervals, else its own duration
    updates,                           -- NULL = not analysed
    severity,                          -- 0 gray, 1 orange, 2 red: of busy_ns
    accumulated,                       -- 1 = orange or red though no single update in it is
    derived,                           -- 1 = not in the source: a run of updates with gaps of at most 1 ms
    is_record,                         -- 1 = the source describes it, 0 = derived, or only updates name its id
    process_id REFERENCES name         -- process, NULL = not given
);

-- What many signposts share: a name and its emitter.
CREATE TABLE signpost_site (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER NOT NULL,          -- trace.id
    name_id INTEGER NOT NULL REFERENCES name,
    subsystem_id INTEGER REFERENCES name,
    category_id INTEGER REFERENCES name,
    process_id INTEGER REFERENCES name, -- process, as in `process`
    thread_id INTEGER REFERENCES name,
    scope_id INTEGER REFERENCES name    -- process, thread or system
) STRICT;

-- A signpost interval or event.
CREATE TABLE signpost (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER,                  -- trace.id
    site_id REFERENCES signpost_site,
    start_ns,
    duration_ns,                       -- NULL = a single event, or an interval without one of its ends
    pairing,                           -- 0 complete, 1 begin without end, 2 end without begin
    message_id REFERENCES name,
    signpost_id                        -- 64-bit id: INTEGER, or TEXT above 2^63 - 1
);

-- A signpost (name, subsystem, category, process) with the sums over its rows.
CREATE TABLE signpost_sum (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER NOT NULL,          -- trace.id
    name_id INTEGER NOT NULL REFERENCES name,
    subsystem_id INTEGER REFERENCES name,
    category_id INTEGER REFERENCES name,
    process_id INTEGER REFERENCES name, -- name of the process
    intervals INTEGER NOT NULL,         -- with both ends
    events INTEGER NOT NULL,
    open INTEGER NOT NULL,              -- begins without an end
    without_begin INTEGER NOT NULL,     -- ends without a begin
    total_ns INTEGER NOT NULL,          -- of the intervals
    median_ns INTEGER,                  -- nearest rank; NULL = no interval
    p95_ns INTEGER,                     -- nearest rank
    max_ns INTEGER,                     -- longest
    covered_ns INTEGER NOT NULL,        -- time in which at least one of its intervals runs
    overlap_ns INTEGER NOT NULL,        -- time in which at least two of them run
    most_at_once INTEGER NOT NULL       -- the most of them that run at the same time
) STRICT;

-- Signposts whose intervals lie within intervals of another one, in the same process: of each inner interval the innermost
-- one around it counts.
CREATE TABLE signpost_nest (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    inner_id INTEGER NOT NULL REFERENCES signpost_sum,
    outer_id INTEGER NOT NULL REFERENCES signpost_sum,
    intervals INTEGER NOT NULL,        -- inner ones
    total_ns INTEGER NOT NULL          -- their durations
) STRICT;

-- A frame (or frames) shown late.
CREATE TABLE hitch (
    id INTEGER PRIMARY KEY,                        -- dense
    trace_id INTEGER NOT NULL,                     -- trace.id
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    is_system INTEGER,                             -- 1 = not the app's, left out of ratios; NULL = the source does not say
    narrative_id INTEGER REFERENCES name,          -- the exporter's words
    process_id INTEGER REFERENCES name,            -- process, NULL = not given
    swap_id ANY,                                   -- the late frame's swap: INTEGER, or TEXT above 2^63 - 1
    interaction_id INTEGER REFERENCES interaction, -- the window that holds its start
    overlapping_views TEXT,                        -- views updated during it, longest first
    coverage REAL,                                 -- main-thread samples present / expected; NULL = no samples
    hottest_frames TEXT,                           -- the main thread's innermost frames with their samples, most first
    is_idle INTEGER NOT NULL,                      -- 1 = no view update and no update group ran during it
    app_ns INTEGER,                                -- what the frame took in the app; NULL = not recorded
    render_ns INTEGER                              -- and in the render server
) STRICT;

-- A time in which the main thread did not respond.
CREATE TABLE hang (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    kind_id INTEGER REFERENCES name,   -- the exporter's class, NULL = none given
    class TEXT NOT NULL,               -- the exporter's word, else by duration
    is_delay INTEGER NOT NULL,         -- 1 = shorter than 250 ms: no hang, but a delay of an interaction
    thread_id INTEGER REFERENCES name,
    process_id INTEGER REFERENCES name,
    interaction_id INTEGER REFERENCES interaction,
    overlapping_views TEXT,
    coverage REAL,
    hottest_frames TEXT,
    is_idle INTEGER NOT NULL
) STRICT;

-- A piece of the main thread's time that made somebody wait, whatever lane says so.
CREATE TABLE stretch (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    kind INTEGER NOT NULL,             -- 0 hang, 1 hitch, 2 launch, 3 long-body, 4 long-group, 5 busy-run, 6 capture
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    late_ns INTEGER NOT NULL,          -- what no stretch of a kind before it has; of bodies and groups what lies past
                                       -- the deadline
    hang_id INTEGER REFERENCES hang,   -- of this and the next three, at most one
    hitch_id INTEGER REFERENCES hitch,
    update_id INTEGER REFERENCES view_update,
    group_id INTEGER REFERENCES update_group,
    process_id INTEGER REFERENCES name -- process, NULL = not given, or one is analysed
) STRICT;

-- A part of the time of a hang or hitch, by what the main thread did in it; the parts of one add up to its length.
CREATE TABLE stretch_part (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    stretch_id INTEGER NOT NULL REFERENCES stretch,
    witness INTEGER NOT NULL,          -- 0 updates, 1 commit, 2 main-thread, 3 blocked, 4 render, 5 unexplained
    cause_id INTEGER REFERENCES name,  -- name: of updates their root cause
    code TEXT,                         -- of the main thread the body or function of the app in the samples
    duration_ns INTEGER NOT NULL
) STRICT;

-- A view whose body is in samples of the main thread.
CREATE TABLE sampled_body (
    id INTEGER PRIMARY KEY,            -- dense, most samples first
    trace_id INTEGER NOT NULL,         -- trace.id
    "view" TEXT NOT NULL,
    samples INTEGER NOT NULL,          -- running samples in it
    total_ns INTEGER NOT NULL,         -- their number times the sampling period
    recording_share REAL,              -- of the length of the recording
    hitch_share REAL,                  -- of the running samples in the work of hitches; NULL = there are none
    hang_share REAL,                   -- and in hangs
    largest_function TEXT,             -- the function of the app with most of its samples, if they are not its own
    largest_samples INTEGER NOT NULL,
    family TEXT                        -- the costly calls in at least half of them
) STRICT;

-- The samples of a body with one call stack.
CREATE TABLE sampled_body_stack (
    id INTEGER PRIMARY KEY,            -- dense, by body, then by stack
    trace_id INTEGER NOT NULL,         -- trace.id
    sampled_body_id INTEGER NOT NULL REFERENCES sampled_body,
    stack_id INTEGER REFERENCES stack_frame, -- the innermost frame
    samples INTEGER NOT NULL
) STRICT;

-- A time-profile sample.
CREATE TABLE sample (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER,                  -- trace.id
    start_ns,
    weight_ns,                         -- CPU time; NULL = the source counts something else
    thread_id REFERENCES name,
    state_id REFERENCES name,          -- state of the thread (Running, Blocked), where given
    stack_id REFERENCES stack_frame,   -- of the leaf
    process_id REFERENCES name
);

-- A line of the unified log other than signposts and lines about view bodies, or a framework's complaint.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER,                  -- trace.id
    start_ns,                          -- NULL = a complaint that a console shows without its time
    level,                             -- 0 not said, 1 debug, 2 info, 3 default, 4 error, 5 fault
    subsystem_id REFERENCES name,
    category_id REFERENCES name,
    message_id REFERENCES name,
    process_id REFERENCES name,
    thread_id REFERENCES name,         -- that wrote it
    view_id REFERENCES name,           -- of a line that times a body; of a complaint in a console the view that the
                                       -- lines around it name
    complaint_id REFERENCES complaint
);

-- Complaints of a framework in the log: of one kind, about one subject, by process.
CREATE TABLE complaint (
    id INTEGER PRIMARY KEY,                     -- dense
    trace_id INTEGER NOT NULL,                  -- trace.id
    complaint TEXT NOT NULL,                    -- of the kinds that the program knows
    subject TEXT,                               -- what it is about: a preference, a type, a function
    lines INTEGER NOT NULL,
    untimed INTEGER NOT NULL,                   -- those without a time
    first_ns INTEGER,                           -- of those with one
    last_ns INTEGER,
    level INTEGER NOT NULL,                     -- the highest, as in log
    process_id INTEGER REFERENCES name,         -- as in log
    views TEXT,                                 -- the views that ran around these lines, most often first, as a
                                                -- property_list
    message_id INTEGER NOT NULL REFERENCES name -- the first line
) STRICT;

-- Log lines with the same text, level and origin, without complaints: faults and errors, repeated ones, and the rest.
CREATE TABLE log_group (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER NOT NULL,          -- trace.id
    text TEXT,                          -- without numbers, quoted texts and addresses; NULL = lines that are in no
                                        -- other group
    lines INTEGER NOT NULL,
    level INTEGER NOT NULL,             -- as in log
    first_ns INTEGER,                   -- of the first line; NULL = it has no time
    median_ns INTEGER,                  -- of the durations that the lines tell of
    max_ns INTEGER,
    total_ns INTEGER,
    subsystem_id INTEGER REFERENCES name,
    category_id INTEGER REFERENCES name,
    process_id INTEGER REFERENCES name, -- as in log
    message_id INTEGER REFERENCES name  -- the first line
) STRICT;

-- The number of log lines by level and process.
CREATE TABLE log_level (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER NOT NULL,          -- trace.id
    process_id INTEGER REFERENCES name, -- as in log
    level INTEGER NOT NULL,             -- as in log
    lines INTEGER NOT NULL
) STRICT;

-- A frame of a call stack, pointing to its caller: stacks share their outer frames.
CREATE TABLE stack_frame (
    id INTEGER PRIMARY KEY,                    -- dense
    trace_id INTEGER NOT NULL,                 -- trace.id
    caller_id INTEGER REFERENCES stack_frame,  -- NULL = outermost
    frame_id INTEGER NOT NULL REFERENCES name, -- symbol
    binary_id INTEGER REFERENCES name,         -- the binary that holds it
    is_app INTEGER NOT NULL,                   -- 1 = the binary is the app's own
    file_id INTEGER REFERENCES name,           -- its source file, if known
    line INTEGER                               -- the lowest line of the function that was seen
) STRICT;

-- A sampled thread.
CREATE TABLE sample_thread (
    id INTEGER PRIMARY KEY,             -- dense
    trace_id INTEGER NOT NULL,          -- trace.id
    process_id INTEGER REFERENCES name, -- process, NULL = not given
    thread_id INTEGER REFERENCES name,  -- name of the thread
    samples INTEGER NOT NULL,
    running INTEGER NOT NULL,           -- those in which it runs; functions and calls are made of these alone
    cpu_ns INTEGER,                     -- their CPU time; NULL = not all of them say it
    first_ns INTEGER,                   -- start of the first sample; NULL = without times
    last_ns INTEGER                     -- start of the last one
) STRICT;

-- A function on a thread: self samples, and samples including callees; recursion is counted once.
CREATE TABLE function_sum (
    id INTEGER PRIMARY KEY,                    -- dense
    trace_id INTEGER NOT NULL,                 -- trace.id
    sample_thread_id INTEGER NOT NULL REFERENCES sample_thread,
    frame_id INTEGER NOT NULL REFERENCES name, -- symbol
    binary_id INTEGER REFERENCES name,         -- the binary that holds it
    is_app INTEGER NOT NULL,                   -- 1 = the binary is the app's own
    self_samples INTEGER NOT NULL,
    total_samples INTEGER NOT NULL,
    self_ns INTEGER,                           -- CPU time; NULL = not all of the samples say it
    total_ns INTEGER,
    file_id INTEGER REFERENCES name,           -- its source file, if known
    line INTEGER                               -- the lowest line of it that was seen
) STRICT;

-- A node of the call tree of a thread with at least one in 1000 of the trace's samples. Ids follow the tree: callers
-- precede callees; siblings are sorted by weight, heaviest first.
CREATE TABLE call_sum (
    id INTEGER PRIMARY KEY,                    -- dense
    trace_id INTEGER NOT NULL,                 -- trace.id
    caller_id INTEGER REFERENCES call_sum,     -- NULL = outermost
    sample_thread_id INTEGER NOT NULL REFERENCES sample_thread,
    frame_id INTEGER NOT NULL REFERENCES name, -- symbol
    binary_id INTEGER REFERENCES name,         -- the binary that holds it
    is_app INTEGER NOT NULL,                   -- 1 = the binary is the app's own
    depth INTEGER NOT NULL,                    -- callers up to the outermost one
    level INTEGER NOT NULL,                    -- of those, the ones that do not pass on
    passes_on INTEGER NOT NULL,                -- 1 = at least 95 % of its samples are in one function that it calls,
                                               -- unless that is where a path leaves the app's functions
    self_samples INTEGER NOT NULL,
    total_samples INTEGER NOT NULL,
    self_ns INTEGER,                           -- CPU time; NULL = not all of the samples say it
    total_ns INTEGER,
    file_id INTEGER REFERENCES name,           -- its source file, if known
    line INTEGER                               -- the lowest line of it that was seen
) STRICT;

-- The app frame with most samples of a long view body.
CREATE TABLE hot_frame (
    update_id INTEGER PRIMARY KEY REFERENCES view_update, -- the body that it is the hottest of
    trace_id INTEGER NOT NULL,                            -- trace.id
    frame_id INTEGER NOT NULL REFERENCES name,            -- symbol
    samples INTEGER NOT NULL,                             -- samples in it, or in what it calls outside the app
    body_samples INTEGER NOT NULL,                        -- all samples inside the body
    file_id INTEGER REFERENCES name,                      -- its source file, if known
    line INTEGER                                          -- the lowest line of it that was seen
) STRICT;

-- A number measured by MetricKit or XCTest: context for a trace, without a timeline.
CREATE TABLE metric (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    source TEXT NOT NULL,              -- metrickit or xctest
    name TEXT NOT NULL,                -- what was measured: a signpost, or the section of a MetricKit payload
    category TEXT,                     -- a signpost's category
    metric TEXT NOT NULL,              -- the figure, by the source's own word
    unit TEXT,                         -- as the source has it, spelled one way (s, ms per s, byte); NULL = a plain number
    value REAL NOT NULL,               -- in that unit
    iteration INTEGER,                 -- of a test that measures several times: which time, from 1
    test TEXT,                         -- the test
    device TEXT,                       -- where it was measured
    period TEXT,                       -- the time it sums up, as the source writes it
    stack TEXT                         -- of a diagnostic the heaviest path of its call stack, innermost frame first
) STRICT;

-- A bucket of a MetricKit histogram.
CREATE TABLE metric_bucket (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    source TEXT NOT NULL,              -- metrickit
    name TEXT NOT NULL,                -- what was measured: a signpost, or the section of the payload
    category TEXT,                     -- a signpost's category
    metric TEXT NOT NULL,              -- the histogram, by the source's own word
    unit TEXT,                         -- of start and end; times are ms
    start REAL NOT NULL,
    "end" REAL NOT NULL,
    count INTEGER NOT NULL,            -- how often it was measured in [start, end)
    device TEXT,
    period TEXT
) STRICT;

-- A root cause, with the findings that it explains.
CREATE TABLE problem (
    id INTEGER PRIMARY KEY,                        -- dense, ranked
    trace_id INTEGER NOT NULL,                     -- trace.id
    kind TEXT NOT NULL,                            -- the rule of the finding that leads: the closest to the code
    severity TEXT NOT NULL,                        -- the worst of its findings
    title TEXT NOT NULL,
    why TEXT NOT NULL,                             -- one line; the findings have all numbers
    fix TEXT NOT NULL,                             -- one line
    view TEXT,
    cause TEXT,                                    -- what drives its unnecessary updates
    source TEXT,                                   -- file:line of the function that holds most of its samples
    interaction_id INTEGER REFERENCES interaction, -- where it is in one only
    interactions INTEGER NOT NULL,                 -- how many have rows of it
    confidence TEXT,                               -- how sure it is that its updates are unnecessary; NULL: it rests on
                                                   -- durations
    cost_ns INTEGER NOT NULL,                      -- wasted or blocked, no row counted twice; problems are ranked by it
    "key" TEXT NOT NULL,                           -- what it is accepted by; no other problem of the trace has it
    lead_id INTEGER NOT NULL REFERENCES finding    -- the finding that leads
) STRICT;

-- The updates of a problem, as runs of ids: those of its findings. An update may be in two problems; it belongs to one.
CREATE TABLE problem_update (
    id INTEGER PRIMARY KEY,                          -- dense, by problem
    trace_id INTEGER NOT NULL,                       -- trace.id
    problem_id INTEGER NOT NULL REFERENCES problem,
    first_id INTEGER NOT NULL REFERENCES view_update,
    last_id INTEGER NOT NULL REFERENCES view_update, -- the updates in between are of the problem too
    is_of_cause INTEGER NOT NULL,                    -- 1: of the problem's cause; 0: only of a finding that is about
                                                     -- other causes too
    is_own INTEGER NOT NULL                          -- 1: they belong to this problem; 0: to another one, or to none
) STRICT;

-- Other rows of a problem; each has one of the four ids.
CREATE TABLE problem_event (
    id INTEGER PRIMARY KEY,            -- dense, by problem
    trace_id INTEGER NOT NULL,         -- trace.id
    problem_id INTEGER NOT NULL REFERENCES problem,
    hang_id INTEGER REFERENCES hang,
    hitch_id INTEGER REFERENCES hitch,
    signpost_id INTEGER REFERENCES signpost,
    log_id INTEGER REFERENCES log,     -- with a time
    is_own INTEGER NOT NULL            -- 1: it belongs to this problem; 0: to another one, or to none
) STRICT;

-- The updates in one interaction that count in the cost of a problem, each in one; checks left out.
CREATE TABLE problem_interaction (
    id INTEGER PRIMARY KEY,            -- dense, by problem
    trace_id INTEGER NOT NULL,         -- trace.id
    problem_id INTEGER NOT NULL REFERENCES problem,
    interaction_id INTEGER NOT NULL REFERENCES interaction,
    updates INTEGER NOT NULL,
    unnecessary INTEGER NOT NULL,
    long INTEGER NOT NULL,             -- orange or red
    total_ns INTEGER NOT NULL
) STRICT;

-- What mending one problem would give in the worst interaction of one kind and name, or in what a call slows down, everything
-- else unchanged.
CREATE TABLE problem_gain (
    id INTEGER PRIMARY KEY,            -- dense, by problem
    trace_id INTEGER NOT NULL,         -- trace.id
    problem_id INTEGER NOT NULL REFERENCES problem,
    kind TEXT,                         -- of the interactions; NULL: of the runs of a recurring cause
    name TEXT,                         -- of the interactions
    updates_before INTEGER,            -- the most in one of them; NULL = the gain is not in updates
    updates_after INTEGER,
    group_before_ns INTEGER,           -- the busy time of their longest update group; NULL = no update has a duration
    group_after_ns INTEGER,
    checks_fewer INTEGER NOT NULL,     -- bodies that SwiftUI would not even look at
    long_before INTEGER,               -- long bodies of the view that makes a costly call, and the longest one
    long_after INTEGER,
    longest_before_ns INTEGER,
    longest_after_ns INTEGER,
    hang_before_ns INTEGER,            -- the time of the hangs that are busy with a call
    hang_after_ns INTEGER,
    certainty TEXT NOT NULL,           -- sure; about: which updates are due, or the
                                       -- time of a call, was guessed; at best: the most it can give
    promise TEXT NOT NULL,             -- the first part of the words, which another trace can be held against
    words TEXT NOT NULL
) STRICT;

-- A finding of a rule, with its evidence.
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,                         -- dense, ranked
    trace_id INTEGER NOT NULL,                      -- trace.id
    problem_id INTEGER NOT NULL REFERENCES problem, -- what it is evidence of
    rule TEXT NOT NULL,                             -- the rule's id
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    interaction_id INTEGER REFERENCES interaction,
    view TEXT,
    cause TEXT,                                     -- tells it from others of its rule and view: a cause, a call, an
                                                    -- interaction
    evidence TEXT NOT NULL,                         -- the numbers, in words
    hint TEXT NOT NULL,                             -- what to do
    effort TEXT NOT NULL,                           -- small, medium or large
    sql TEXT NOT NULL,                              -- lists the rows behind it
    "rows" INTEGER NOT NULL,                        -- how many those are
    cost_ns INTEGER NOT NULL                        -- wasted or blocked; findings are ranked by it
) STRICT;

-- A finding beyond the 20 largest of its rule: counted, without evidence.
CREATE TABLE smaller_finding (
    id INTEGER PRIMARY KEY,            -- dense, ranked within a rule
    trace_id INTEGER NOT NULL,         -- trace.id
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    view TEXT,
    cause TEXT,                        -- as in finding
    "rows" INTEGER NOT NULL,
    cost_ns INTEGER NOT NULL
) STRICT;

-- A rejected row of an input.
CREATE TABLE import_reject (
    id INTEGER PRIMARY KEY,            -- dense, in order of reading
    trace_id INTEGER NOT NULL,         -- trace.id
    file TEXT NOT NULL,
    line INTEGER,                      -- from 1
    "column" INTEGER,                  -- from 1, in bytes
    byte INTEGER,                      -- offset in the file, from 0
    kind TEXT NOT NULL,                -- why, from a closed list
    message TEXT NOT NULL,
    raw TEXT NOT NULL                  -- the row's text, cut
) STRICT;

-- A counter of an import.
CREATE TABLE import_counter (
    id INTEGER PRIMARY KEY,            -- dense, in the order of the closed list
    trace_id INTEGER NOT NULL,         -- trace.id
    counter TEXT NOT NULL,             -- from a closed list
    detail TEXT NOT NULL,              -- e.g. the schema or the key; '' = none
    count INTEGER NOT NULL,
    meaning TEXT NOT NULL              -- a sentence
) STRICT;

-- A kind of table of the recording, from its table of contents: exported or not.
CREATE TABLE recorded_table (
    id INTEGER PRIMARY KEY,            -- dense, in the order of the table of contents
    trace_id INTEGER NOT NULL,         -- trace.id
    run INTEGER NOT NULL,              -- the run of the recording, from 1
    schema TEXT NOT NULL,              -- what Instruments calls the table
    tables INTEGER NOT NULL,           -- how many tables of this schema the run has
    rows INTEGER                       -- their rows, where the table of contents says so
) STRICT;

-- The few processes of a trace, to check whether a row's process is analysed.
CREATE INDEX process_of_trace ON process (trace_id, name_id);

-- The traces by content, for imports that may already be known.
CREATE INDEX trace_of_content ON trace (content_hash);

-- The few updates over a deadline, for reports; no other index slows down imports.
CREATE INDEX longest_update ON long_update (trace_id, duration_ns);

-- ---------------------------------------------------------------------------------------------------------------
-- The public views.

-- An imported trace.
CREATE VIEW traces AS
SELECT t.id, t.name, t.source_file, t.format, t.app, t.process, t.pid, t.device, t.os, t.build, t.configuration,
    t.refresh_hz, t.started_at, t.duration_ns / 1e6 AS duration_ms, t.profile, t.orange_ns, t.red_ns,
    (SELECT coalesce(sum(v.updates), 0) FROM view v WHERE v.trace_id = t.id) AS updates,
    (SELECT coalesce(sum(v.untimed), 0) FROM view v WHERE v.trace_id = t.id) AS untimed,
    t.truncated_byte IS NOT NULL AS truncated, t.truncated_byte, t.truncated_file, t.damage, t.warnings, t.lanes, t.content_hash,
    t.imported_at, t.label, t.template, t.instruments, t.recording_run, t.recording_runs, t.hangs_over_ms, t.recorded_as, t.slice_ns, t.interactions_from_ns, t.options_hash
FROM trace t;

-- A process with rows in the trace, and whether it is analysed.
CREATE VIEW processes AS
SELECT q.id, q.trace_id, n.text AS process, q.is_target, q.updates, q.signposts, q.hitches, q.hangs, q.samples,
    q.logs
FROM process q
JOIN name n ON n.id = q.name_id;

-- A view update, of any lane. Checks are rows too (phase check), and so are updates of processes that are not analysed
-- (is_target 0): leave them out of counts and sums. Rarely used columns are subqueries, because a query that groups or
-- counts evaluates every join, even an unused one.
CREATE VIEW updates AS
SELECT u.id, u.trace_id, CAST(u.source_id AS TEXT) AS source_id, n.text AS view,
    CASE WHEN s.raw_name_id IS NULL THEN n.text
        ELSE coalesce((SELECT r.text FROM name r WHERE r.id = s.raw_name_id), n.text) END AS raw_view,
    CASE WHEN s.module_id IS NOT NULL THEN (SELECT m.text FROM name m WHERE m.id = s.module_id) END AS module,
    CASE s.kind WHEN 0 THEN 'body' WHEN 1 THEN 'representable' WHEN 2 THEN 'layout' WHEN 3 THEN 'gesture'
        WHEN 4 THEN 'on-change' WHEN 5 THEN 'action'
        ELSE coalesce((SELECT w.text FROM name w WHERE w.id = s.kind_word_id), 'other') END AS kind,
    CASE u.codes & 3 WHEN 0 THEN 'update' WHEN 1 THEN 'creation' ELSE 'check' END AS phase,
    CASE WHEN s.category_id IS NOT NULL THEN (SELECT c.text FROM name c WHERE c.id = s.category_id) END AS category,
    (SELECT t.text FROM name t WHERE t.id = s.thread_id) AS thread,
    CASE WHEN u.instance_id IS NOT NULL THEN (SELECT i.text FROM name i WHERE i.id = u.instance_id) END AS instance,
    CAST(u.start_ns AS INTEGER) AS start_ns, u.start_ns / 1e6 AS start_ms,
    CAST(u.duration_ns AS INTEGER) AS duration_ns, u.duration_ns / 1e6 AS duration_ms,
    CASE u.codes >> 11 & 3 WHEN 1 THEN 'gray' WHEN 2 THEN 'orange' WHEN 3 THEN 'red' END AS severity,
    CASE WHEN u.severity_id IS NOT NULL
        THEN (SELECT x.text FROM name x WHERE x.id = u.severity_id) END AS instruments_severity,
    CAST(u.group_id AS INTEGER) AS group_id, CAST(u.interaction_id AS INTEGER) AS interaction_id,
    CASE u.codes >> 2 & 7 WHEN 0 THEN 'linked' WHEN 1 THEN 'temporal' WHEN 2 THEN 'launch' WHEN 3 THEN 'unattributed'
        WHEN 4 THEN 'untimed' WHEN 5 THEN 'other-process' WHEN 6 THEN 'recurring' END AS membership,
    CASE u.codes >> 5 & 3 WHEN 1 THEN 'necessary' WHEN 2 THEN 'unnecessary' WHEN 3 THEN 'unknown' END AS verdict,
    CASE u.codes >> 7 & 15 WHEN 1 THEN 'creation' WHEN 2 THEN 'unchanged' WHEN 3 THEN 'changed-input' WHEN 4 THEN 'repeated'
        WHEN 5 THEN 'fan-out' WHEN 6 THEN 'expected' WHEN 7 THEN 'parent-only' WHEN 8 THEN 'changed-input'
        WHEN 9 THEN 'no-evidence' END AS reason,
    CASE u.codes >> 7 & 15 WHEN 2 THEN 'proven' WHEN 4 THEN 'likely' WHEN 5 THEN 'possible' WHEN 7 THEN 'possible' END
        AS confidence,
    CASE WHEN u.driving_cause_id IS NOT NULL THEN coalesce(
        (SELECT dn.text FROM cause dc JOIN name dn ON dn.id = dc.name_id WHERE dc.id = u.driving_cause_id),
        (SELECT di.label FROM interaction di WHERE di.id = u.driving_cause_id)) END AS driving_cause,
    CASE WHEN u.chain_id IS NOT NULL THEN (SELECT rn.text FROM cause_chain k JOIN name rn ON rn.id = k.root_name_id
        WHERE k.id = u.chain_id) END AS root_cause,
    CAST(u.chain_id AS INTEGER) AS chain_id, CAST(u.allocations AS INTEGER) AS allocations,
    u.downstream_ns / 1e6 AS downstream_ms,
    CASE WHEN u.changed_id IS NOT NULL THEN (SELECT p.text FROM property_list p WHERE p.id = u.changed_id) END AS changed,
    CASE WHEN s.process_id IS NOT NULL THEN (SELECT q.text FROM name q WHERE q.id = s.process_id) END AS process,
    u.codes >> 2 & 7 <> 5 AS is_target,
    CASE WHEN s.view_hierarchy_id IS NOT NULL
        THEN (SELECT y.text FROM name y WHERE y.id = s.view_hierarchy_id) END AS view_hierarchy,
    u.evaluated_ns / 1e6 AS evaluated_ms, CAST(u.run_id AS INTEGER) AS run_id,
    CASE WHEN u.run_id IS NOT NULL THEN (SELECT z.cause_id FROM recurring_run z WHERE z.id = u.run_id) END AS recurring_id
FROM view_update u
JOIN update_site s ON s.id = u.codes >> 13
JOIN name n ON n.id = s.name_id;

-- Only the updates over a deadline, found without reading all others; for sampled view bodies with the app frame that
-- has most of their samples, and its source location (`Row.swift:42`).
CREATE VIEW long_updates AS
SELECT u.id, x.trace_id, u.source_id, u.view, u.raw_view, u.module, u.kind, u.phase, u.category, u.thread, u.instance,
    u.start_ns, u.start_ms, x.duration_ns, u.duration_ms, u.severity, u.instruments_severity, u.group_id,
    u.interaction_id, u.membership, u.verdict, u.reason, u.confidence, u.driving_cause, u.root_cause, u.chain_id,
    u.allocations, u.downstream_ms, u.changed, u.process, u.is_target, u.view_hierarchy, u.evaluated_ms, u.run_id,
    u.recurring_id, n.text AS hottest_frame, h.samples AS hottest_frame_samples, h.body_samples,
    replace(hf.text, rtrim(hf.text, replace(hf.text, '/', '')), '') || ':' || h.line AS hottest_frame_source
FROM long_update x
CROSS JOIN updates u ON u.id = x.id -- in the order of the index, so that a query for the longest reads only those
LEFT JOIN hot_frame h ON h.update_id = x.id
LEFT JOIN name n ON n.id = h.frame_id
LEFT JOIN name hf ON hf.id = h.file_id;

-- A recurring cause of view updates without user interaction. With a name it is a root of the recorded graph, and the
-- view is the app's own with the most time; otherwise it is inferred from the order of evaluations: the view names what
-- changed (is_seen 1), or runs first, for an unrecorded parent. updates_per_second and main_thread_share (percent)
-- refer to the time between its first and last run; NULL = no times, or no durations.
CREATE VIEW recurring AS
SELECT r.id, r.trace_id, c.text AS name, r.is_seen, n.text AS view, p.text AS property, r.runs, r.updates, r.total_ns / 1e6 AS total_ms,
    r.first_ns / 1e6 AS first_ms, r.last_ns / 1e6 AS last_ms, r.period_ns / 1e6 AS period_ms,
    r.necessary, CASE WHEN r.necessary + r.unnecessary > 0 THEN r.unnecessary END AS unnecessary, r.unknown,
    CASE WHEN r.necessary + r.unnecessary > 0 THEN r.wasted_ns / 1e6 END AS wasted_ms, r.answers,
    CASE WHEN r.last_ns > r.first_ns THEN r.updates * 1e9 / (r.last_ns - r.first_ns) END AS updates_per_second,
    CASE WHEN r.last_ns > r.first_ns AND r.total_ns > 0
        THEN min(100.0, r.total_ns * 100.0 / (r.last_ns - r.first_ns)) END AS main_thread_share, r.label
FROM recurring_cause r
JOIN view v ON v.id = r.view_id
JOIN name n ON n.id = v.name_id
LEFT JOIN name c ON c.id = r.name_id
LEFT JOIN property_list p ON p.id = r.property_id;

-- One occurrence of a recurring cause; its updates have this run_id.
CREATE VIEW recurring_runs AS
SELECT r.id, r.trace_id, r.cause_id AS recurring_id, r.start_ns / 1e6 AS start_ms, r.updates
FROM recurring_run r;

-- The views that a recurring cause updates, with the counts behind it: runs of the cause with the view, of all bursts
-- of evaluations with it.
CREATE VIEW recurring_links AS
SELECT l.id, l.trace_id, l.cause_id AS recurring_id, n.text AS view, l.is_driver, p.text AS property, l.runs, l.bursts,
    l.updates, l.total_ns / 1e6 AS total_ms
FROM recurring_link l
JOIN view v ON v.id = l.view_id
JOIN name n ON n.id = v.name_id
LEFT JOIN property_list p ON p.id = l.property_id;

-- A view with the sums over its updates, per trace, module and kind. Here, and in the views below, unnecessary and
-- wasted_ms are NULL if there are updates in windows, or lines about bodies, and necessity is known for none; wasted_ms
-- also if no update has a duration.
CREATE VIEW view_summary AS
SELECT v.id AS view_id, v.trace_id, n.text AS view, m.text AS module,
    CASE v.kind WHEN 0 THEN 'body' WHEN 1 THEN 'representable' WHEN 2 THEN 'layout' WHEN 3 THEN 'gesture'
        WHEN 4 THEN 'on-change' WHEN 5 THEN 'action' ELSE 'other' END AS kind,
    v.updates, v.total_ns / 1e6 AS total_ms, v.median_ns / 1e6 AS median_ms, v.p95_ns / 1e6 AS p95_ms,
    v.max_ns / 1e6 AS max_ms, v.red, v.orange, v.gray, v.unterminated, v.necessary,
    iif(v.necessary + v.unnecessary = 0 AND v.unknown + v.untimed > 0, NULL, v.unnecessary) AS unnecessary, v.unknown,
    iif(v.necessary + v.unnecessary = 0 AND v.unknown + v.untimed > 0 OR v.unterminated = v.updates AND v.unnecessary > 0, NULL,
        v.wasted_ns / 1e6) AS wasted_ms, v.interactions, v.checks, v.untimed, v.proven, v.likely, v.possible
FROM view v
JOIN name n ON n.id = v.name_id
LEFT JOIN name m ON m.id = v.module_id;

-- The number of body updates by duration, from the first to the last bucket with updates.
CREATE VIEW body_durations AS
SELECT d.id, d.trace_id, d.over_ns / 1e6 AS over_ms, d.up_to_ns / 1e6 AS up_to_ms,
    CASE d.severity WHEN 0 THEN 'gray' WHEN 1 THEN 'orange' ELSE 'red' END AS severity, d.updates
FROM duration_bucket d;

-- The updates that begin in each of 240 slices of the time, by severity.
CREATE VIEW timeline AS
SELECT t.id, t.trace_id, t.slice, t.start_ns / 1e6 AS start_ms, t.red + t.orange + t.gray + t.unterminated AS updates,
    t.red, t.orange, t.gray, t.unterminated
FROM time_slice t;

-- An interaction window. hitch_band is XCTest's: good up to 5 ms/s, warning up to 10, critical above.
CREATE VIEW interactions AS
SELECT i.id, i.trace_id, CAST(i.source_id AS TEXT) AS source_id,
    CASE i.kind WHEN 0 THEN 'tap' WHEN 1 THEN 'scroll' WHEN 2 THEN 'swipe' WHEN 3 THEN 'type' WHEN 4 THEN 'appear'
        WHEN 5 THEN 'navigation' WHEN 6 THEN 'launch' WHEN 8 THEN 'signpost' WHEN 9 THEN 'trace'
        ELSE coalesce((SELECT w.text FROM name w WHERE w.id = i.kind_word_id), 'other') END AS kind,
    (SELECT n.text FROM name n WHERE n.id = i.name_id) AS name, i.start_ns, i.start_ns / 1e6 AS start_ms, i.end_ns / 1e6 AS end_ms, i.updates, i.linked,
    i.temporal, i.necessary, iif(i.necessary + i.unnecessary = 0 AND i.unknown > 0, NULL, i.unnecessary) AS unnecessary, i.unknown,
    iif(i.necessary + i.unnecessary = 0 AND i.unknown > 0 OR i.unterminated = i.updates AND i.unnecessary > 0, NULL,
        i.wasted_ns / 1e6) AS wasted_ms, i.red, i.orange, i.gray,
    i.checks, i.hitch_ns / 1e6 AS hitch_ms, i.hitch_ratio, i.unterminated, i.duration_ns / 1e6 AS duration_ms, i.node_id,
    i.proven, i.likely, i.possible, i.missed_deadline,
    CASE WHEN i.hitch_ratio IS NULL THEN NULL WHEN i.hitch_ratio <= 5 THEN 'good' WHEN i.hitch_ratio <= 10 THEN 'warning'
        ELSE 'critical' END AS hitch_band,
    i.longest_ns / 1e6 AS longest_ms
FROM interaction i;

-- Interactions of one kind and name, with the hangs and hitches that begin in them; hang_ms is NULL if hangs were not recorded.
CREATE VIEW interaction_kinds AS
SELECT CAST(i.trace_id AS INTEGER) AS trace_id, i.kind, i.name, CAST(count(*) AS INTEGER) AS interactions, min(i.start_ms) AS first_ms, sum(i.updates) AS updates,
    sum(i.necessary) AS necessary, sum(i.unnecessary) AS unnecessary, sum(i.unknown) AS unknown, sum(i.wasted_ms) AS wasted_ms,
    sum(i.red) AS red, sum(i.orange) AS orange, sum(i.unterminated) AS unterminated,
    iif(instr(',' || (SELECT t.lanes FROM trace t WHERE t.id = i.trace_id) || ',', ',hangs,') > 0, coalesce(sum(h.hang_ms), 0.0), NULL)
        AS hang_ms,
    sum(i.hitch_ms) AS hitch_ms, max(i.longest_ms) AS longest_ms
FROM interactions i
LEFT JOIN (SELECT interaction_id, sum(duration_ms) AS hang_ms FROM hangs WHERE is_target = 1 GROUP BY interaction_id) h
    ON h.interaction_id = i.id
WHERE i.kind <> 'trace'
GROUP BY i.trace_id, i.kind, i.name;

-- The updates that the analysis calls unnecessary, each with its reason and confidence.
CREATE VIEW unnecessary_updates AS
SELECT * FROM updates WHERE verdict = 'unnecessary';

-- A node of the cause graph that is no update; explicit interactions are nodes of kind gesture.
CREATE VIEW causes AS
SELECT c.id, c.trace_id, CAST(c.source_id AS TEXT) AS source_id,
    coalesce(w.text, CASE c.kind WHEN 0 THEN 'state' WHEN 1 THEN 'observable' WHEN 2 THEN 'defaults'
        WHEN 3 THEN 'environment' WHEN 4 THEN 'external-environment' WHEN 5 THEN 'environment-writer'
        WHEN 6 THEN 'observer' WHEN 7 THEN 'transaction' WHEN 8 THEN 'creation' WHEN 9 THEN 'system'
        WHEN 11 THEN 'gesture' WHEN 12 THEN 'update' ELSE 'other' END) AS kind,
    n.text AS name, CASE c.origin WHEN 0 THEN 'app' WHEN 1 THEN 'system' ELSE 'unknown' END AS origin,
    CAST(c.start_ns AS INTEGER) AS start_ns, c.start_ns / 1e6 AS start_ms, CAST(c.fan_out AS INTEGER) AS fan_out,
    CAST(c.updates AS INTEGER) AS updates, c.total_ns / 1e6 AS total_ms,
    iif(c.necessary + c.unnecessary = 0 AND c.unknown > 0, NULL, c.wasted_ns / 1e6) AS wasted_ms, p.text AS process,
    CAST(c.necessary AS INTEGER) AS necessary,
    CAST(iif(c.necessary + c.unnecessary = 0 AND c.unknown > 0, NULL, c.unnecessary) AS INTEGER) AS unnecessary,
    CAST(c.unknown AS INTEGER) AS unknown,
    CASE c.wrapper WHEN 1 THEN '@State' WHEN 2 THEN '@Binding' WHEN 3 THEN '@GestureState' WHEN 4 THEN '@FocusState'
        WHEN 5 THEN '@StateObject' WHEN 6 THEN '@ObservedObject' WHEN 7 THEN '@EnvironmentObject'
        WHEN 8 THEN '@Observable' WHEN 9 THEN '@Published' WHEN 10 THEN '@Bindable' WHEN 11 THEN '@AppStorage'
        WHEN 12 THEN '@SceneStorage' WHEN 13 THEN '@Environment' END AS wrapper
FROM cause c
JOIN name n ON n.id = c.name_id
LEFT JOIN name w ON w.id = c.kind_word_id
LEFT JOIN name p ON p.id = c.process_id
UNION ALL
SELECT i.id, i.trace_id, CAST(i.source_id AS TEXT), 'gesture', i.label, 'unknown', i.start_ns, i.start_ns / 1e6,
    NULL, i.updates, NULL, iif(i.necessary + i.unnecessary = 0 AND i.unknown > 0, NULL, i.wasted_ns / 1e6), NULL,
    i.necessary, iif(i.necessary + i.unnecessary = 0 AND i.unknown > 0, NULL, i.unnecessary), i.unknown, NULL
FROM interaction i
WHERE i.node_id = i.id;

-- The name that a node has in chains: `Tap "Favorite"`, `ModelData.favorites`, `LandmarkRow.body`.
CREATE VIEW node_names AS
SELECT c.id, c.trace_id, n.text AS name FROM cause c JOIN name n ON n.id = c.name_id
UNION ALL
SELECT i.id, i.trace_id, i.label FROM interaction i
UNION ALL
SELECT u.id, u.trace_id, n.text || CASE s.kind WHEN 0 THEN '.body' ELSE '' END
FROM view_update u JOIN update_site s ON s.id = u.codes >> 13 JOIN name n ON n.id = s.name_id;

-- An edge of the cause graph. from_id and to_id are ids of interactions, causes or updates. An edge stored with its
-- target, because it has neither a time nor changes, has the negative id of that target.
CREATE VIEW effects AS
SELECT e.id, e.trace_id, e.from_id, e.to_id, e.label, e.at_ns, e.at_ns / 1e6 AS at_ms, e.changed,
    coalesce(
        (SELECT n.text FROM cause c JOIN name n ON n.id = c.name_id WHERE c.id = e.from_id),
        (SELECT i.label FROM interaction i WHERE i.id = e.from_id),
        (SELECT n.text || CASE s.kind WHEN 0 THEN '.body' ELSE '' END FROM view_update u
            JOIN update_site s ON s.id = u.codes >> 13 JOIN name n ON n.id = s.name_id WHERE u.id = e.from_id)) AS cause,
    coalesce(
        (SELECT n.text FROM cause c JOIN name n ON n.id = c.name_id WHERE c.id = e.to_id),
        (SELECT i.label FROM interaction i WHERE i.id = e.to_id),
        (SELECT n.text || CASE s.kind WHEN 0 THEN '.body' ELSE '' END FROM view_update u
            JOIN update_site s ON s.id = u.codes >> 13 JOIN name n ON n.id = s.name_id WHERE u.id = e.to_id)) AS effect
FROM (
    SELECT e.id, e.trace_id, CAST(e.from_id AS INTEGER) AS from_id, CAST(e.to_id AS INTEGER) AS to_id, l.text AS label,
        CAST(e.at_ns AS INTEGER) AS at_ns, p.text AS changed
    FROM edge e
    JOIN name l ON l.id = e.label_id
    LEFT JOIN property_list p ON p.id = e.changed_id
    UNION ALL
    SELECT CAST(-u.id AS INTEGER), u.trace_id, CAST(u.cause_id AS INTEGER), u.id, 'update', NULL, NULL
    FROM view_update u WHERE u.cause_id IS NOT NULL
    UNION ALL
    SELECT CAST(-c.id AS INTEGER), c.trace_id, CAST(c.cause_id AS INTEGER), c.id, 'update', NULL, NULL
    FROM cause c WHERE c.cause_id IS NOT NULL
) e;

-- A distinct path of causes. `chain`: its names from the root to the update, joined by ' → '; of more than 64 the first 32 and
-- the last 32.
CREATE VIEW cause_chains AS
SELECT k.id, k.trace_id, (SELECT n.text FROM name n WHERE n.id = k.root_name_id) AS root_cause, (
        WITH RECURSIVE written(names, next_id, text) AS (
            SELECT 1, s.parent_id, n.text FROM chain_step s JOIN name n ON n.id = s.name_id WHERE s.id = k.step_id
            UNION ALL
            SELECT w.names + 1, s.parent_id, n.text || ' → '
                || iif(w.names = 32 AND k.head_step_id IS NOT NULL, '… (' || (k.depth - 64) || ' more) … → ', '') || w.text
            FROM written w
            JOIN chain_step s ON s.id = iif(w.names = 32, coalesce(k.head_step_id, w.next_id), w.next_id)
            JOIN name n ON n.id = s.name_id
            WHERE w.names < 64)
        SELECT text FROM written ORDER BY names DESC LIMIT 1
    ) AS chain, k.depth, k.updates, k.total_ns / 1e6 AS total_ms,
    k.red, k.orange, k.gray, iif(k.necessary + k.unnecessary = 0 AND k.unknown > 0, NULL, k.unnecessary) AS unnecessary,
    iif(k.necessary + k.unnecessary = 0 AND k.unknown > 0, NULL, k.wasted_ns / 1e6) AS wasted_ms, k.step_id, k.goes_round,
    k.necessary, k.unknown
FROM cause_chain k;

-- One name of a path of causes; cause_chains.step_id is that of the last name.
CREATE VIEW chain_steps AS
SELECT s.id, s.trace_id, s.parent_id, n.text AS name
FROM chain_step s
JOIN name n ON n.id = s.name_id;

-- An update group.
CREATE VIEW update_groups AS
SELECT g.id, g.trace_id, CAST(g.source_id AS TEXT) AS source_id, CAST(g.start_ns AS INTEGER) AS start_ns,
    g.start_ns / 1e6 AS start_ms, g.duration_ns / 1e6 AS duration_ms, g.busy_ns / 1e6 AS busy_ms,
    CAST(g.updates AS INTEGER) AS updates,
    CASE g.severity WHEN 0 THEN 'gray' WHEN 1 THEN 'orange' WHEN 2 THEN 'red' END AS severity,
    CAST(g.accumulated AS INTEGER) AS accumulated, l.text AS label, t.text AS thread,
    CAST(g.derived AS INTEGER) AS derived, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = g.trace_id AND q.name_id = g.process_id AND q.is_target = 0) AS is_target
FROM update_group g
LEFT JOIN name l ON l.id = g.label_id
LEFT JOIN name t ON t.id = g.thread_id
LEFT JOIN name p ON p.id = g.process_id;

-- A hitch.
CREATE VIEW hitches AS
SELECT h.id, h.trace_id, h.start_ns, h.start_ns / 1e6 AS start_ms, h.duration_ns / 1e6 AS duration_ms,
    CASE WHEN h.is_system = 1 THEN 'system' WHEN h.is_system = 0 OR h.process_id IS NOT NULL THEN 'app'
        ELSE 'unknown' END AS class, n.text AS narrative, h.interaction_id,
    h.overlapping_views, h.coverage AS main_thread_coverage, h.hottest_frames, h.is_idle AS swiftui_idle,
    p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = h.trace_id AND q.name_id = h.process_id AND q.is_target = 0) AS is_target,
    CAST(h.swap_id AS TEXT) AS swap_id, h.app_ns / 1e6 AS app_ms, h.render_ns / 1e6 AS render_ms
FROM hitch h
LEFT JOIN name n ON n.id = h.narrative_id
LEFT JOIN name p ON p.id = h.process_id;

-- A hang: from 250 ms on, or by the exporter's word.
CREATE VIEW hangs AS
SELECT h.id, h.trace_id, h.start_ns, h.start_ns / 1e6 AS start_ms, h.duration_ns / 1e6 AS duration_ms, h.class,
    t.text AS thread, h.interaction_id, h.overlapping_views, h.coverage AS main_thread_coverage, h.hottest_frames,
    h.is_idle AS swiftui_idle, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = h.trace_id AND q.name_id = h.process_id AND q.is_target = 0) AS is_target
FROM hang h
LEFT JOIN name t ON t.id = h.thread_id
LEFT JOIN name p ON p.id = h.process_id
WHERE h.is_delay = 0;

-- A shorter time in which the main thread did not respond: the delay of an interaction, and no hang.
CREATE VIEW interaction_delays AS
SELECT h.id, h.trace_id, h.start_ns, h.start_ns / 1e6 AS start_ms, h.duration_ns / 1e6 AS duration_ms, h.class,
    t.text AS thread, h.interaction_id, h.overlapping_views, h.coverage AS main_thread_coverage, h.hottest_frames,
    h.is_idle AS swiftui_idle, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = h.trace_id AND q.name_id = h.process_id AND q.is_target = 0) AS is_target
FROM hang h
LEFT JOIN name t ON t.id = h.thread_id
LEFT JOIN name p ON p.id = h.process_id
WHERE h.is_delay = 1;

-- What made somebody wait, in every lane. A millisecond is late in the first kind that has it; busy runs have no late time.
CREATE VIEW stretches AS
SELECT s.id, s.trace_id,
    CASE s.kind WHEN 0 THEN 'hang' WHEN 1 THEN 'hitch' WHEN 2 THEN 'launch' WHEN 3 THEN 'long-body' WHEN 4 THEN 'long-group'
        WHEN 5 THEN 'busy-run' ELSE 'capture' END AS kind,
    CAST(coalesce(s.hang_id, s.hitch_id, s.update_id, s.group_id) AS INTEGER) AS row_id, s.start_ns, s.start_ns / 1e6 AS start_ms,
    s.duration_ns / 1e6 AS duration_ms, s.late_ns / 1e6 AS late_ms, p.text AS process
FROM stretch s
LEFT JOIN name p ON p.id = s.process_id;

-- The parts of hangs and hitches by what the main thread did in them, with the root cause of updates, or the body or function
-- of the app in samples.
CREATE VIEW stretch_parts AS
SELECT l.id, l.trace_id, l.stretch_id,
    CASE l.witness WHEN 0 THEN 'updates' WHEN 1 THEN 'commit' WHEN 2 THEN 'main-thread' WHEN 3 THEN 'blocked' WHEN 4 THEN 'render'
        ELSE 'unexplained' END AS witness,
    coalesce(n.text, l.code) AS subject, l.duration_ns / 1e6 AS duration_ms
FROM stretch_part l
LEFT JOIN name n ON n.id = l.cause_id;

-- The same for hangs and hitches, with their ids.
CREATE VIEW late_time AS
SELECT l.id, l.trace_id, s.kind AS event, CAST(iif(s.kind = 'hitch', s.row_id, NULL) AS INTEGER) AS hitch_id,
    CAST(iif(s.kind = 'hang', s.row_id, NULL) AS INTEGER) AS hang_id, l.witness AS part, l.subject, l.duration_ms AS late_ms
FROM stretch_parts l JOIN stretches s ON s.id = l.stretch_id WHERE s.kind IN ('hang', 'hitch');

-- Views by the samples of the main thread in their bodies: what there is where SwiftUI's tables are empty.
CREATE VIEW sampled_bodies AS
SELECT b.id, b.trace_id, b."view", b.samples, b.total_ns / 1e6 AS total_ms, b.recording_share, b.hitch_share, b.hang_share,
    b.largest_function, b.largest_samples, b.family
FROM sampled_body b;

-- The call stacks of the samples in a body, which add up to its samples.
CREATE VIEW sampled_body_stacks AS
SELECT t.id, t.trace_id, t.sampled_body_id, b."view", t.stack_id, t.samples
FROM sampled_body_stack t
JOIN sampled_body b ON b.id = t.sampled_body_id;

-- A signpost interval or event.
CREATE VIEW signposts AS
SELECT s.id, s.trace_id, n.text AS name, b.text AS subsystem, c.text AS category,
    CAST(s.signpost_id AS TEXT) AS signpost_id, p.text AS process, t.text AS thread, o.text AS scope,
    CAST(s.start_ns AS INTEGER) AS start_ns, s.start_ns / 1e6 AS start_ms, s.duration_ns / 1e6 AS duration_ms,
    m.text AS message,
    CASE s.pairing WHEN 1 THEN 'begin' WHEN 2 THEN 'end' END AS unpaired,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = s.trace_id AND q.name_id = i.process_id AND q.is_target = 0) AS is_target
FROM signpost s
JOIN signpost_site i ON i.id = s.site_id
JOIN name n ON n.id = i.name_id
LEFT JOIN name b ON b.id = i.subsystem_id
LEFT JOIN name c ON c.id = i.category_id
LEFT JOIN name p ON p.id = i.process_id
LEFT JOIN name t ON t.id = i.thread_id
LEFT JOIN name o ON o.id = i.scope_id
LEFT JOIN name m ON m.id = s.message_id;

-- A signpost with the sums over its intervals and events, per trace, subsystem, category and process. covered_ms is the
-- time in which at least one of its intervals runs, overlap_ms that in which at least two do, most_at_once the largest
-- number that run at once; open are begins without an end, without_begin ends without a begin, unpaired both.
CREATE VIEW signpost_summary AS
SELECT s.id, s.trace_id, n.text AS name, b.text AS subsystem, c.text AS category, s.intervals, s.events,
    s.open + s.without_begin AS unpaired, s.total_ns / 1e6 AS total_ms, s.max_ns / 1e6 AS max_ms, p.text AS process,
    s.median_ns / 1e6 AS median_ms, s.p95_ns / 1e6 AS p95_ms, s.open, s.without_begin,
    s.covered_ns / 1e6 AS covered_ms, s.overlap_ns / 1e6 AS overlap_ms, s.most_at_once,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0) AS is_target
FROM signpost_sum s
JOIN name n ON n.id = s.name_id
LEFT JOIN name b ON b.id = s.subsystem_id
LEFT JOIN name c ON c.id = s.category_id
LEFT JOIN name p ON p.id = s.process_id;

-- Signposts whose intervals lie within those of another one: how many of `name` have one of `inside` as the innermost
-- interval of the same process around them, and how long they take. inner_id and outer_id are ids of signpost_summary.
CREATE VIEW signpost_nesting AS
SELECT x.id, x.trace_id, x.inner_id, x.outer_id, i.name, i.process, o.name AS inside, x.intervals,
    i.intervals AS of_intervals, x.total_ns / 1e6 AS total_ms, o.total_ms AS inside_total_ms
FROM signpost_nest x
JOIN signpost_summary i ON i.id = x.inner_id
JOIN signpost_summary o ON o.id = x.outer_id;

-- A time-profile sample with its innermost frame.
CREATE VIEW samples AS
SELECT s.id, s.trace_id, CAST(s.start_ns AS INTEGER) AS start_ns, s.start_ns / 1e6 AS start_ms,
    s.weight_ns / 1e6 AS weight_ms, t.text AS thread, n.text AS leaf, CAST(s.stack_id AS INTEGER) AS stack_id,
    w.text AS state, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0) AS is_target
FROM sample s
LEFT JOIN stack_frame f ON f.id = s.stack_id
LEFT JOIN name n ON n.id = f.frame_id
LEFT JOIN name t ON t.id = s.thread_id
LEFT JOIN name w ON w.id = s.state_id
LEFT JOIN name p ON p.id = s.process_id;

-- A line of the unified log that is no signpost; what SwiftUI logs about bodies is part of their updates. complaint_id
-- refers to complaints.
CREATE VIEW logs AS
SELECT l.id, l.trace_id, CAST(l.start_ns AS INTEGER) AS start_ns, l.start_ns / 1e6 AS start_ms,
    CASE l.level WHEN 1 THEN 'debug' WHEN 2 THEN 'info' WHEN 3 THEN 'default' WHEN 4 THEN 'error' WHEN 5 THEN 'fault' END AS level,
    b.text AS subsystem, c.text AS category, m.text AS message, p.text AS process, t.text AS thread,
    CAST(l.complaint_id AS INTEGER) AS complaint_id,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = l.trace_id AND q.name_id = l.process_id AND q.is_target = 0) AS is_target
FROM log l
JOIN name m ON m.id = l.message_id
LEFT JOIN name b ON b.id = l.subsystem_id
LEFT JOIN name c ON c.id = l.category_id
LEFT JOIN name p ON p.id = l.process_id
LEFT JOIN name t ON t.id = l.thread_id;

-- The number of log lines by level and process.
CREATE VIEW log_levels AS
SELECT l.id, l.trace_id, p.text AS process,
    CASE l.level WHEN 1 THEN 'debug' WHEN 2 THEN 'info' WHEN 3 THEN 'default' WHEN 4 THEN 'error' WHEN 5 THEN 'fault' END AS level,
    l.lines,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = l.trace_id AND q.name_id = l.process_id AND q.is_target = 0) AS is_target
FROM log_level l
LEFT JOIN name p ON p.id = l.process_id;

-- Complaints of SwiftUI, UIKit, AppKit and others, by kind, subject and process: count is the number of lines, example
-- the first of them, and views those that ran around them, most frequent first, separated by ';'.
CREATE VIEW complaints AS
SELECT c.id, c.trace_id, c.complaint, c.subject, c.lines AS count, c.untimed, c.first_ns / 1e6 AS first_ms, c.last_ns / 1e6 AS last_ms,
    CASE c.level WHEN 1 THEN 'debug' WHEN 2 THEN 'info' WHEN 3 THEN 'default' WHEN 4 THEN 'error' WHEN 5 THEN 'fault' END AS level,
    c.views, m.text AS example, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = c.trace_id AND q.name_id = c.process_id AND q.is_target = 0) AS is_target
FROM complaint c
JOIN name m ON m.id = c.message_id
LEFT JOIN name p ON p.id = c.process_id;

-- Log lines by text without numbers (N), quoted texts, addresses (0x…) and UUIDs, by level and origin, without
-- complaints: faults and errors first, then texts repeated 10 times or more. median_ms, max_ms and total_ms are those of the
-- durations in the lines ("took 23.7 ms"), example is the first line. A NULL text = the lines of all other texts.
CREATE VIEW log_groups AS
SELECT g.id, g.trace_id, g.text, g.lines AS count,
    CASE g.level WHEN 1 THEN 'debug' WHEN 2 THEN 'info' WHEN 3 THEN 'default' WHEN 4 THEN 'error' WHEN 5 THEN 'fault' END AS level,
    g.first_ns / 1e6 AS first_ms, g.median_ns / 1e6 AS median_ms, g.max_ns / 1e6 AS max_ms, g.total_ns / 1e6 AS total_ms, m.text AS example,
    b.text AS subsystem, c.text AS category, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = g.trace_id AND q.name_id = g.process_id AND q.is_target = 0) AS is_target
FROM log_group g
LEFT JOIN name m ON m.id = g.message_id
LEFT JOIN name b ON b.id = g.subsystem_id
LEFT JOIN name c ON c.id = g.category_id
LEFT JOIN name p ON p.id = g.process_id;

-- A sampled thread. running_samples are those in which it runs, cpu_ms their CPU time, busy its share of the length of
-- the recording (at most 1: a sample may represent time before it).
CREATE VIEW sample_threads AS
SELECT s.id, s.trace_id, n.text AS thread, s.samples, s.running AS running_samples, s.cpu_ns / 1e6 AS cpu_ms,
    s.first_ns / 1e6 AS first_ms, s.last_ns / 1e6 AS last_ms,
    min(1.0, 1.0 * s.cpu_ns / nullif(max(t.duration_ns, s.last_ns), 0)) AS busy, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0) AS is_target
FROM sample_thread s
JOIN trace t ON t.id = s.trace_id
LEFT JOIN name n ON n.id = s.thread_id
LEFT JOIN name p ON p.id = s.process_id;

-- A function on a thread: self samples (and CPU time), and those including callees; recursion is counted once. Samples
-- of a thread that does not run are left out.
CREATE VIEW functions AS
SELECT f.id, f.trace_id, n.text AS function, b.text AS binary, f.is_app, tn.text AS thread, f.self_samples,
    f.total_samples, f.self_ns / 1e6 AS self_ms, f.total_ns / 1e6 AS total_ms, f.sample_thread_id AS thread_id,
    p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = f.trace_id AND q.name_id = t.process_id AND q.is_target = 0) AS is_target,
    sf.text AS file, f.line, replace(sf.text, rtrim(sf.text, replace(sf.text, '/', '')), '') || ':' || f.line AS source
FROM function_sum f
JOIN sample_thread t ON t.id = f.sample_thread_id
JOIN name n ON n.id = f.frame_id
LEFT JOIN name b ON b.id = f.binary_id
LEFT JOIN name tn ON tn.id = t.thread_id
LEFT JOIN name p ON p.id = t.process_id
LEFT JOIN name sf ON sf.id = f.file_id;

-- A node of the call tree of a thread with at least one in 1000 of the trace's samples; callers precede callees.
-- passes_on = at least 95 % of its samples are in one callee, unless a path leaves the app's functions there.
CREATE VIEW call_tree AS
SELECT c.id, c.trace_id, c.caller_id, n.text AS function, b.text AS binary, c.is_app, tn.text AS thread, c.depth, c.level,
    c.passes_on, c.self_samples, c.total_samples, c.self_ns / 1e6 AS self_ms, c.total_ns / 1e6 AS total_ms,
    c.sample_thread_id AS thread_id, p.text AS process,
    NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = c.trace_id AND q.name_id = t.process_id AND q.is_target = 0) AS is_target,
    sf.text AS file, c.line, replace(sf.text, rtrim(sf.text, replace(sf.text, '/', '')), '') || ':' || c.line AS source
FROM call_sum c
JOIN sample_thread t ON t.id = c.sample_thread_id
JOIN name n ON n.id = c.frame_id
LEFT JOIN name b ON b.id = c.binary_id
LEFT JOIN name tn ON tn.id = t.thread_id
LEFT JOIN name p ON p.id = t.process_id
LEFT JOIN name sf ON sf.id = c.file_id;

-- A number measured by MetricKit or XCTest, in its unit.
CREATE VIEW metrics AS
SELECT m.id, m.trace_id, m.source, m.test, m.name, m.category, m.metric, m.value, m.unit, m.iteration, m.device,
    m.period, m.stack
FROM metric m;

-- A bucket of a MetricKit histogram; bucket_start and bucket_end are in the unit.
CREATE VIEW metric_buckets AS
SELECT b.id, b.trace_id, b.source, b.name, b.category, b.metric, b.start AS bucket_start, b."end" AS bucket_end,
    b.unit, b.count, b.device, b.period
FROM metric_bucket b;

-- A frame of a call stack; caller_id is the frame that called it, stack_id of a sample its innermost frame.
CREATE VIEW stack_frames AS
SELECT f.id, f.trace_id, f.caller_id, n.text AS frame, b.text AS binary, f.is_app, sf.text AS file,
    f.line, replace(sf.text, rtrim(sf.text, replace(sf.text, '/', '')), '') || ':' || f.line AS source
FROM stack_frame f
JOIN name n ON n.id = f.frame_id
LEFT JOIN name b ON b.id = f.binary_id
LEFT JOIN name sf ON sf.id = f.file_id;

-- The rows behind the figures that recordings are compared by, of a recording or of a subject: an interaction, a cause, a part of late
-- time, a view, a signpost. row_id is the id in the view that the figure counts; weight is milliseconds or a number of things.
CREATE VIEW figure_rows AS
SELECT trace_id, 'hang_ms' AS figure, NULL AS subject, id AS row_id, start_ns, duration_ms AS weight
FROM hangs WHERE is_target = 1
UNION ALL
SELECT trace_id, 'hitch_ms', NULL, id, start_ns, duration_ms FROM hitches WHERE is_target = 1 AND class <> 'system'
UNION ALL
SELECT trace_id, 'red', NULL, id, start_ns, 1 FROM long_updates
WHERE is_target = 1 AND kind = 'body' AND phase <> 'check' AND severity = 'red'
UNION ALL
SELECT trace_id, 'long', NULL, id, start_ns, 1 FROM long_updates
WHERE is_target = 1 AND kind = 'body' AND phase <> 'check'
UNION ALL
SELECT trace_id, 'long_by_view', view, id, start_ns, 1 FROM long_updates
WHERE is_target = 1 AND kind = 'body' AND phase <> 'check'
UNION ALL
SELECT l.trace_id, 'late_ms', l.part || coalesce(' of ' || l.subject, ''), l.id,
    CAST(coalesce(h.start_ns, g.start_ns) AS INTEGER), l.late_ms
FROM late_time l LEFT JOIN hitches h ON h.id = l.hitch_id LEFT JOIN hangs g ON g.id = l.hang_id
UNION ALL
SELECT r.trace_id, 'recurring_updates', NULL, r.id, CAST(round(r.start_ms * 1e6) AS INTEGER), r.updates
FROM recurring_runs r JOIN recurring c ON c.id = r.recurring_id WHERE c.answers = 0
UNION ALL
SELECT r.trace_id, 'updates_by_cause', c.label, r.id, CAST(round(r.start_ms * 1e6) AS INTEGER), r.updates
FROM recurring_runs r JOIN recurring c ON c.id = r.recurring_id WHERE c.answers = 0
UNION ALL
SELECT trace_id, 'unnecessary', kind || coalesce(' "' || name || '"', ''), id, start_ns, unnecessary
FROM interactions WHERE kind <> 'trace' AND unnecessary IS NOT NULL
UNION ALL
SELECT trace_id, 'interaction_updates', kind || coalesce(' "' || name || '"', ''), id, start_ns, updates
FROM interactions WHERE kind <> 'trace'
UNION ALL
SELECT trace_id, 'updates', NULL, id, CAST(round(start_ms * 1e6) AS INTEGER), updates FROM timeline
UNION ALL
-- Of samples with times the row is a tenth of a second; of a call tree without times a part of it.
SELECT s.trace_id, 'main_cpu_ms', NULL, CAST(min(s.id) AS INTEGER), CAST(s.start_ns / 100000000 * 100000000 AS INTEGER), sum(s.weight_ns) / 1e6
FROM sample s JOIN name t ON t.id = s.thread_id LEFT JOIN name w ON w.id = s.state_id
WHERE t.text = 'main' AND s.start_ns IS NOT NULL AND s.weight_ns > 0 AND coalesce(w.text, 'running') = 'running' COLLATE NOCASE
    AND NOT EXISTS (SELECT 1 FROM process q WHERE q.trace_id = s.trace_id AND q.name_id = s.process_id AND q.is_target = 0)
GROUP BY s.trace_id, s.start_ns / 100000000
UNION ALL
SELECT p.trace_id, 'main_cpu_ms', NULL, p.id, CAST(NULL AS INTEGER), p.duration_ns / 1e6
FROM stretch_part p JOIN stretch c ON c.id = p.stretch_id WHERE c.kind = 6 AND p.witness = 2
UNION ALL
SELECT trace_id, 'evaluations', NULL, id, CAST(round(coalesce(evaluated_ms, start_ms) * 1e6) AS INTEGER), 1 FROM updates
WHERE trace_id IN (SELECT trace_id FROM import_counters WHERE counter = 'evidence-kept') AND kind = 'body' AND phase <> 'check'
UNION ALL
SELECT trace_id, 'complaints', NULL, id, start_ns, 1 FROM logs WHERE is_target = 1 AND complaint_id IS NOT NULL
UNION ALL
SELECT trace_id, 'log_errors', NULL, id, start_ns, 1 FROM logs
WHERE is_target = 1 AND complaint_id IS NULL AND level IN ('error', 'fault')
UNION ALL
SELECT trace_id, 'signpost_ms', name, id, start_ns, duration_ms FROM signposts
WHERE is_target = 1 AND duration_ms IS NOT NULL
UNION ALL
SELECT trace_id, 'launch_ms', NULL, id, start_ns, duration_ms FROM stretches WHERE kind = 'launch'
UNION ALL
SELECT s.trace_id, 'signpost_long_ms', s.name, s.id, s.start_ns, s.duration_ms FROM signposts s
WHERE s.is_target = 1 AND s.duration_ms > 16.67
    AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.trace_id = s.trace_id AND i.kind = 'signpost' AND i.name = s.name)
UNION ALL
SELECT trace_id, 'metric',
    coalesce(test || ': ', '') || iif(name = metric, name, name || ' ' || metric) || coalesce(' (' || unit || ')', ''), id,
    CAST(NULL AS INTEGER), value
FROM metrics
UNION ALL
SELECT b.trace_id, 'metric', iif(b.name LIKE '%Metrics', b.metric, b.name || ' ' || b.metric)
    || iif(f.seconds > 0, ' (events per hour in the foreground)', ' (events per report)'), min(b.id),
    CAST(NULL AS INTEGER), iif(f.seconds > 0, total(b.count) * 3600 / f.seconds, total(b.count))
FROM metric_bucket b LEFT JOIN (SELECT trace_id, period, device, max(value) AS seconds FROM metric
    WHERE category IS NULL AND metric = 'cumulativeForegroundTime' AND unit IN ('s', 'sec') GROUP BY trace_id, period, device) f
    ON f.trace_id = b.trace_id AND f.period IS b.period AND f.device IS b.device
GROUP BY b.trace_id, b.source, b.name, b.category, b.metric, b.device, b.period;

-- The figures of a recording: a sum of the rows above, per interaction their mean, and medians of durations; events is how many rows are
-- behind it. What never happened has no row.
CREATE VIEW figures AS
SELECT trace_id, figure, subject,
    iif(figure IN ('unnecessary', 'interaction_updates'), avg(weight), sum(weight)) AS value,
    iif(figure GLOB '*_ms' OR figure IN ('unnecessary', 'interaction_updates'), count(*), sum(weight)) AS events
FROM figure_rows WHERE figure NOT IN ('signpost_ms', 'metric') GROUP BY trace_id, figure, subject
UNION ALL
SELECT u.trace_id, 'updates_outside_interactions', u.view, count(*), count(*)
FROM updates u LEFT JOIN interactions i ON i.id = u.interaction_id
WHERE u.is_target = 1 AND u.kind = 'body' AND u.phase <> 'check' AND coalesce(i.kind, 'trace') = 'trace'
GROUP BY u.trace_id, u.view
UNION ALL
SELECT trace_id, 'log_ms', NULL, sum(total_ms), sum(count)
FROM log_groups WHERE is_target = 1 AND total_ms IS NOT NULL GROUP BY trace_id
UNION ALL
SELECT trace_id, 'log_total_ms', '"' || text || '"', sum(total_ms), sum(count)
FROM log_groups WHERE is_target = 1 AND total_ms IS NOT NULL GROUP BY trace_id, text
UNION ALL
SELECT trace_id, 'log_median_ms', '"' || text || '"', median_ms, count
FROM log_groups WHERE is_target = 1 AND median_ms IS NOT NULL
UNION ALL
SELECT trace_id, 'signpost_ms', name, median_ms, intervals
FROM signpost_summary WHERE is_target = 1 AND median_ms IS NOT NULL;

-- The problems, one per root cause, the costliest first; share is relative to the cost of all problems of the trace.
-- Both are NULL if its cost was not measured, as is the cost of a finding.
CREATE VIEW problems AS
SELECT p.id, p.trace_id, p.kind, p.severity, p.title, p.why, p.fix, p.view, p.cause, p.source, p.interaction_id,
    p.interactions, p.confidence, nullif(p.cost_ns, 0) / 1e6 AS cost_ms,
    nullif(p.cost_ns, 0) / nullif(sum(1.0 * p.cost_ns) OVER (PARTITION BY p.trace_id), 0) AS share, p."key",
    p.lead_id
FROM problem p;

-- The updates of problems, each in one: whose cause it has, else in whose cost it counts.
CREATE VIEW problem_updates AS
SELECT p.trace_id, p.problem_id, u.id AS update_id, p.is_of_cause
FROM problem_update p
CROSS JOIN view_update u ON u.id BETWEEN p.first_id AND p.last_id -- each range is looked up once, not all ranges for each update
WHERE p.is_own = 1;

-- The hangs, hitches, signposts and lines of the log (those with a time) of problems, each in one; each row has one of the four ids.
CREATE VIEW problem_events AS
SELECT p.trace_id, p.problem_id, p.hang_id, p.hitch_id, p.signpost_id, p.log_id
FROM problem_event p WHERE p.is_own = 1;

-- The updates that count in the cost of problems, each in one, by interaction.
CREATE VIEW problem_interactions AS
SELECT p.trace_id, p.problem_id, p.interaction_id, p.updates, p.unnecessary, p.long, p.total_ns / 1e6 AS total_ms
FROM problem_interaction p;

-- What mending a problem alone would give, for those whose updates can be taken away: the most updates in one interaction of a kind and
-- name (kind NULL: one run of a recurring cause), and the longest update group, before and after; for costly calls the long bodies,
-- the longest one and the time of hangs.
CREATE VIEW problem_gains AS
SELECT g.trace_id, g.problem_id, g.kind, g.name, g.updates_before, g.updates_after, g.group_before_ns / 1e6 AS group_before_ms,
    g.group_after_ns / 1e6 AS group_after_ms, g.checks_fewer, g.long_before, g.long_after,
    g.longest_before_ns / 1e6 AS longest_before_ms, g.longest_after_ns / 1e6 AS longest_after_ms,
    g.hang_before_ns / 1e6 AS hang_before_ms, g.hang_after_ns / 1e6 AS hang_after_ms, g.certainty, g.words
FROM problem_gain g;

-- The findings of every problem; each finding is in one.
CREATE VIEW problem_findings AS
SELECT f.trace_id, f.problem_id, f.id AS finding_id, f.rule, f.severity, f.title, nullif(f.cost_ns, 0) / 1e6 AS cost_ms
FROM finding f;

-- The findings, ranked: the 20 costliest of each rule.
CREATE VIEW findings AS
SELECT f.id, f.trace_id, f.rule, f.severity, f.title, f.interaction_id, f.view, f.evidence, f.hint, f.effort, f.sql,
    f."rows", nullif(f.cost_ns, 0) / 1e6 AS cost_ms, f.problem_id, f.cause
FROM finding f;

-- All findings, including those too small to list (is_listed = 0), which have no evidence.
CREATE VIEW all_findings AS
SELECT f.trace_id, f.rule, f.severity, f.title, f.view, f."rows", nullif(f.cost_ns, 0) / 1e6 AS cost_ms, 1 AS is_listed
FROM finding f
UNION ALL
SELECT s.trace_id, s.rule, s.severity, s.title, s.view, s."rows", nullif(s.cost_ns, 0) / 1e6 AS cost_ms, 0 AS is_listed
FROM smaller_finding s;

-- The number of findings by rule: found = listed + smaller.
CREATE VIEW finding_counts AS
SELECT a.trace_id, a.rule, count(*) AS found, sum(a.is_listed) AS listed, sum(1 - a.is_listed) AS smaller,
    sum(a."rows") AS "rows", sum(a.cost_ms) AS cost_ms
FROM all_findings a
GROUP BY a.trace_id, a.rule;

-- A rejected row.
CREATE VIEW import_rejects AS
SELECT r.id, r.trace_id, r.file, r.line, r."column", r.byte, r.kind, r.message, r.raw
FROM import_reject r;

-- The counters of an import; rows-seen = rows-imported + rows-rejected + rows-skipped.
CREATE VIEW import_counters AS
SELECT c.trace_id, c.counter, c.detail, c.count, c.meaning, c.id
FROM import_counter c;

-- A kind of table of the recording; input_rows is NULL if it is not in the input.
CREATE VIEW recorded_tables AS
SELECT r.id, r.trace_id, r.run, r.schema, r.tables, r.rows AS stated_rows,
    CASE WHEN r.run = t.recording_run THEN (
        SELECT sum(CASE c.counter WHEN 'schema-empty' THEN 0 ELSE c.count END) FROM import_counter c
        WHERE c.trace_id = r.trace_id AND c.detail = r.schema
            AND c.counter IN ('schema-rows', 'schema-empty', 'skipped-schema-not-read')) END AS input_rows
FROM recorded_table r
JOIN trace t ON t.id = r.trace_id;
