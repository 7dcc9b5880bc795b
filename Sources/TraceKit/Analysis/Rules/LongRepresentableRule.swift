/// Bridged UIKit and AppKit views that miss a deadline.
enum LongRepresentableRule: FindingRule {
    static let depth = RuleDepth.code
    static let needs: [RuleNeed] = [.lane(.updates), .kinds]
    static let guide = RuleGuide(
        "long-representable", "UIKit or AppKit views that take too long to make or update",
        finds: """
            Representables (UIViewRepresentable, NSViewRepresentable, their view-controller forms) whose make or \
            update call ran longer than a deadline.
            """,
        matters: """
            SwiftUI calls the update method whenever anything that the representable was given may have changed. The \
            call runs on the main thread; one that sets everything each time makes frames late.
            """,
        fix: """
            Compare in updateUIView (updateNSView) with what was set last, kept in the coordinator, and set only what \
            differs. Do once-only work in makeUIView. Show expensive content (maps, web views, documents) after the \
            first frame.
            """,
        limits: "What the bridged view does later, on its own, is not part of the update and not seen here.",
        severity: LongUpdates.severityWords, effort: .medium, thresholds: LongUpdates.thresholdWords,
        before: #"""
            func updateUIView(_ map: MKMapView, context: Context) {
                map.removeAnnotations(map.annotations)
                map.addAnnotations(places.map(Pin.init))
            }
            """#,
        after: #"""
            func updateUIView(_ map: MKMapView, context: Context) {
                guard context.coordinator.shown != places else { return }
                context.coordinator.shown = places
                map.removeAnnotations(map.annotations)
                map.addAnnotations(places.map(Pin.init))
            }
            """#)

    static func findings(_ context: RuleContext) -> [Finding] {
        LongUpdates.findings(
            context, { $0 == .representable }, effort: .medium,
            title: { "Updating the bridged view \(context.shortViewName($0)) \(context.deadlines.words.isTooLong)" },
            hint: { view in
                """
                In the update method of \(context.shortViewName(view)), set only what differs from the last call (keep \
                the last values in the coordinator); move once-only work to the make method.
                """
            })
    }
}
