import Foundation

/// Tests/Reference/statistics.json, written by Tests/Reference/make-statistics: what other people's code says.
struct StatisticsReference: Decodable {
    struct Samples: Decodable {
        let first: [Double]
        let second: [Double]
        let u: Double
        let normalP: Double
        /// Of samples of at most 20 without ties.
        let exactP: Double?
        /// Of small samples with ties: every way to deal the values was tried.
        let dealtP: Double?
    }

    struct Family: Decodable {
        let p: [Double]
        let adjusted: [Double]
    }

    struct Interval: Decodable {
        let percent: Int
        let count: Int
        let ranks: [Int]?
    }

    let mannWhitney: [Samples]
    let holm: [Family]
    let intervals: [Interval]

    static func read() throws -> StatisticsReference {
        let text = try Repository.text("Tests/Reference/statistics.json")
        return try JSONDecoder().decode(StatisticsReference.self, from: Data(text.utf8))
    }
}

/// Whether two numbers agree to nine digits.
func agree(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-9 * max(abs(one), abs(other)) }

extension SeededNumbers {
    /// A sample of `count` values: few different ones where they are to be tied, else all different.
    mutating func sample(_ count: Int, tied: Bool) -> [Double] {
        (0..<count).map { _ in
            tied ? Double.random(in: 0..<4, using: &self).rounded(.down) : .random(in: 1..<2, using: &self)
        }
    }
}
