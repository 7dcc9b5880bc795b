/// What a framework logs about an app that uses it wrongly, as far as that costs time or shows wrong content.
struct KnownComplaint: Sendable {
    enum Weight: Sendable {
        /// Something that runs again because of itself: medium, from `RuleThresholds.complaintsOfLoop` lines on high.
        case loop
        case medium, low
        /// A hang, with its length.
        case hang
    }

    /// Lower-case with dashes: what the database calls it.
    let id: String
    let weight: Weight
    /// Whether it tells of a loop through SwiftUI's graph: several that lie together are mostly one loop.
    var isOfGraph = false
    /// How its first line begins: fixed words with holes, `{subject}` for the one that tells complaints of this kind apart,
    /// `{seconds}` for a length, `{}` for any other. What follows the last word of a pattern is anything.
    let patterns: [String]
    /// What is wrong, in plain words; `{subject}` stands for that name.
    let title: String
    /// The same where the line has no subject.
    var titleWithoutSubject: String?
    /// What the subject is called beside others, where that is more than its name.
    var nameOfSubject: String?
    let matters: String
    let fix: String

    func name(_ subject: String) -> String { nameOfSubject.map { Self.filled($0, subject) } ?? subject }

    func title(_ subject: String?) -> String {
        guard let subject else { return titleWithoutSubject ?? title }
        return Self.filled(title, subject)
    }

    private static func filled(_ title: String, _ subject: String) -> String {
        guard let hole = title.firstRange(of: "{subject}") else { return title }
        return "\(title[..<hole.lowerBound])\(subject)\(title[hole.upperBound...])"
    }
}
