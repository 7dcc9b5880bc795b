/// Holm's correction for asking several questions at once: with it, the chance of one false answer or more among all
/// stays below the level, whatever the questions have to do with one another (Holm 1979).
enum Holm {
    /// The adjusted p values, in the order given: the k-th smallest of m times m − k + 1, never less than a smaller
    /// one's and at most 1. Equal values stay equal. Empty for none.
    static func adjusted(_ values: [Double]) -> [Double] {
        var adjusted = values
        var floor = 0.0
        var left = Double(values.count)
        for index in values.indices.sorted(by: { values[$0] < values[$1] }) {
            floor = min(1, max(floor, left * values[index]))
            adjusted[index] = floor
            left -= 1
        }
        return adjusted
    }
}
