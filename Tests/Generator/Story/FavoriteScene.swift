/// Two taps on a row's star, well apart from everything else.
///
/// Before: the rows read `ModelData.favorites`, one set for all of them, so each tap updates all 104. After: a row
/// reads its own landmark's `isFavorite`, and one row updates.
enum FavoriteScene {
    private struct Tap {
        var row: Int
        var time: Nanoseconds
        var duration: Nanoseconds
    }

    static func play(_ builder: inout StoryBuilder) {
        let shift: Nanoseconds = builder.fixed ? 171_330_625 : 0
        play(Tap(row: 95, time: 5_018_442_375 - shift, duration: 79_815_292), in: &builder)
        play(Tap(row: 99, time: 6_573_907_208 - shift, duration: 83_240_166), in: &builder)
    }

    private static func play(_ tap: Tap, in builder: inout StoryBuilder) {
        builder.wait(until: tap.time)
        let interaction = builder.interaction("tap", "Favorite", lasting: tap.duration)
        if builder.fixed {
            let cause = builder.cause(.observable, "Landmark.isFavorite", by: interaction)
            builder.transaction { builder in
                builder.update(
                    .landmarkRow, by: cause, lasting: builder.random.skewed(380_000...900_000),
                    instance: "row-\(tap.row)", changed: ["isFavorite"], announced: true)
            }
        } else {
            let cause = builder.cause(.observable, "ModelData.favorites", by: interaction)
            builder.transaction { updateEveryRow(&$0, by: cause) }
            builder.hitch(at: tap.time + builder.random.within(8_900_000...10_400_000), frames: tap.row < 99 ? 7 : 6)
        }
    }

    private static func updateEveryRow(_ builder: inout StoryBuilder, by cause: NodeID) {
        for row in 1...LandmarksStory.rowCount {
            builder.update(
                .landmarkRow, by: cause, lasting: builder.random.skewed(210_000...1_990_000), instance: "row-\(row)",
                changed: ["@dependencies"], announced: row % 9 == 5)
            if builder.random.chance(8), let update = builder.story.updates.last {
                builder.profile(CallStacks.quickRow, from: update.start, to: builder.clock)
            }
        }
    }
}
