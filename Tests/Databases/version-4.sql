-- A database of version 4, as the release of that version wrote it from version-1.json, twice: with the usual deadlines,
-- then with --deadlines 5,10 --label later.
PRAGMA application_id = 1416776564;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE name (
    id INTEGER PRIMARY KEY, -- dense, from 1
    text TEXT NOT NULL      -- as the exporter wrote it, valid UTF-8
) STRICT;
INSERT INTO name VALUES(1,'creation');
INSERT INTO name VALUES(2,'update');
INSERT INTO name VALUES(3,'a	b');
INSERT INTO name VALUES(4,'Load');
INSERT INTO name VALUES(5,'com.example');
INSERT INTO name VALUES(6,'app');
INSERT INTO name VALUES(7,'Tick');
INSERT INTO name VALUES(8,'other');
INSERT INTO name VALUES(9,'main');
INSERT INTO name VALUES(10,'ModelData.load(_:)');
INSERT INTO name VALUES(11,'read');
INSERT INTO name VALUES(12,'LandmarkList.body.getter');
INSERT INTO name VALUES(13,'sort');
INSERT INTO name VALUES(14,'row-1');
INSERT INTO name VALUES(15,'row-2');
INSERT INTO name VALUES(16,'row-3');
INSERT INTO name VALUES(17,'LandmarkList');
INSERT INTO name VALUES(18,'Landmarks');
INSERT INTO name VALUES(19,'LandmarkRow');
INSERT INTO name VALUES(20,'FavoriteButton');
INSERT INTO name VALUES(21,'MapView');
INSERT INTO name VALUES(22,'Geometry');
INSERT INTO name VALUES(23,'LandmarkDetail');
INSERT INTO name VALUES(24,'Favorite "é"');
INSERT INTO name VALUES(25,'éclair');
INSERT INTO name VALUES(26,'');
INSERT INTO name VALUES(27,'Transaction');
INSERT INTO name VALUES(28,'ModelData.favorites');
INSERT INTO name VALUES(29,'EnvironmentWriter');
INSERT INTO name VALUES(30,'Tap "Favorite "é""');
INSERT INTO name VALUES(31,'Scroll');
INSERT INTO name VALUES(32,'LandmarkDetail.body');
INSERT INTO name VALUES(33,'LandmarkList.body');
INSERT INTO name VALUES(34,'LandmarkRow.body');
INSERT INTO name VALUES(35,'FavoriteButton.body');
INSERT INTO name VALUES(36,'Potentially expensive app update(s)');
INSERT INTO name VALUES(37,'Microhang');
CREATE TABLE trace (
    id INTEGER PRIMARY KEY,            -- from 1, in order of import
    name TEXT,                         -- the recording's own name, else that of its file
    source_file TEXT NOT NULL,         -- the inputs as given, separated by newlines
    format TEXT NOT NULL,              -- names of the formats, separated by commas
    content_hash TEXT NOT NULL,        -- hash of the bytes of all inputs; the same content has the same hash
    app TEXT,                          -- the app's name
    process TEXT,                      -- the process' name
    pid INTEGER,                       -- its process id
    device TEXT,                       -- device model
    os TEXT,                           -- platform and version
    build TEXT,                        -- the app's version and build
    configuration TEXT,                -- build configuration (Release, Debug)
    refresh_hz INTEGER,                -- display refresh rate
    started_at TEXT,                   -- wall clock at time zero, ISO 8601, as the exporter wrote it
    duration_ns INTEGER,               -- length of the recording: as stated, else up to the last end of any record
    is_duration_stated INTEGER NOT NULL, -- 1 = the source states it, 0 = derived
    truncated_byte INTEGER,            -- offset from which on a damaged input could not be read; NULL = complete
    truncated_file TEXT,               -- that input
    damage TEXT,                       -- what was wrong there
    lanes TEXT NOT NULL,               -- the lanes that the input has, even without rows, separated by commas: updates,
                                       -- causes, edges, groups, interactions, signposts, hitches, hangs, samples
    warnings TEXT,                     -- what a reader of this trace must know, one a line
    profile TEXT NOT NULL,             -- name of the deadlines' profile
    orange_ns INTEGER NOT NULL,        -- an update longer than this is orange
    red_ns INTEGER NOT NULL,           -- an update longer than this is red
    imported_at TEXT,                  -- wall clock of the import, ISO 8601 in UTC
    label TEXT                         -- what the user calls it: a commit, a build, a step of a fix
) STRICT;
INSERT INTO trace VALUES(1,'something of everything','version-1.json','tracekit-json','0a990e6bf618f23112cd684e0a30f4a9','Landmarks','Landmarks',4242,NULL,NULL,NULL,NULL,120,NULL,3000000000,1,NULL,NULL,NULL,'causes,edges,groups,hangs,hitches,interactions,samples,signposts,updates',NULL,'frame',8300000,16670000,'2026-11-22T01:57:57Z',NULL);
INSERT INTO trace VALUES(2,'something of everything','version-1.json','tracekit-json','0a990e6bf618f23112cd684e0a30f4a9','Landmarks','Landmarks',4242,NULL,NULL,NULL,NULL,120,NULL,3000000000,1,NULL,NULL,NULL,'causes,edges,groups,hangs,hitches,interactions,samples,signposts,updates',NULL,'custom',5000000,10000000,'2026-11-22T01:57:57Z','later');
CREATE TABLE view (
    id INTEGER PRIMARY KEY,            -- dense, from 1
    trace_id INTEGER NOT NULL,         -- trace.id
    name_id INTEGER NOT NULL,          -- normalised name
    module_id INTEGER,                 -- module (app or framework), NULL = unknown
    kind INTEGER NOT NULL,             -- 0 body, 1 representable, 2 layout, 3 gesture, 4 on-change, 5 action, 6 other
    updates INTEGER NOT NULL,          -- number of updates
    total_ns INTEGER NOT NULL,         -- sum of their durations
    median_ns INTEGER,                 -- nearest rank; NULL = no update has an end
    p95_ns INTEGER,                    -- nearest rank
    max_ns INTEGER,                    -- longest
    red INTEGER NOT NULL,              -- updates longer than the red deadline
    orange INTEGER NOT NULL,           -- longer than the orange deadline, not red
    gray INTEGER NOT NULL,             -- all others that have an end
    unterminated INTEGER NOT NULL,     -- updates without an end
    checks INTEGER NOT NULL,           -- notified, body not run
    untimed INTEGER NOT NULL,          -- console evidence without a time
    necessary INTEGER,                 -- verdicts of updates inside windows; NULL = not analysed
    unnecessary INTEGER,
    unknown INTEGER,
    wasted_ns INTEGER,                 -- own duration of the unnecessary ones
    interactions INTEGER,              -- windows in which the view was updated
    proven INTEGER,                    -- the unnecessary ones by confidence
    likely INTEGER,
    possible INTEGER
) STRICT;
INSERT INTO "view" VALUES(1,1,17,18,0,1,21500000,21500000,21500000,21500000,1,0,0,0,0,0,1,0,0,0,1,0,0,0);
INSERT INTO "view" VALUES(2,1,19,NULL,0,3,34550000,9000000,17250000,17250000,1,1,1,0,1,0,2,1,0,9000000,1,1,0,0);
INSERT INTO "view" VALUES(3,1,20,NULL,0,1,300,300,300,300,0,0,1,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(4,1,21,NULL,1,1,12000000,12000000,12000000,12000000,0,1,0,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(5,1,21,NULL,6,1,300000,300000,300000,300000,0,0,1,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(6,1,23,NULL,0,2,1600000,1600000,1600000,1600000,0,0,1,1,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(7,2,17,18,0,1,21500000,21500000,21500000,21500000,1,0,0,0,0,0,1,0,0,0,1,0,0,0);
INSERT INTO "view" VALUES(8,2,19,NULL,0,3,34550000,9000000,17250000,17250000,1,2,0,0,1,0,2,1,0,9000000,1,1,0,0);
INSERT INTO "view" VALUES(9,2,20,NULL,0,1,300,300,300,300,0,0,1,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(10,2,21,NULL,1,1,12000000,12000000,12000000,12000000,1,0,0,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(11,2,21,NULL,6,1,300000,300000,300000,300000,0,0,1,0,0,0,0,0,1,0,1,0,0,0);
INSERT INTO "view" VALUES(12,2,23,NULL,0,2,1600000,1600000,1600000,1600000,0,0,1,1,0,0,0,0,1,0,1,0,0,0);
CREATE TABLE duration_bucket (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    over_ns INTEGER NOT NULL,          -- takes durations longer than this
    up_to_ns INTEGER,                  -- up to this; NULL = any
    severity INTEGER NOT NULL,         -- 0 gray, 1 orange, 2 red
    updates INTEGER NOT NULL           -- updates of view bodies that have an end, checks left out
) STRICT;
INSERT INTO duration_bucket VALUES(1,1,0,500000,0,1);
INSERT INTO duration_bucket VALUES(2,1,500000,1000000,0,0);
INSERT INTO duration_bucket VALUES(3,1,1000000,2000000,0,1);
INSERT INTO duration_bucket VALUES(4,1,2000000,5000000,0,0);
INSERT INTO duration_bucket VALUES(5,1,5000000,8300000,0,1);
INSERT INTO duration_bucket VALUES(6,1,8300000,16670000,1,1);
INSERT INTO duration_bucket VALUES(7,1,16670000,50000000,2,2);
INSERT INTO duration_bucket VALUES(8,2,0,200000,0,1);
INSERT INTO duration_bucket VALUES(9,2,200000,500000,0,0);
INSERT INTO duration_bucket VALUES(10,2,500000,1000000,0,0);
INSERT INTO duration_bucket VALUES(11,2,1000000,2000000,0,1);
INSERT INTO duration_bucket VALUES(12,2,2000000,5000000,0,0);
INSERT INTO duration_bucket VALUES(13,2,5000000,10000000,1,2);
INSERT INTO duration_bucket VALUES(14,2,10000000,20000000,2,1);
INSERT INTO duration_bucket VALUES(15,2,20000000,50000000,2,1);
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
INSERT INTO time_slice VALUES(1,1,8,100000000,1,0,0,0);
INSERT INTO time_slice VALUES(2,1,80,1000000000,1,0,0,0);
INSERT INTO time_slice VALUES(3,1,81,1012500000,0,1,0,0);
INSERT INTO time_slice VALUES(4,1,82,1025000000,0,0,1,0);
INSERT INTO time_slice VALUES(5,1,83,1037500000,0,0,1,0);
INSERT INTO time_slice VALUES(6,1,160,2000000000,0,1,0,0);
INSERT INTO time_slice VALUES(7,1,161,2012500000,0,0,1,0);
INSERT INTO time_slice VALUES(8,1,232,2900000000,0,0,0,1);
INSERT INTO time_slice VALUES(9,1,239,2987500000,0,0,1,0);
INSERT INTO time_slice VALUES(10,2,8,100000000,1,0,0,0);
INSERT INTO time_slice VALUES(11,2,80,1000000000,1,0,0,0);
INSERT INTO time_slice VALUES(12,2,81,1012500000,0,1,0,0);
INSERT INTO time_slice VALUES(13,2,82,1025000000,0,1,0,0);
INSERT INTO time_slice VALUES(14,2,83,1037500000,0,0,1,0);
INSERT INTO time_slice VALUES(15,2,160,2000000000,1,0,0,0);
INSERT INTO time_slice VALUES(16,2,161,2012500000,0,0,1,0);
INSERT INTO time_slice VALUES(17,2,232,2900000000,0,0,0,1);
INSERT INTO time_slice VALUES(18,2,239,2987500000,0,0,1,0);
CREATE TABLE update_site (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    view_id INTEGER NOT NULL,          -- view.id
    name_id INTEGER NOT NULL,          -- normalised name
    module_id INTEGER,
    kind INTEGER NOT NULL,             -- as in `view`
    raw_name_id INTEGER,               -- the exporter's spelling, NULL = the view's name
    kind_word_id INTEGER,              -- the exporter's word for the kind where it is none of ours (kind is then other)
    category_id INTEGER,               -- the exporter's category
    thread_id INTEGER                  -- thread, "main" for the main thread
) STRICT;
INSERT INTO update_site VALUES(1,1,1,17,18,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(2,1,2,19,NULL,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(3,1,3,20,NULL,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(4,1,4,21,NULL,1,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(5,1,5,21,NULL,6,NULL,22,NULL,9);
INSERT INTO update_site VALUES(6,1,6,23,NULL,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(7,2,7,17,18,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(8,2,8,19,NULL,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(9,2,9,20,NULL,0,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(10,2,10,21,NULL,1,NULL,NULL,NULL,9);
INSERT INTO update_site VALUES(11,2,11,21,NULL,6,NULL,22,NULL,9);
INSERT INTO update_site VALUES(12,2,12,23,NULL,0,NULL,NULL,NULL,9);
CREATE TABLE view_update (
    id INTEGER PRIMARY KEY,            -- node of the cause graph
    trace_id INTEGER NOT NULL,         -- trace.id
    source_id,                         -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    start_ns INTEGER,                  -- NULL = untimed console evidence
    duration_ns INTEGER,               -- NULL = unterminated
    codes INTEGER NOT NULL,            -- from the lowest bit:
                                       -- 2 bits phase: 0 update, 1 creation, 2 check
                                       -- 3 bits membership: 0 linked, 1 temporal, 2 launch, 3 unattributed, 4 untimed
                                       -- 2 bits verdict: 0 none (in no window, or a check), 1 necessary, 2 unnecessary,
                                       --   3 unknown
                                       -- 4 bits reason: 0 no verdict, 1 creation, 2 unchanged, 3 changed-input (own),
                                       --   4 repeated, 5 fan-out, 6 expected, 7 parent-only, 8 changed-input (dependency),
                                       --   9 no-evidence
                                       -- 2 bits severity: 0 no duration, 1 gray, 2 orange, 3 red
                                       -- all others: update_site.id
    group_id INTEGER,                  -- update_group.id
    interaction_id INTEGER,            -- interaction.id of the window it is in
    driving_cause_id INTEGER,          -- nearest node up its chain that is no view update
    chain_id INTEGER,                  -- cause_chain.id
    cause_id INTEGER,                  -- node of its first edge that has nothing but its ends
    changed_id INTEGER,                -- property_list.id; NULL = unknown
    allocations INTEGER,               -- allocations inside, as the exporter counted them
    instance_id INTEGER,               -- identity of the view instance, where known
    instruments_severity_id INTEGER,   -- the exporter's own severity word, never overwritten
    downstream_ns INTEGER              -- cost of what it set off, as the exporter has it
);
INSERT INTO view_update VALUES(7,1,10,100000000,21500000,14497,NULL,1,1,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(8,1,11,1001000000,17250000,22944,1,1,5,2,5,1,NULL,14,NULL,NULL);
INSERT INTO view_update VALUES(9,1,12,1019000000,9000000,20800,1,1,4,3,5,2,NULL,15,NULL,NULL);
INSERT INTO view_update VALUES(10,1,13,1029000000,8300000,19232,1,1,6,4,6,NULL,NULL,16,NULL,NULL);
INSERT INTO view_update VALUES(11,1,14,1038000000,40000,18434,1,1,5,NULL,5,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(12,1,15,1039000000,300,27872,1,1,5,5,8,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(13,1,16,2000250000,12000000,38112,NULL,3,3,6,3,NULL,7,NULL,NULL,NULL);
INSERT INTO view_update VALUES(14,1,17,2013000000,300000,44260,NULL,3,NULL,7,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(15,1,18,2900000000,NULL,49164,NULL,NULL,NULL,8,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(16,1,19,3200000000,1600000,52448,NULL,3,3,9,3,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(23,2,10,100000000,21500000,63649,NULL,17,17,10,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(24,2,11,1001000000,17250000,72096,2,17,21,11,21,4,NULL,14,NULL,NULL);
INSERT INTO view_update VALUES(25,2,12,1019000000,9000000,69952,2,17,20,12,21,5,NULL,15,NULL,NULL);
INSERT INTO view_update VALUES(26,2,13,1029000000,8300000,70432,2,17,22,13,22,NULL,NULL,16,NULL,NULL);
INSERT INTO view_update VALUES(27,2,14,1038000000,40000,67586,2,17,21,NULL,21,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(28,2,15,1039000000,300,77024,2,17,21,14,24,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(29,2,16,2000250000,12000000,89312,NULL,19,19,15,19,NULL,7,NULL,NULL,NULL);
INSERT INTO view_update VALUES(30,2,17,2013000000,300000,93412,NULL,19,NULL,16,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(31,2,18,2900000000,NULL,98316,NULL,NULL,NULL,17,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO view_update VALUES(32,2,19,3200000000,1600000,101600,NULL,19,19,18,19,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE cause (
    id INTEGER PRIMARY KEY,            -- node of the cause graph
    trace_id INTEGER NOT NULL,         -- trace.id
    source_id,                         -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    kind INTEGER NOT NULL,             -- 0 state, 1 observable, 2 defaults, 3 environment, 4 external-environment,
                                       -- 5 environment-writer, 6 observer, 7 transaction, 8 creation, 9 system, 10 other,
                                       -- 11 gesture, 12 update (a view update that no update lane holds)
    kind_word_id INTEGER,              -- the exporter's word where it is none of ours
    name_id INTEGER NOT NULL,          -- name of the node
    origin INTEGER NOT NULL,           -- 0 app, 1 system, 2 unknown
    start_ns INTEGER,                  -- NULL = unknown
    fan_out INTEGER,                   -- updates that its edges lead to; NULL = not analysed
    updates INTEGER,                   -- updates whose chain contains it
    total_ns INTEGER,                  -- their durations
    wasted_ns INTEGER,                 -- of those, the unnecessary ones'
    cause_id INTEGER                   -- node of its first edge that has nothing but its ends
);
INSERT INTO cause VALUES(4,1,5,7,NULL,27,2,NULL,1,1,9000000,9000000,NULL);
INSERT INTO cause VALUES(5,1,4,1,NULL,28,0,1000400000,2,3,25550300,0,1);
INSERT INTO cause VALUES(6,1,6,3,NULL,29,2,1000500000,1,1,8300000,0,5);
INSERT INTO cause VALUES(20,2,5,7,NULL,27,2,NULL,1,1,9000000,9000000,NULL);
INSERT INTO cause VALUES(21,2,4,1,NULL,28,0,1000400000,2,3,25550300,0,17);
INSERT INTO cause VALUES(22,2,6,3,NULL,29,2,1000500000,1,1,8300000,0,21);
CREATE TABLE edge (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    from_id INTEGER NOT NULL,          -- node: interaction, cause or view_update
    to_id INTEGER NOT NULL,            -- node: interaction, cause or view_update
    at_ns INTEGER,                     -- NULL = as its source's start
    label_id INTEGER NOT NULL,         -- update, creation or the exporter's word
    changed_id INTEGER                 -- property_list.id; NULL = unknown
);
INSERT INTO edge VALUES(1,1,1,7,NULL,1,NULL);
INSERT INTO edge VALUES(2,1,4,9,1018000000,2,3);
INSERT INTO edge VALUES(3,2,17,23,NULL,1,NULL);
INSERT INTO edge VALUES(4,2,20,25,1018000000,2,6);
CREATE TABLE property_list (
    id INTEGER PRIMARY KEY,            -- dense, from 1
    text TEXT NOT NULL                 -- '' = the list is present and empty: nothing changed
) STRICT;
INSERT INTO property_list VALUES(1,'isFavorite');
INSERT INTO property_list VALUES(2,'');
INSERT INTO property_list VALUES(3,'@self');
INSERT INTO property_list VALUES(4,'isFavorite');
INSERT INTO property_list VALUES(5,'');
INSERT INTO property_list VALUES(6,'@self');
CREATE TABLE interaction (
    id INTEGER PRIMARY KEY,            -- node of the cause graph
    trace_id INTEGER NOT NULL,         -- trace.id
    source_id ANY,                     -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    node_id INTEGER,                   -- the node it begins at: itself, or the gesture in `cause`
    kind INTEGER NOT NULL,             -- 0 tap, 1 scroll, 2 swipe, 3 type, 4 appear, 5 navigation, 6 launch, 7 other,
                                       -- 8 signpost, 9 trace (the whole recording, where it has no interaction)
    kind_word_id INTEGER,              -- the exporter's word where it is none of ours
    name_id INTEGER,                   -- e.g. the control
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER,               -- as recorded; NULL = the record has no end
    end_ns INTEGER,                    -- end of the window; NULL = not analysed
    updates INTEGER,                   -- updates in the window = linked + temporal
    linked INTEGER,                    -- reachable along edges
    temporal INTEGER,                  -- by time only
    necessary INTEGER,
    unnecessary INTEGER,
    unknown INTEGER,
    wasted_ns INTEGER,                 -- own duration of the unnecessary ones
    red INTEGER,
    orange INTEGER,
    gray INTEGER,
    unterminated INTEGER,
    checks INTEGER,
    hitch_ns INTEGER,                  -- hitches that start in the window, system hitches left out
    hitch_ratio REAL,                  -- ms of hitch a second of window; NULL = no length, or no hitch lane
    proven INTEGER,                    -- the unnecessary ones by confidence
    likely INTEGER,
    possible INTEGER,
    missed_deadline INTEGER,           -- 1 = an update in it, or a group of its updates, is over a deadline
    label TEXT                         -- its name in chains
) STRICT;
INSERT INTO interaction VALUES(1,1,1,1,0,NULL,24,1000000000,80000000,1080000000,5,5,0,3,1,1,9000000,2,1,2,0,1,16666666,208.33332499999997367,1,0,0,1,'Tap "Favorite "é""');
INSERT INTO interaction VALUES(2,1,2,2,7,25,26,1500000000,1000000,1501000000,0,0,0,0,0,0,0,0,0,0,0,0,0,0.0,0,0,0,0,'Éclair ""');
INSERT INTO interaction VALUES(3,1,3,3,1,NULL,NULL,2000000000,NULL,2263300000,3,2,1,0,0,3,0,0,1,2,0,0,0,0.0,0,0,0,1,'Scroll');
INSERT INTO interaction VALUES(17,2,1,17,0,NULL,24,1000000000,80000000,1080000000,5,5,0,3,1,1,9000000,2,2,1,0,1,16666666,208.33332499999997367,1,0,0,1,'Tap "Favorite "é""');
INSERT INTO interaction VALUES(18,2,2,18,7,25,26,1500000000,1000000,1501000000,0,0,0,0,0,0,0,0,0,0,0,0,0,0.0,0,0,0,0,'Éclair ""');
INSERT INTO interaction VALUES(19,2,3,19,1,NULL,NULL,2000000000,NULL,2263300000,3,2,1,0,0,3,0,1,0,2,0,0,0,0.0,0,0,0,1,'Scroll');
CREATE TABLE cause_chain (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    step_id INTEGER NOT NULL,          -- chain_step.id of its last node
    root_name_id INTEGER NOT NULL,     -- first node
    path TEXT NOT NULL,                -- names joined by ' → '
    depth INTEGER NOT NULL,            -- number of nodes
    updates INTEGER NOT NULL,
    total_ns INTEGER NOT NULL,
    red INTEGER NOT NULL,
    orange INTEGER NOT NULL,
    gray INTEGER NOT NULL,
    unnecessary INTEGER NOT NULL,
    wasted_ns INTEGER NOT NULL,
    goes_round INTEGER NOT NULL        -- 1 = an event of the app goes through the system and comes back to the app
) STRICT;
INSERT INTO cause_chain VALUES(1,1,2,30,'Tap "Favorite "é"" → LandmarkList.body',2,1,21500000,1,0,0,0,0,0);
INSERT INTO cause_chain VALUES(2,1,4,30,'Tap "Favorite "é"" → ModelData.favorites → LandmarkRow.body',3,1,17250000,1,0,0,0,0,0);
INSERT INTO cause_chain VALUES(3,1,6,27,'Transaction → LandmarkRow.body',2,1,9000000,0,1,0,1,9000000,0);
INSERT INTO cause_chain VALUES(4,1,8,30,'Tap "Favorite "é"" → ModelData.favorites → EnvironmentWriter → LandmarkRow.body',4,1,8300000,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(5,1,9,30,'Tap "Favorite "é"" → ModelData.favorites → LandmarkRow.body → FavoriteButton.body',4,1,300,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(6,1,11,31,'Scroll → MapView',2,1,12000000,0,1,0,0,0,0);
INSERT INTO cause_chain VALUES(7,1,12,21,'MapView',1,1,300000,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(8,1,13,32,'LandmarkDetail.body',1,1,0,0,0,0,0,0,0);
INSERT INTO cause_chain VALUES(9,1,14,31,'Scroll → LandmarkDetail.body',2,1,1600000,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(10,2,16,30,'Tap "Favorite "é"" → LandmarkList.body',2,1,21500000,1,0,0,0,0,0);
INSERT INTO cause_chain VALUES(11,2,18,30,'Tap "Favorite "é"" → ModelData.favorites → LandmarkRow.body',3,1,17250000,1,0,0,0,0,0);
INSERT INTO cause_chain VALUES(12,2,20,27,'Transaction → LandmarkRow.body',2,1,9000000,0,1,0,1,9000000,0);
INSERT INTO cause_chain VALUES(13,2,22,30,'Tap "Favorite "é"" → ModelData.favorites → EnvironmentWriter → LandmarkRow.body',4,1,8300000,0,1,0,0,0,0);
INSERT INTO cause_chain VALUES(14,2,23,30,'Tap "Favorite "é"" → ModelData.favorites → LandmarkRow.body → FavoriteButton.body',4,1,300,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(15,2,25,31,'Scroll → MapView',2,1,12000000,1,0,0,0,0,0);
INSERT INTO cause_chain VALUES(16,2,26,21,'MapView',1,1,300000,0,0,1,0,0,0);
INSERT INTO cause_chain VALUES(17,2,27,32,'LandmarkDetail.body',1,1,0,0,0,0,0,0,0);
INSERT INTO cause_chain VALUES(18,2,28,31,'Scroll → LandmarkDetail.body',2,1,1600000,0,0,1,0,0,0);
CREATE TABLE chain_step (
    id INTEGER PRIMARY KEY,            -- dense; larger than its parent's
    trace_id INTEGER NOT NULL,         -- trace.id
    parent_id INTEGER,                 -- chain_step.id; NULL = a root
    name_id INTEGER NOT NULL
) STRICT;
INSERT INTO chain_step VALUES(1,1,NULL,30);
INSERT INTO chain_step VALUES(2,1,1,33);
INSERT INTO chain_step VALUES(3,1,1,28);
INSERT INTO chain_step VALUES(4,1,3,34);
INSERT INTO chain_step VALUES(5,1,NULL,27);
INSERT INTO chain_step VALUES(6,1,5,34);
INSERT INTO chain_step VALUES(7,1,3,29);
INSERT INTO chain_step VALUES(8,1,7,34);
INSERT INTO chain_step VALUES(9,1,4,35);
INSERT INTO chain_step VALUES(10,1,NULL,31);
INSERT INTO chain_step VALUES(11,1,10,21);
INSERT INTO chain_step VALUES(12,1,NULL,21);
INSERT INTO chain_step VALUES(13,1,NULL,32);
INSERT INTO chain_step VALUES(14,1,10,32);
INSERT INTO chain_step VALUES(15,2,NULL,30);
INSERT INTO chain_step VALUES(16,2,15,33);
INSERT INTO chain_step VALUES(17,2,15,28);
INSERT INTO chain_step VALUES(18,2,17,34);
INSERT INTO chain_step VALUES(19,2,NULL,27);
INSERT INTO chain_step VALUES(20,2,19,34);
INSERT INTO chain_step VALUES(21,2,17,29);
INSERT INTO chain_step VALUES(22,2,21,34);
INSERT INTO chain_step VALUES(23,2,18,35);
INSERT INTO chain_step VALUES(24,2,NULL,31);
INSERT INTO chain_step VALUES(25,2,24,21);
INSERT INTO chain_step VALUES(26,2,NULL,21);
INSERT INTO chain_step VALUES(27,2,NULL,32);
INSERT INTO chain_step VALUES(28,2,24,32);
CREATE TABLE update_group (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    source_id,                         -- the exporter's own id: INTEGER, or TEXT above 2^63 - 1
    label_id INTEGER,
    thread_id INTEGER,
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER,               -- as recorded; NULL = unknown
    busy_ns INTEGER,                   -- union of its updates' intervals, else its own duration
    updates INTEGER,                   -- NULL = not analysed
    severity INTEGER,                  -- 0 gray, 1 orange, 2 red: of busy_ns
    accumulated INTEGER,               -- 1 = orange or red though no single update in it is
    derived INTEGER NOT NULL,          -- 1 = not in the source: a run of updates with gaps of at most 1 ms
    is_record INTEGER NOT NULL         -- 1 = the source describes it, 0 = derived, or only updates name its id
);
INSERT INTO update_group VALUES(1,1,5,NULL,9,1000900000,40000000,34590300,4,2,0,0,1);
INSERT INTO update_group VALUES(2,2,5,NULL,9,1000900000,40000000,34590300,4,2,0,0,1);
CREATE TABLE signpost_site (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    name_id INTEGER NOT NULL,
    subsystem_id INTEGER,
    category_id INTEGER,
    process_id INTEGER,                -- name of the process
    thread_id INTEGER,
    scope_id INTEGER                   -- process, thread or system
) STRICT;
INSERT INTO signpost_site VALUES(1,1,4,5,6,NULL,NULL,NULL);
INSERT INTO signpost_site VALUES(2,1,7,NULL,NULL,NULL,NULL,NULL);
INSERT INTO signpost_site VALUES(3,1,4,5,8,NULL,NULL,NULL);
INSERT INTO signpost_site VALUES(4,2,4,5,6,NULL,NULL,NULL);
INSERT INTO signpost_site VALUES(5,2,7,NULL,NULL,NULL,NULL,NULL);
INSERT INTO signpost_site VALUES(6,2,4,5,8,NULL,NULL,NULL);
CREATE TABLE signpost (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    site_id INTEGER NOT NULL,          -- signpost_site.id
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER,               -- NULL = a single event, or an interval without one of its ends
    pairing INTEGER NOT NULL,          -- 0 complete, 1 begin without end, 2 end without begin
    message_id INTEGER,
    signpost_id                        -- 64-bit id: INTEGER, or TEXT above 2^63 - 1
);
INSERT INTO signpost VALUES(1,1,1,5,7,0,3,'17216892719917625070');
INSERT INTO signpost VALUES(2,1,2,6,NULL,0,NULL,NULL);
INSERT INTO signpost VALUES(3,1,1,500,70000,0,NULL,2);
INSERT INTO signpost VALUES(4,1,3,1500,1,0,NULL,2);
INSERT INTO signpost VALUES(5,2,4,5,7,0,3,'17216892719917625070');
INSERT INTO signpost VALUES(6,2,5,6,NULL,0,NULL,NULL);
INSERT INTO signpost VALUES(7,2,4,500,70000,0,NULL,2);
INSERT INTO signpost VALUES(8,2,6,1500,1,0,NULL,2);
CREATE TABLE signpost_sum (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    name_id INTEGER NOT NULL,
    subsystem_id INTEGER,
    category_id INTEGER,
    intervals INTEGER NOT NULL,        -- with both ends
    events INTEGER NOT NULL,
    unpaired INTEGER NOT NULL,         -- intervals without one of their ends
    total_ns INTEGER NOT NULL,         -- of the intervals
    max_ns INTEGER                     -- longest; NULL = no interval
) STRICT;
INSERT INTO signpost_sum VALUES(1,1,4,5,6,2,0,0,70007,70000);
INSERT INTO signpost_sum VALUES(2,1,7,NULL,NULL,0,1,0,0,NULL);
INSERT INTO signpost_sum VALUES(3,1,4,5,8,1,0,0,1,1);
INSERT INTO signpost_sum VALUES(4,2,4,5,6,2,0,0,70007,70000);
INSERT INTO signpost_sum VALUES(5,2,7,NULL,NULL,0,1,0,0,NULL);
INSERT INTO signpost_sum VALUES(6,2,4,5,8,1,0,0,1,1);
CREATE TABLE hitch (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    is_system INTEGER NOT NULL,        -- 1 = not the app's; left out of ratios
    narrative_id INTEGER,              -- the exporter's words
    interaction_id INTEGER,            -- the window that holds its start
    overlapping_views TEXT,            -- views updated during it, longest first
    coverage REAL,                     -- main-thread samples present / expected; NULL = no samples
    hottest_frames TEXT,               -- the main thread's innermost frames with their samples, most first
    is_idle INTEGER NOT NULL           -- 1 = no view update and no update group ran during it
) STRICT;
INSERT INTO hitch VALUES(1,1,1020000000,16666666,0,36,1,'LandmarkRow 15.7 ms',0.0,NULL,0);
INSERT INTO hitch VALUES(2,2,1020000000,16666666,0,36,17,'LandmarkRow 15.7 ms',0.0,NULL,0);
CREATE TABLE hang (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    start_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    word_id INTEGER,                   -- the exporter's class, NULL = none given
    class TEXT NOT NULL,               -- the exporter's word, else by duration
    thread_id INTEGER,
    interaction_id INTEGER,
    overlapping_views TEXT,
    coverage REAL,
    hottest_frames TEXT,
    is_idle INTEGER NOT NULL
) STRICT;
INSERT INTO hang VALUES(1,1,90000000,260000000,37,'Microhang',9,NULL,'LandmarkList 21.5 ms',0.0076923076923076927347,'read 1, sort 1',0);
INSERT INTO hang VALUES(2,2,90000000,260000000,37,'Microhang',9,NULL,'LandmarkList 21.5 ms',0.0076923076923076927347,'read 1, sort 1',0);
CREATE TABLE sample (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    start_ns INTEGER NOT NULL,
    weight_ns INTEGER,                 -- CPU time; NULL = the source counts something else
    thread_id INTEGER,
    state_id INTEGER,                  -- state of the thread (Running, Blocked), where given
    stack_id INTEGER                   -- stack_frame.id of the leaf
);
INSERT INTO sample VALUES(1,1,95000000,1000000,9,NULL,3);
INSERT INTO sample VALUES(2,1,110000000,1000000,9,NULL,5);
INSERT INTO sample VALUES(3,2,95000000,1000000,9,NULL,8);
INSERT INTO sample VALUES(4,2,110000000,1000000,9,NULL,10);
CREATE TABLE stack_frame (
    id INTEGER PRIMARY KEY,            -- dense
    trace_id INTEGER NOT NULL,         -- trace.id
    caller_id INTEGER,                 -- stack_frame.id; NULL = outermost
    frame_id INTEGER NOT NULL,         -- symbol
    binary_id INTEGER,                 -- the binary that holds it
    is_app INTEGER NOT NULL            -- 1 = the binary is the app's own
) STRICT;
INSERT INTO stack_frame VALUES(1,1,NULL,9,NULL,0);
INSERT INTO stack_frame VALUES(2,1,1,10,NULL,0);
INSERT INTO stack_frame VALUES(3,1,2,11,NULL,0);
INSERT INTO stack_frame VALUES(4,1,1,12,NULL,0);
INSERT INTO stack_frame VALUES(5,1,4,13,NULL,0);
INSERT INTO stack_frame VALUES(6,2,NULL,9,NULL,0);
INSERT INTO stack_frame VALUES(7,2,6,10,NULL,0);
INSERT INTO stack_frame VALUES(8,2,7,11,NULL,0);
INSERT INTO stack_frame VALUES(9,2,6,12,NULL,0);
INSERT INTO stack_frame VALUES(10,2,9,13,NULL,0);
CREATE TABLE hot_frame (
    update_id INTEGER PRIMARY KEY,     -- view_update.id
    trace_id INTEGER NOT NULL,         -- trace.id
    frame_id INTEGER NOT NULL,         -- symbol
    samples INTEGER NOT NULL,          -- samples in it, or in what it calls outside the app
    body_samples INTEGER NOT NULL      -- all samples inside the body
) STRICT;
INSERT INTO hot_frame VALUES(7,1,12,1,1);
INSERT INTO hot_frame VALUES(23,2,12,1,1);
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
    period TEXT                        -- the time it sums up, as the source writes it
) STRICT;
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
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,            -- dense, ranked
    trace_id INTEGER NOT NULL,         -- trace.id
    rule TEXT NOT NULL,                -- the rule's id
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    interaction_id INTEGER,
    view TEXT,
    evidence TEXT NOT NULL,            -- the numbers, in words
    hint TEXT NOT NULL,                -- what to do
    effort TEXT NOT NULL,              -- small, medium or large
    sql TEXT NOT NULL                  -- lists the rows behind it
) STRICT;
INSERT INTO finding VALUES(1,1,'hang-blocked','high','The main thread hangs, waiting in sort',NULL,NULL,'1 hang (Microhang) of 260.0 ms at 0.090 s, during launch; the main thread ran 1 % of that time, 50 % of its samples in LandmarkList.body.getter → sort; views updated meanwhile: LandmarkList','Do not wait on the main thread in sort: await the result instead of semaphore.wait(), DispatchQueue.sync, or synchronous file and network calls; hold locks only briefly.','medium',replace('SELECT id, class, start_ms, duration_ms, main_thread_coverage, overlapping_views, interaction_id\nFROM hangs\nWHERE trace_id = 1 AND coalesce(thread, ''main'') = ''main'' AND main_thread_coverage < 0.25\n    AND start_ns IN (90000000)\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(2,1,'long-body','medium','LandmarkList.body is too long for a frame',1,'LandmarkList','1 of 1 update missed the deadline: 1 red (> 16.67 ms); longest 21.5 ms; 13.2 ms of 21.5 ms lie past 8.3 ms; first appearances: all of them; 100 % of the samples in them are in sort','Take sort out of LandmarkList.body: do it once, where the model changes, and hand LandmarkList the result.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 1 AND view = ''LandmarkList'' AND module = ''Landmarks'' AND kind = ''body''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(3,1,'long-body','medium','LandmarkRow.body is too long for a frame',1,'LandmarkRow','2 of 3 updates missed the deadline: 1 red (> 16.67 ms), 1 orange (> 8.3 ms); longest 17.3 ms; 9.7 ms of 26.3 ms lie past 8.3 ms','Give LandmarkRow finished values: do formatting, sorting, filtering and decoding where the model changes, not in body; record with Time Profiler to see the calls.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 1 AND view = ''LandmarkRow'' AND module IS NULL AND kind = ''body''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(4,1,'long-representable','low','Updating the bridged view MapView is too long for a frame',3,'MapView','1 of 1 update missed the deadline: 1 orange (> 8.3 ms); longest 12.0 ms; 3.7 ms of 12.0 ms lie past 8.3 ms','In the update method of MapView, set only what differs from the last call (keep the last values in the coordinator); move once-only work to the make method.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 1 AND view = ''MapView'' AND module IS NULL AND kind = ''representable''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(5,1,'unterminated','medium','1 update without an end',NULL,'LandmarkDetail','LandmarkDetail 1; the last began at 2.900 s, the recording ended at 3.000 s; in no sum of times','Look at what these bodies were doing when the recording ended; if nothing, stop recording a little later.','small',replace('SELECT id, view, kind, start_ms, phase, thread, instance, interaction_id, driving_cause\nFROM updates\nWHERE trace_id = 1 AND duration_ns IS NULL AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(6,2,'hang-blocked','high','The main thread hangs, waiting in sort',NULL,NULL,'1 hang (Microhang) of 260.0 ms at 0.090 s, during launch; the main thread ran 1 % of that time, 50 % of its samples in LandmarkList.body.getter → sort; views updated meanwhile: LandmarkList','Do not wait on the main thread in sort: await the result instead of semaphore.wait(), DispatchQueue.sync, or synchronous file and network calls; hold locks only briefly.','medium',replace('SELECT id, class, start_ms, duration_ms, main_thread_coverage, overlapping_views, interaction_id\nFROM hangs\nWHERE trace_id = 2 AND coalesce(thread, ''main'') = ''main'' AND main_thread_coverage < 0.25\n    AND start_ns IN (90000000)\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(7,2,'long-body','medium','LandmarkRow.body is too long for a frame',17,'LandmarkRow','3 of 3 updates missed the deadline: 1 red (> 10 ms), 2 orange (> 5 ms); longest 17.3 ms; 19.6 ms of 34.6 ms lie past 5 ms','Give LandmarkRow finished values: do formatting, sorting, filtering and decoding where the model changes, not in body; record with Time Profiler to see the calls.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 2 AND view = ''LandmarkRow'' AND module IS NULL AND kind = ''body''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(8,2,'long-body','medium','LandmarkList.body is too long for a frame',17,'LandmarkList','1 of 1 update missed the deadline: 1 red (> 10 ms); longest 21.5 ms; 16.5 ms of 21.5 ms lie past 5 ms; first appearances: all of them; 100 % of the samples in them are in sort','Take sort out of LandmarkList.body: do it once, where the model changes, and hand LandmarkList the result.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 2 AND view = ''LandmarkList'' AND module = ''Landmarks'' AND kind = ''body''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(9,2,'long-representable','medium','Updating the bridged view MapView is too long for a frame',19,'MapView','1 of 1 update missed the deadline: 1 red (> 10 ms); longest 12.0 ms; 7.0 ms of 12.0 ms lie past 5 ms','In the update method of MapView, set only what differs from the last call (keep the last values in the coordinator); move once-only work to the make method.','medium',replace('SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed\nFROM long_updates\nWHERE trace_id = 2 AND view = ''MapView'' AND module IS NULL AND kind = ''representable''\n    AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
INSERT INTO finding VALUES(10,2,'unterminated','medium','1 update without an end',NULL,'LandmarkDetail','LandmarkDetail 1; the last began at 2.900 s, the recording ended at 3.000 s; in no sum of times','Look at what these bodies were doing when the recording ended; if nothing, stop recording a little later.','small',replace('SELECT id, view, kind, start_ms, phase, thread, instance, interaction_id, driving_cause\nFROM updates\nWHERE trace_id = 2 AND duration_ns IS NULL AND phase <> ''check'' AND start_ns IS NOT NULL\nORDER BY start_ns, id','\n',char(10)));
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
INSERT INTO import_reject VALUES(1,1,'version-1.json',25,77,1937,'negative','the duration is negative (-5 ns)','{"id": 20, "view": "LandmarkDetail", "start_ns": 3300000000, "duration_ns": -5}');
INSERT INTO import_reject VALUES(2,2,'version-1.json',25,77,1937,'negative','the duration is negative (-5 ns)','{"id": 20, "view": "LandmarkDetail", "start_ns": 3300000000, "duration_ns": -5}');
CREATE TABLE import_counter (
    id INTEGER PRIMARY KEY,            -- dense, in the order of the closed list
    trace_id INTEGER NOT NULL,         -- trace.id
    counter TEXT NOT NULL,             -- from a closed list
    detail TEXT NOT NULL,              -- e.g. the schema or the key; '' = none
    count INTEGER NOT NULL,
    meaning TEXT NOT NULL              -- a sentence
) STRICT;
INSERT INTO import_counter VALUES(1,1,'rows-seen','',29,'rows the input holds, whatever became of them');
INSERT INTO import_counter VALUES(2,1,'rows-imported','',28,'rows that became records');
INSERT INTO import_counter VALUES(3,1,'rows-rejected','',1,'rows that could not be taken; each is in import_rejects');
INSERT INTO import_counter VALUES(4,1,'rejected-in-lane','updates',1,'rows of this lane that could not be taken');
INSERT INTO import_counter VALUES(5,1,'unknown-word','interaction kind ''éclair''',1,'records with a kind, phase or origin that is not one of the format''s words; kept as it is');
INSERT INTO import_counter VALUES(6,1,'unknown-word','update kind ''Geometry''',1,'records with a kind, phase or origin that is not one of the format''s words; kept as it is');
INSERT INTO import_counter VALUES(7,1,'unterminated-updates','',1,'updates without an end');
INSERT INTO import_counter VALUES(8,1,'checks','',1,'view checks: notified, body not run');
INSERT INTO import_counter VALUES(9,2,'rows-seen','',29,'rows the input holds, whatever became of them');
INSERT INTO import_counter VALUES(10,2,'rows-imported','',28,'rows that became records');
INSERT INTO import_counter VALUES(11,2,'rows-rejected','',1,'rows that could not be taken; each is in import_rejects');
INSERT INTO import_counter VALUES(12,2,'rejected-in-lane','updates',1,'rows of this lane that could not be taken');
INSERT INTO import_counter VALUES(13,2,'unknown-word','interaction kind ''éclair''',1,'records with a kind, phase or origin that is not one of the format''s words; kept as it is');
INSERT INTO import_counter VALUES(14,2,'unknown-word','update kind ''Geometry''',1,'records with a kind, phase or origin that is not one of the format''s words; kept as it is');
INSERT INTO import_counter VALUES(15,2,'unterminated-updates','',1,'updates without an end');
INSERT INTO import_counter VALUES(16,2,'checks','',1,'view checks: notified, body not run');
CREATE INDEX long_update ON view_update (trace_id, duration_ns) WHERE codes & 4096;
CREATE VIEW traces AS
SELECT t.id, t.name, t.source_file, t.format, t.app, t.process, t.pid, t.device, t.os, t.build, t.configuration,
    t.refresh_hz, t.started_at, t.duration_ns / 1e6 AS duration_ms, t.profile, t.orange_ns, t.red_ns,
    (SELECT coalesce(sum(v.updates), 0) FROM view v WHERE v.trace_id = t.id) AS updates,
    (SELECT coalesce(sum(v.untimed), 0) FROM view v WHERE v.trace_id = t.id) AS untimed,
    t.truncated_byte IS NOT NULL AS truncated, t.truncated_byte, t.truncated_file, t.damage, t.warnings, t.lanes, t.content_hash,
    t.imported_at, t.label
FROM trace t;
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
    u.start_ns, u.start_ns / 1e6 AS start_ms, u.duration_ns, u.duration_ns / 1e6 AS duration_ms,
    CASE u.codes >> 11 & 3 WHEN 1 THEN 'gray' WHEN 2 THEN 'orange' WHEN 3 THEN 'red' END AS severity,
    CASE WHEN u.instruments_severity_id IS NOT NULL
        THEN (SELECT x.text FROM name x WHERE x.id = u.instruments_severity_id) END AS instruments_severity,
    u.group_id, u.interaction_id,
    CASE u.codes >> 2 & 7 WHEN 0 THEN 'linked' WHEN 1 THEN 'temporal' WHEN 2 THEN 'launch' WHEN 3 THEN 'unattributed'
        WHEN 4 THEN 'untimed' END AS membership,
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
    u.chain_id, u.allocations, u.downstream_ns / 1e6 AS downstream_ms,
    CASE WHEN u.changed_id IS NOT NULL THEN (SELECT p.text FROM property_list p WHERE p.id = u.changed_id) END AS changed
FROM view_update u
JOIN update_site s ON s.id = u.codes >> 13
JOIN name n ON n.id = s.name_id;
CREATE VIEW long_updates AS
SELECT u.id, x.trace_id, u.source_id, u.view, u.raw_view, u.module, u.kind, u.phase, u.category, u.thread, u.instance,
    u.start_ns, u.start_ms, x.duration_ns, u.duration_ms, u.severity, u.instruments_severity, u.group_id,
    u.interaction_id, u.membership, u.verdict, u.reason, u.confidence, u.driving_cause, u.root_cause, u.chain_id,
    u.allocations, u.downstream_ms, u.changed, n.text AS hottest_frame, h.samples AS hottest_frame_samples, h.body_samples
FROM view_update x
CROSS JOIN updates u ON u.id = x.id -- in the order of the index, so that a query for the longest reads only those
LEFT JOIN hot_frame h ON h.update_id = x.id
LEFT JOIN name n ON n.id = h.frame_id
WHERE x.codes & 4096
;
CREATE VIEW view_summary AS
SELECT v.id AS view_id, v.trace_id, n.text AS view, m.text AS module,
    CASE v.kind WHEN 0 THEN 'body' WHEN 1 THEN 'representable' WHEN 2 THEN 'layout' WHEN 3 THEN 'gesture'
        WHEN 4 THEN 'on-change' WHEN 5 THEN 'action' ELSE 'other' END AS kind,
    v.updates, v.total_ns / 1e6 AS total_ms, v.median_ns / 1e6 AS median_ms, v.p95_ns / 1e6 AS p95_ms,
    v.max_ns / 1e6 AS max_ms, v.red, v.orange, v.gray, v.unterminated, v.necessary, v.unnecessary, v.unknown,
    v.wasted_ns / 1e6 AS wasted_ms, v.interactions, v.checks, v.untimed, v.proven, v.likely, v.possible
FROM view v
JOIN name n ON n.id = v.name_id
LEFT JOIN name m ON m.id = v.module_id;
CREATE VIEW body_durations AS
SELECT d.id, d.trace_id, d.over_ns / 1e6 AS over_ms, d.up_to_ns / 1e6 AS up_to_ms,
    CASE d.severity WHEN 0 THEN 'gray' WHEN 1 THEN 'orange' ELSE 'red' END AS severity, d.updates
FROM duration_bucket d;
CREATE VIEW timeline AS
SELECT t.id, t.trace_id, t.slice, t.start_ns / 1e6 AS start_ms, t.red + t.orange + t.gray + t.unterminated AS updates,
    t.red, t.orange, t.gray, t.unterminated
FROM time_slice t;
CREATE VIEW interactions AS
SELECT i.id, i.trace_id, CAST(i.source_id AS TEXT) AS source_id,
    CASE i.kind WHEN 0 THEN 'tap' WHEN 1 THEN 'scroll' WHEN 2 THEN 'swipe' WHEN 3 THEN 'type' WHEN 4 THEN 'appear'
        WHEN 5 THEN 'navigation' WHEN 6 THEN 'launch' WHEN 8 THEN 'signpost' WHEN 9 THEN 'trace'
        ELSE coalesce((SELECT w.text FROM name w WHERE w.id = i.kind_word_id), 'other') END AS kind,
    (SELECT n.text FROM name n WHERE n.id = i.name_id) AS name, i.start_ns, i.start_ns / 1e6 AS start_ms, i.end_ns / 1e6 AS end_ms, i.updates, i.linked,
    i.temporal, i.necessary, i.unnecessary, i.unknown, i.wasted_ns / 1e6 AS wasted_ms, i.red, i.orange, i.gray,
    i.checks, i.hitch_ns / 1e6 AS hitch_ms, i.hitch_ratio, i.unterminated, i.duration_ns / 1e6 AS duration_ms, i.node_id,
    i.proven, i.likely, i.possible, i.missed_deadline,
    CASE WHEN i.hitch_ratio IS NULL THEN NULL WHEN i.hitch_ratio <= 5 THEN 'good' WHEN i.hitch_ratio <= 10 THEN 'warning'
        ELSE 'critical' END AS hitch_band
FROM interaction i;
CREATE VIEW unnecessary_updates AS
SELECT * FROM updates WHERE verdict = 'unnecessary';
CREATE VIEW causes AS
SELECT c.id, c.trace_id, CAST(c.source_id AS TEXT) AS source_id,
    coalesce(w.text, CASE c.kind WHEN 0 THEN 'state' WHEN 1 THEN 'observable' WHEN 2 THEN 'defaults'
        WHEN 3 THEN 'environment' WHEN 4 THEN 'external-environment' WHEN 5 THEN 'environment-writer'
        WHEN 6 THEN 'observer' WHEN 7 THEN 'transaction' WHEN 8 THEN 'creation' WHEN 9 THEN 'system'
        WHEN 11 THEN 'gesture' WHEN 12 THEN 'update' ELSE 'other' END) AS kind,
    n.text AS name, CASE c.origin WHEN 0 THEN 'app' WHEN 1 THEN 'system' ELSE 'unknown' END AS origin,
    c.start_ns, c.start_ns / 1e6 AS start_ms, c.fan_out, c.updates, c.total_ns / 1e6 AS total_ms,
    c.wasted_ns / 1e6 AS wasted_ms
FROM cause c
JOIN name n ON n.id = c.name_id
LEFT JOIN name w ON w.id = c.kind_word_id
UNION ALL
SELECT i.id, i.trace_id, CAST(i.source_id AS TEXT), 'gesture', i.label, 'unknown', i.start_ns, i.start_ns / 1e6,
    NULL, i.updates, NULL, i.wasted_ns / 1e6
FROM interaction i
WHERE i.node_id = i.id;
CREATE VIEW node_names AS
SELECT c.id, c.trace_id, n.text AS name FROM cause c JOIN name n ON n.id = c.name_id
UNION ALL
SELECT i.id, i.trace_id, i.label FROM interaction i
UNION ALL
SELECT u.id, u.trace_id, n.text || CASE s.kind WHEN 0 THEN '.body' ELSE '' END
FROM view_update u JOIN update_site s ON s.id = u.codes >> 13 JOIN name n ON n.id = s.name_id;
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
    SELECT e.id, e.trace_id, e.from_id, e.to_id, l.text AS label, e.at_ns, p.text AS changed
    FROM edge e
    JOIN name l ON l.id = e.label_id
    LEFT JOIN property_list p ON p.id = e.changed_id
    UNION ALL
    SELECT -u.id, u.trace_id, u.cause_id, u.id, 'update', NULL, NULL FROM view_update u WHERE u.cause_id IS NOT NULL
    UNION ALL
    SELECT -c.id, c.trace_id, c.cause_id, c.id, 'update', NULL, NULL FROM cause c WHERE c.cause_id IS NOT NULL
) e;
CREATE VIEW cause_chains AS
SELECT k.id, k.trace_id, (SELECT n.text FROM name n WHERE n.id = k.root_name_id) AS root_cause, k.path AS chain, k.depth, k.updates, k.total_ns / 1e6 AS total_ms,
    k.red, k.orange, k.gray, k.unnecessary, k.wasted_ns / 1e6 AS wasted_ms, k.step_id, k.goes_round
FROM cause_chain k;
CREATE VIEW chain_steps AS
SELECT s.id, s.trace_id, s.parent_id, n.text AS name
FROM chain_step s
JOIN name n ON n.id = s.name_id;
CREATE VIEW update_groups AS
SELECT g.id, g.trace_id, CAST(g.source_id AS TEXT) AS source_id, g.start_ns, g.start_ns / 1e6 AS start_ms,
    g.duration_ns / 1e6 AS duration_ms, g.busy_ns / 1e6 AS busy_ms, g.updates,
    CASE g.severity WHEN 0 THEN 'gray' WHEN 1 THEN 'orange' WHEN 2 THEN 'red' END AS severity, g.accumulated,
    l.text AS label, t.text AS thread, g.derived
FROM update_group g
LEFT JOIN name l ON l.id = g.label_id
LEFT JOIN name t ON t.id = g.thread_id;
CREATE VIEW hitches AS
SELECT h.id, h.trace_id, h.start_ns, h.start_ns / 1e6 AS start_ms, h.duration_ns / 1e6 AS duration_ms,
    CASE h.is_system WHEN 1 THEN 'system' ELSE 'app' END AS class, n.text AS narrative, h.interaction_id,
    h.overlapping_views, h.coverage AS main_thread_coverage, h.hottest_frames, h.is_idle AS swiftui_idle
FROM hitch h
LEFT JOIN name n ON n.id = h.narrative_id;
CREATE VIEW hangs AS
SELECT h.id, h.trace_id, h.start_ns, h.start_ns / 1e6 AS start_ms, h.duration_ns / 1e6 AS duration_ms, h.class,
    t.text AS thread, h.interaction_id, h.overlapping_views, h.coverage AS main_thread_coverage, h.hottest_frames,
    h.is_idle AS swiftui_idle
FROM hang h
LEFT JOIN name t ON t.id = h.thread_id;
CREATE VIEW signposts AS
SELECT s.id, s.trace_id, n.text AS name, b.text AS subsystem, c.text AS category,
    CAST(s.signpost_id AS TEXT) AS signpost_id, p.text AS process, t.text AS thread, o.text AS scope,
    s.start_ns, s.start_ns / 1e6 AS start_ms, s.duration_ns / 1e6 AS duration_ms, m.text AS message,
    CASE s.pairing WHEN 1 THEN 'begin' WHEN 2 THEN 'end' END AS unpaired
FROM signpost s
JOIN signpost_site i ON i.id = s.site_id
JOIN name n ON n.id = i.name_id
LEFT JOIN name b ON b.id = i.subsystem_id
LEFT JOIN name c ON c.id = i.category_id
LEFT JOIN name p ON p.id = i.process_id
LEFT JOIN name t ON t.id = i.thread_id
LEFT JOIN name o ON o.id = i.scope_id
LEFT JOIN name m ON m.id = s.message_id;
CREATE VIEW signpost_summary AS
SELECT s.id, s.trace_id, n.text AS name, b.text AS subsystem, c.text AS category, s.intervals, s.events, s.unpaired,
    s.total_ns / 1e6 AS total_ms, s.max_ns / 1e6 AS max_ms
FROM signpost_sum s
JOIN name n ON n.id = s.name_id
LEFT JOIN name b ON b.id = s.subsystem_id
LEFT JOIN name c ON c.id = s.category_id;
CREATE VIEW samples AS
SELECT s.id, s.trace_id, s.start_ns, s.start_ns / 1e6 AS start_ms, s.weight_ns / 1e6 AS weight_ms, t.text AS thread,
    n.text AS leaf, s.stack_id, w.text AS state
FROM sample s
LEFT JOIN stack_frame f ON f.id = s.stack_id
LEFT JOIN name n ON n.id = f.frame_id
LEFT JOIN name t ON t.id = s.thread_id
LEFT JOIN name w ON w.id = s.state_id;
CREATE VIEW metrics AS
SELECT m.id, m.trace_id, m.source, m.test, m.name, m.category, m.metric, m.value, m.unit, m.iteration, m.device,
    m.period
FROM metric m;
CREATE VIEW metric_buckets AS
SELECT b.id, b.trace_id, b.source, b.name, b.category, b.metric, b.start AS bucket_start, b."end" AS bucket_end,
    b.unit, b.count, b.device, b.period
FROM metric_bucket b;
CREATE VIEW stack_frames AS
SELECT f.id, f.trace_id, f.caller_id, n.text AS frame, b.text AS binary, f.is_app
FROM stack_frame f
JOIN name n ON n.id = f.frame_id
LEFT JOIN name b ON b.id = f.binary_id;
CREATE VIEW findings AS
SELECT f.id, f.trace_id, f.rule, f.severity, f.title, f.interaction_id, f.view, f.evidence, f.hint, f.effort, f.sql
FROM finding f;
CREATE VIEW import_rejects AS
SELECT r.id, r.trace_id, r.file, r.line, r."column", r.byte, r.kind, r.message, r.raw
FROM import_reject r;
CREATE VIEW import_counters AS
SELECT c.trace_id, c.counter, c.detail, c.count, c.meaning, c.id
FROM import_counter c;
COMMIT;
