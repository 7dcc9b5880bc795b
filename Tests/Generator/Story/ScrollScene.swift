/// Scroll: the other 90 rows appear a few at a time, and rows that are on the screen already update now and then.
enum ScrollScene {
    private struct Step {
        var row: Int
        var phase: Update.Phase
        var cost: RowCost
    }

    private static let duration: Nanoseconds = 1_823_641_708
    private static let batchCount = 46
    private static let hitchCount = 8

    static func play(_ builder: inout StoryBuilder) {
        builder.wait(until: builder.fixed ? 1_987_402_541 : 2_103_886_917)
        let start = builder.clock
        let scroll = builder.interaction("scroll", "Landmark list", lasting: duration)
        let steps = plannedSteps(&builder)
        for batch in 0..<batchCount {
            builder.wait(until: start + duration * UInt64(batch) / UInt64(batchCount + 1))
            builder.pause(700_000...6_100_000)
            let from = steps.count * batch / batchCount
            let to = steps.count * (batch + 1) / batchCount
            play(Array(steps[from..<to]), by: scroll, batch: batch, in: &builder)
        }
        if builder.fixed { missOneFrame(&builder, since: start) }
        builder.signpost(
            "DecodeImage", category: "images", id: 0x5e1_d1c0, at: start + 204_873_125, lasting: 12_406_291,
            message: "turtlerock@3x.jpg")
    }

    private static func plannedSteps(_ builder: inout StoryBuilder) -> [Step] {
        let appearing = LandmarksStory.visibleRowCount + 1...LandmarksStory.rowCount
        let updateCount = 24
        let redCount = 12
        let orangeCount = 25
        let grayCount = appearing.count + updateCount - redCount - orangeCount
        var costs = [RowCost](repeating: .red, count: redCount)
        costs += [RowCost](repeating: .orange, count: orangeCount)
        costs += [RowCost](repeating: .gray, count: grayCount)
        builder.random.shuffle(&costs)
        var steps: [Step] = []
        for (index, row) in appearing.enumerated() {
            steps.append(Step(row: row, phase: .creation, cost: costs.removeLast()))
            if (index + 1) * updateCount / appearing.count > index * updateCount / appearing.count {
                steps.append(Step(row: row - 6, phase: .update, cost: costs.removeLast()))
            }
        }
        return steps
    }

    /// One refresh of the list. Its causes come first, then the rows in one update group.
    private static func play(_ steps: [Step], by scroll: NodeID, batch: Int, in builder: inout StoryBuilder) {
        guard !steps.isEmpty else { return }
        var creation = scroll
        var position = scroll
        if steps.contains(where: { $0.phase == .creation }) {
            creation = builder.cause(.creation, "Creation of LandmarkRow", by: scroll)
        }
        if steps.contains(where: { $0.phase == .update }) {
            position = builder.cause(.state, "LandmarkList.scrolledID", by: scroll)
        }
        builder.transaction { builder in
            for step in steps {
                let isNew = step.phase == .creation
                RowCost.update(
                    &builder, row: step.row, cost: step.cost, by: isNew ? creation : position, phase: step.phase,
                    changed: isNew ? nil : ["@self"])
                if step.cost == .red, !builder.fixed { missFrames(&builder) }
            }
            if batch.isMultiple(of: 6) {
                let duration = builder.random.skewed(90_000...800_000)
                builder.update(.framework("List", .layout), by: creation, lasting: duration)
            }
        }
    }

    /// The frame that a slow body was for comes late. The last of these hitches is the render server's own.
    private static func missFrames(_ builder: inout StoryBuilder) {
        guard let slow = builder.story.updates.last, let duration = slow.duration else { return }
        let earlier = builder.story.hitches.count
        let lastEnd = builder.story.hitches.last.map { $0.start + $0.duration } ?? 0
        let start = slow.start + builder.random.within(5_200_000...7_900_000)
        guard earlier < hitchCount, start > lastEnd + 1_500_000 else { return }
        let frames = duration / 8_333_333 + (builder.random.chance(30) ? 1 : 0)
        builder.hitch(at: start, frames: frames, isSystem: earlier == hitchCount - 1)
    }

    /// After the fixes one frame is late still, at the longest row of the scroll.
    private static func missOneFrame(_ builder: inout StoryBuilder, since start: Nanoseconds) {
        let rows = builder.story.updates.filter { $0.start >= start }
        guard let longest = rows.max(by: { ($0.duration ?? 0) < ($1.duration ?? 0) }) else { return }
        builder.hitch(at: longest.start + 904_208, frames: 1)
    }
}
