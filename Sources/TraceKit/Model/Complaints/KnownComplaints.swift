/// All known complaints by their words in the log. Add new ones here.
enum KnownComplaints {
    static let all: [KnownComplaint] = ofLoops + ofUpdates + ofLayout + ofThreads

    /// Work that triggers itself.
    private static let ofLoops: [KnownComplaint] = [
        KnownComplaint(
            id: "attribute-graph-cycle", weight: .loop, isOfGraph: true,
            patterns: [
                "=== AttributeGraph: cycle detected through attribute {} ===",
                "AttributeGraph: cycle detected through attribute ",
            ],
            title: "An update loop: AttributeGraph found a cycle",
            matters:
                """
                A view needs a value that is only known once the view is updated: SwiftUI breaks the cycle and shows \
                an old value.
                """,
            fix:
                """
                Find the state that a view writes from layout or from its body and reads again, and break that loop: \
                measure with onGeometryChange, write only where the value differs.
                """),
        KnownComplaint(
            id: "preference-loop", weight: .loop, isOfGraph: true,
            patterns: [
                "Bound preference {subject} tried to update multiple times per frame"
            ],
            title: "A layout loop: the preference {subject} is written several times a frame",
            matters:
                """
                What onPreferenceChange writes changes the layout that the preference comes from, so that each frame \
                is laid out several times.
                """,
            fix:
                """
                Break the loop: measure with onGeometryChange, update the state only when the value has changed, and \
                don't use a measured size to lay out the view that was measured.
                """),
        KnownComplaint(
            id: "action-loop", weight: .loop, isOfGraph: true,
            patterns: [
                "onChange(of: {subject}) action tried to update multiple times per frame"
            ],
            title: "An update loop: the action of onChange(of: {subject}) runs several times a frame",
            nameOfSubject: "onChange(of: {subject})",
            matters:
                """
                The action changes what it is called for, directly or through layout, so that each frame is updated \
                several times.
                """,
            fix:
                """
                Write in the action only where the value differs, and not what the observed value is computed or \
                measured from.
                """),
        KnownComplaint(
            id: "modifier-loop", weight: .loop, isOfGraph: true,
            patterns: [
                "<{subject}> tried to update multiple times per frame",
                "FocusedValue update tried to update multiple times per frame",
                "NavigationRequestObserver tried to update multiple times per frame",
                "Update NavigationAuthority bound path tried to update multiple times per frame",
                "Update NavigationRequestObserver tried to update multiple times per frame",
            ],
            title: "An update loop: {subject} runs several times a frame",
            titleWithoutSubject:
                "An update loop: a focused value or a navigation path is written several times a frame",
            matters:
                "What the action writes changes what it is called for, so that each frame is updated several times.",
            fix:
                """
                Write only where the value differs, keep one owner of the value, and do not make a new closure or \
                object for it in each body.
                """),
        KnownComplaint(
            id: "hosting-layout-loop", weight: .loop,
            patterns: [
                "NSHostingView is being laid out reentrantly while rendering its SwiftUI content"
            ],
            title: "A layout loop: a NSHostingView is laid out while it draws",
            matters: "AppKit skips that layout pass: content has the wrong size until the next one.",
            fix:
                """
                Do not resize the window, change constraints or set a rootView from body, onAppear or an observer of \
                layout: do it in the next turn of the main run loop.
                """),
        KnownComplaint(
            id: "layout-recursion", weight: .loop,
            patterns: [
                "It's not legal to call -layoutSubtreeIfNeeded on a view which is already being laid out",
                "Layout still needs update after calling -[{subject} layout]",
            ],
            title: "A layout loop: {subject} needs layout again after its layout",
            titleWithoutSubject: "A layout loop: a view is laid out inside its own layout",
            matters: "The view is laid out inside its own layout.",
            fix:
                """
                Change nothing that invalidates layout inside layout(): call super.layout() and leave the rest to \
                the next pass.
                """),
        KnownComplaint(
            id: "constraint-passes", weight: .loop,
            patterns: [
                "Marking window {} as needing Update Constraints in Window",
                "The window has been marked as needing another Update Constraints in Window pass",
                "The window has been marked as needing another Display Window pass",
                "The window has been marked as needing another Layout Window pass",
            ],
            title: "A layout loop: a window updates its constraints again and again in one frame",
            matters:
                """
                Something changes constraints or sizes in each pass: AppKit gives up after as many passes as there are \
                views, and throws.
                """,
            fix:
                """
                Find what changes a size while the window is laid out (a SwiftUI size that depends on the window's, a \
                frame set in updateConstraints) and write only where the value differs.
                """),
        KnownComplaint(
            id: "collection-layout-loop", weight: .loop,
            patterns: [
                "UICollectionView ({}) is stuck in its update/layout loop",
                "UICollectionView is stuck in its update/layout loop",
            ],
            title: "A layout loop: a UICollectionView lays its cells out again and again",
            matters: "Self-sizing cells return another size each time they are asked.",
            fix:
                """
                Make the size of a cell depend on its content and width only, and do not invalidate the layout from \
                inside a cell's layout.
                """),
        KnownComplaint(
            id: "observation-loop", weight: .loop,
            patterns: [
                "Observation tracking feedback loop detected"
            ],
            title: "An update loop: a view changes what it observes",
            matters: "Each update invalidates the view again.",
            fix:
                """
                Do not write observable properties in the methods that read them (layoutSubviews, updateProperties, \
                body): write where the event happens.
                """),
    ]

    /// State, models and identity.
    private static let ofUpdates: [KnownComplaint] = [
        KnownComplaint(
            id: "state-in-update", weight: .medium,
            patterns: [
                "Modifying state during view update, this will cause undefined behavior"
            ],
            title: "State is written while a view body runs",
            matters: "The write may be lost, and it runs the view again right away.",
            fix: "Write state in an action, in onChange or in task, not in body or what body calls."),
        KnownComplaint(
            id: "publish-in-update", weight: .medium,
            patterns: [
                "Publishing changes from within view updates is not allowed"
            ],
            title: "A published property is written while a view body runs",
            matters: "The change may be lost, and every view that observes the object runs again.",
            fix:
                """
                Write the model in an action, in onChange or in task, not in body, in a binding's setter that runs in \
                an update, or in updateUIView.
                """),
        KnownComplaint(
            id: "publish-off-main", weight: .medium,
            patterns: [
                "Publishing changes from background threads is not allowed"
            ],
            title: "A published property is written on a background thread",
            matters: "Views are updated off the main thread, late, or never.",
            fix:
                """
                Make the model @MainActor, or write its published properties in MainActor.run or behind receive(on:).
                """),
        KnownComplaint(
            id: "state-outside-view", weight: .medium,
            patterns: [
                "Accessing {subject}'s value outside of being installed on a View",
                "Accessing {subject}'s object without being installed on a View",
                "Accessing {subject}'s value outside of the body of a View",
                "Accessing {subject} outside of being installed on a View",
            ],
            title: "{subject} is read outside of a view that is on screen",
            matters: "It has its first value there and does not update.",
            fix: "Read it in body only, and pass its value to what runs before or beside it, such as init."),
        KnownComplaint(
            id: "duplicate-id", weight: .medium,
            patterns: [
                "ForEach<{subject}>: the ID {} occurs multiple times within the collection",
                "ForEach: the ID {} occurs multiple times within the collection",
            ],
            title: "Rows of ForEach<{subject}> have the same id",
            titleWithoutSubject: "Rows of a ForEach have the same id",
            matters: "Rows show the wrong content, and changes animate or rebuild more rows than they need.",
            fix:
                """
                Give each element an id of its own that stays the same for as long as the element exists; do not use \
                id: \\.self for values that repeat.
                """),
        KnownComplaint(
            id: "duplicate-child-id", weight: .medium,
            patterns: [
                "Lazy{subject}: the ID {} is used by multiple child views"
            ],
            title: "Children of Lazy{subject} have the same id",
            matters: "Children show the wrong content or none until they are scrolled away and back.",
            fix: "Give each child an id of its own that stays the same for as long as the element exists."),
        KnownComplaint(
            id: "views-per-element", weight: .medium,
            patterns: [
                "Unable to determine number of views per element in the collection {subject}. If this view only produces one",
                "Unable to determine number of views per element in the collection ",
            ],
            title: "A List or ForEach over {subject} cannot know how many views an element makes",
            titleWithoutSubject: "A List or ForEach cannot know how many views an element makes",
            matters:
                """
                SwiftUI then makes the content of every element to count its views, where it would make only the visible rows.
                """,
            fix:
                """
                Make one view for each element: wrap the row in a VStack or in a view of its own, and put conditions \
                inside it or filter the collection first; no AnyView as a row.
                """),
        KnownComplaint(
            id: "constant-foreach", weight: .medium,
            patterns: [
                "ForEach<{subject}> count ({}) != its initial count ({})",
                "ForEach(_:content:) should only be used for *constant* data",
            ],
            title: "The range of ForEach<{subject}> changes",
            titleWithoutSubject: "The range of a ForEach changes",
            matters: "ForEach over a range reads it once: rows are missing, or their data is of others.",
            fix: "Use ForEach over identifiable elements, or ForEach(_:id:content:) with an explicit id."),
        KnownComplaint(
            id: "picker-selection", weight: .low,
            patterns: [
                "Picker: the selection {} is invalid and does not have an associated tag"
            ],
            title: "The selection of a Picker has no tag",
            matters: "The picker shows no selection.",
            fix:
                """
                Give every choice a tag of exactly the selection's type, optional included, and one for no selection.
                """),
        KnownComplaint(
            id: "misplaced-destination", weight: .low,
            patterns: [
                "Do not put a navigation destination modifier inside a",
                "A navigationDestination for {subject} was declared earlier on the stack",
            ],
            title: "navigationDestination for {subject} is declared twice",
            titleWithoutSubject: "navigationDestination is inside a lazy container",
            matters: "The destination is ignored, or is only there while its row is.",
            fix:
                """
                Put navigationDestination once, outside of lazy containers, close to the root of the NavigationStack.
                """),
        KnownComplaint(
            id: "empty-cell", weight: .medium,
            patterns: [
                "List failed to visit cell content, returning an empty cell"
            ],
            title: "A List shows an empty cell",
            matters:
                """
                The row's content went away while the list asked for it, mostly because data changed during an update.
                """,
            fix: "Change the list's data on the main actor and in one step, and give rows ids that stay the same."),
    ]

    /// Layout and drawing.
    private static let ofLayout: [KnownComplaint] = [
        KnownComplaint(
            id: "frame-dimension", weight: .low,
            patterns: [
                "Invalid frame dimension (negative or non-finite)",
                "Contradictory frame constraints specified",
            ],
            title: "A frame has an impossible size",
            matters: "The size is ignored; often it is the result of a division by a size that is still zero.",
            fix: "Clamp what you pass to frame(), and wait for a first size before you compute with it."),
        KnownComplaint(
            id: "length-limits", weight: .low,
            patterns: [
                "<{subject}: {}> has an maximum length ({}) that doesn't satisfy min ("
            ],
            title: "{subject} has limits that contradict each other",
            matters: "The framework lays it out with one of them.",
            fix:
                """
                Let the control have its own size: remove the fixed frame around it, or give both limits the same \
                value.
                """),
        KnownComplaint(
            id: "singular-matrix", weight: .low,
            patterns: [
                "ignoring singular matrix: "
            ],
            title: "A view is scaled to nothing",
            matters: "The transform is ignored: the view is drawn as it was before.",
            fix: "Do not scale to exactly 0: use a small value, or remove the view."),
        KnownComplaint(
            id: "constraints", weight: .low,
            patterns: [
                "Unable to simultaneously satisfy constraints"
            ],
            title: "Constraints contradict each other",
            matters: "Auto Layout breaks one of them and logs, which takes time for every layout of that view.",
            fix: "Remove one of the constraints that the message lists, or give one a lower priority."),
        KnownComplaint(
            id: "layout-off-screen", weight: .low,
            patterns: [
                "UITableView was told to layout its visible cells and other contents without being in the view hierarchy",
                "Warning once only: UITableView was told to layout its visible cells",
                "UICollectionView was told to layout its visible cells and other contents without being in the view hierarchy",
            ],
            title: "A table lays its cells out before it is on screen",
            matters: "The cells are made and measured with wrong sizes, and again once it is on screen.",
            fix: "Do not call layoutIfNeeded, reloadData or scrollToRow before the view has a window."),
        KnownComplaint(
            id: "ambiguous-cell-height", weight: .low,
            patterns: [
                "Warning once only: Detected a case where constraints ambiguously suggest a height of zero"
            ],
            title: "The height of a table's cell is ambiguous",
            matters: "Cells get the standard height and jump when they are measured again.",
            fix: "Pin the cell's content to all four edges of its contentView."),
        KnownComplaint(
            id: "reentrant-table", weight: .medium,
            patterns: [
                "WARNING: Application performed a reentrant operation in its {subject} delegate",
                "Application performed a reentrant operation in its {subject} delegate",
            ],
            title: "The delegate of a {subject} changes the table that asks it",
            matters: "The table is laid out inside its own update.",
            fix:
                """
                Change the table's data and selection in the next turn of the main run loop, not in its delegate or \
                from a SwiftUI update of its cell.
                """),
        KnownComplaint(
            id: "snapshot-before-render", weight: .low,
            patterns: [
                "Snapshotting a view{}that has not been rendered at least once requires afterScreenUpdates:YES"
            ],
            title: "A view is snapshotted before it was drawn",
            matters: "The snapshot is empty.",
            fix: "Snapshot once the view was on screen, or pass afterScreenUpdates: true, which draws it once more."),
        KnownComplaint(
            id: "invalid-number-drawn", weight: .low,
            patterns: [
                "Error: this application, or a library it uses, has passed an invalid numeric value (NaN, or not-a-number)"
            ],
            title: "Something is drawn at a place that is no number",
            matters: "CoreGraphics ignores it.",
            fix: "Look for a division by a size that is zero, and guard it."),
    ]

    /// The beginning of Performance Diagnostics lines in their stored form.
    private static let performanceDiagnostic =
        "__delegate_identifier__:Performance Diagnostics__:::____message__:{\"message\":\""

    /// Threads, hangs and waits.
    private static let ofThreads: [KnownComplaint] = [
        KnownComplaint(
            id: "hang-detected", weight: .hang,
            patterns: [
                "Hang detected: {seconds}s"
            ],
            title: "The system reported a hang",
            matters: "The app did not answer for that long.",
            fix:
                """
                Record the same with Instruments (Time Profiler and Hangs) to see what the main thread did; without a \
                debugger, hangs are shorter.
                """),
        KnownComplaint(
            id: "gesture-gate", weight: .medium,
            patterns: [
                "<{}> Gesture: System gesture gate timed out",
                "<{}> Touch: System gesture gate timed out",
                "System gesture gate timed out",
                "Gesture: System gesture gate timed out",
                "Touch: System gesture gate timed out",
                "Gesture: Failed to receive system gesture state notification before next touch",
                "Failed to receive system gesture state notification before next touch",
            ],
            title: "Touches waited for the app",
            matters:
                """
                The main thread did not handle a touch in time, or a system gesture at the edge of the screen delayed \
                it.
                """,
            fix:
                "See what the main thread does at these times: hangs and long updates there are the ones to shorten."),
        KnownComplaint(
            id: "web-process-launch", weight: .medium,
            patterns: [
                "0x{} - [PID={}] WebProcessProxy::didFinishLaunching: WebContent process ({}) took {1 or more} seconds to launch"
            ],
            title: "A web view waited for its WebContent process to launch",
            matters: "Until that process runs, a WKWebView shows nothing, while the main thread idles.",
            fix:
                """
                Pre-warm it: make a WKWebView and load an empty page at launch, before one is needed, keep it, and \
                use it again for the next document instead of a new one.
                """),
        KnownComplaint(
            id: "priority-inversion", weight: .medium,
            patterns: [
                "Thread Performance Checker: Thread running at {} waiting on a ",
                "Thread running at User-i{} waiting on a ",
                "Thread running at QOS_CLASS_USER_I{} waiting on a ",
            ],
            title: "A thread of high priority waits for one of low priority",
            matters: "On the main thread that is a hang whose length the scheduler decides.",
            fix:
                """
                Do not wait with semaphores, groups or sync for background work: await it, or give that work the same \
                quality of service.
                """),
        KnownComplaint(
            id: "main-thread-call", weight: .medium,
            patterns: [
                "-[{subject}] should be called from background thread. Calling it on the main thread",
                "*** -[{subject}] should be called from background thread. Calling it on the main thread",
            ],
            title: "-[{subject}] is called on the main thread",
            matters: "It blocks the main thread for as long as the device or the system needs.",
            fix: "Call it on a background queue or in a task off the main actor."),
        KnownComplaint(
            id: "main-thread-io", weight: .medium,
            patterns: [
                "This method should not be called on the main thread as it may lead to UI unresponsiveness",
                "This method can cause UI unresponsiveness if invoked on the main thread",
                performanceDiagnostic
                    + "Performing I/O on the main thread can cause {}\",\"antipattern trigger\":\"{subject}\"",
                "Performing I/O on the main thread can cause slow launches",
                "Performing I/O on the main thread can cause hangs",
                performanceDiagnostic + "Performing I/O on the main thread can cause ",
                "Synchronous URL loading of {} should not occur on this application's main thread",
            ],
            title: "{subject} makes the main thread wait for a file, the network or a service",
            titleWithoutSubject: "The main thread waits for a file, the network or a service",
            matters: "The app does not answer meanwhile.",
            fix: "Load it asynchronously, off the main actor, and keep the result."),
        KnownComplaint(
            id: "ui-off-main", weight: .medium,
            patterns: [
                "Main Thread Checker: UI API called on a background thread: {subject}",
                "-[{subject}] must be used from main thread only",
            ],
            title: "-[{subject}] is called off the main thread",
            matters: "What it changes is shown late, wrong, or not at all.",
            fix: "Make the caller @MainActor, or call it in MainActor.run."),
        KnownComplaint(
            id: "layout-off-main", weight: .medium,
            patterns: [
                "Modifications to the layout engine must not be performed from a background thread",
                "This application is modifying the autolayout engine from a background thread",
            ],
            title: "Layout is changed on a background thread",
            matters: "Views are laid out late or wrong, and the app may crash.",
            fix: "Make the code that changes views @MainActor."),
        KnownComplaint(
            id: "data-race", weight: .medium,
            patterns: [
                "warning: data race detected: @MainActor function at {subject} was not called on the main thread"
            ],
            title: "The @MainActor function at {subject} is called off the main thread",
            matters: "It reads and writes what the main thread uses at the same time.",
            fix: "Mark the closure or protocol that calls it @MainActor, or await it."),
        KnownComplaint(
            id: "model-context-off-main", weight: .medium,
            patterns: [
                "SwiftData.ModelContext: Unbinding from the main queue",
                "ModelContext: Unbinding from the main queue",
                "Unbinding from the main queue. This context was instantiated on the main queue",
            ],
            title: "The main ModelContext is used off the main thread",
            matters: "Views that query it are updated on the wrong thread, late or never.",
            fix: "Use a @ModelActor for background work and pass it identifiers, not models."),
        KnownComplaint(
            id: "notification-rate", weight: .medium,
            patterns: [
                "Detected potentially harmful notification post rate of {} notifications per second"
            ],
            title: "Notifications are posted too often",
            matters: "Everything that observes them runs as often.",
            fix:
                "Post a notification, or write UserDefaults, only where the value differs, and at most once an event."),
        KnownComplaint(
            id: "large-defaults", weight: .medium,
            patterns: [
                "Attempting to store >= {} bytes of data in CFPreferences/NSUserDefaults"
            ],
            title: "UserDefaults holds data that is too large for it",
            matters: "Every write of any key writes all of it, and every reader of defaults is notified.",
            fix: "Keep the data in a file or a database, and its name in UserDefaults."),
    ]
}
