/// How long a `LandmarkRow.body` takes before the fix, by the frame deadlines of 8.3 and 16.67 ms; afterwards every
/// row is as quick as the gray ones.
enum RowCost {
    case gray, orange, red

    /// Records the body of a row; before the fix the profiler sees slow ones make formatters.
    @discardableResult
    static func update(
        _ builder: inout StoryBuilder, row: Int, cost: RowCost, by cause: NodeID, phase: Update.Phase,
        changed: [String]?
    ) -> NodeID {
        let cost = builder.fixed ? .gray : cost
        let id = builder.update(
            .landmarkRow, by: cause, lasting: duration(of: cost, in: &builder), phase: phase, instance: "row-\(row)",
            changed: changed, announced: cost == .red)
        guard let update = builder.story.updates.last else { return id }
        let end = update.start + (update.duration ?? 0)
        switch cost {
        case .gray:
            if builder.random.chance(6) { builder.profile(CallStacks.quickRow, from: update.start, to: end) }
        case .orange, .red:
            builder.profile(CallStacks.formatters, from: update.start, to: end, missing: cost == .red ? 2 : 9)
        }
        return id
    }

    private static func duration(of cost: RowCost, in builder: inout StoryBuilder) -> Nanoseconds {
        switch cost {
        case .gray: builder.random.skewed(builder.fixed ? 190_000...2_900_000 : 230_000...3_900_000)
        case .orange: builder.random.skewed(8_420_000...14_900_000)
        case .red: builder.random.skewed(17_010_000...24_300_000)
        }
    }
}
