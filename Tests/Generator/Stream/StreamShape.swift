/// What a stream is mostly made of. All are believable recordings, and each is hard on something else.
struct StreamShape {
    /// How many views, causes and kinds of interactions have names.
    var views = Catalogue.viewCount
    var causes: Int?
    /// Whether all views are updated alike, and not mostly the forty that read what changed.
    var isEven = false
    /// Whether every update is of a view of its own name.
    var hasUniqueNames = false
    var recordsPerInteraction = 1_000
    /// Of 1 000 causes, how many the interaction set off, and of the others, how many the cause before did.
    var fromInteraction = 700
    var fromCause = 200
    /// Of 1 000 waves, how many end with a hang, and how many with a hitch that no update explains.
    var stalls = 0
    /// Samples a wave, in hundredths.
    var samples = 0

    /// By the name that `--shape` knows them by.
    static let all: [(name: String, shape: StreamShape)] = [
        ("typical", StreamShape()),
        ("many-interactions", StreamShape(views: 1_200, recordsPerInteraction: 33)),
        ("many-chains", StreamShape(views: 1_200, causes: 300, isEven: true, fromInteraction: 300, fromCause: 700)),
        ("many-views", StreamShape(views: 20_000, isEven: true)),
        ("deep", StreamShape(recordsPerInteraction: 3_000, fromInteraction: 0, fromCause: 1_000)),
        ("stalls", StreamShape(stalls: 150)),
        ("samples", StreamShape(samples: 150)),
        ("unique-names", StreamShape(hasUniqueNames: true)),
    ]
}
