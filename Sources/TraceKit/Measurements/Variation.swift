/// How much the interactions of one kind differ within a recording, and with that how far two recordings of them may lie apart
/// by chance.
struct Variation: Equatable, Sendable {
    /// How many interactions.
    var count = 0
    var sum = 0.0
    var squares = 0.0

    /// Of the figure for one interaction.
    var mean: Double { sum / Double(max(1, count)) }

    /// Standard deviation of the single interactions; nil where there is one alone.
    var deviation: Double? {
        guard count > 1 else { return nil }
        return max(0, (squares - sum * mean) / Double(count - 1)).squareRoot()
    }

    /// How far the means of two recordings of as many interactions lie apart by chance, all but always: three standard errors
    /// of their difference. Of one interaction nothing is seen to vary: a count is then taken to scatter as events do that
    /// do not know of each other (Poisson).
    func ofMeans(isCount: Bool) -> Double? {
        guard count > 0 else { return nil }
        guard let deviation = deviation ?? (isCount ? mean.squareRoot() : nil) else { return nil }
        return 3 * deviation * (2 / Double(count)).squareRoot()
    }

    /// `value`: the figure of one interaction; those that are left out have none of it.
    mutating func add(_ value: Double) {
        sum += value
        squares += value * value
    }

    static func += (left: inout Variation, right: Variation) {
        left.count += right.count
        left.sum += right.sum
        left.squares += right.squares
    }
}

/// The variation of every figure of interactions that is held against limits.
struct InteractionVariation: Sendable {
    var updates = Variation()
    var unnecessary = Variation()
    /// In milliseconds.
    var hitch = Variation()
    var hang = Variation()

    static func += (left: inout InteractionVariation, right: InteractionVariation) {
        left.updates += right.updates
        left.unnecessary += right.unnecessary
        left.hitch += right.hitch
        left.hang += right.hang
    }
}

extension TraceFigures {
    /// By kind and name, in one go over the windows.
    func variations() -> [InteractionKey: InteractionVariation] {
        var all: [InteractionKey: InteractionVariation] = [:]
        for (key, figures) in interactions {
            var one = InteractionVariation()
            one.updates.count = figures.count
            one.unnecessary.count = figures.count
            one.hitch.count = figures.count
            one.hang.count = figures.count
            all[key] = one
        }
        for counts in byWindow {
            all[windows[counts.window]]?.updates.add(Double(counts.updates))
            all[windows[counts.window]]?.unnecessary.add(Double(counts.unnecessary))
        }
        // In order: sums of fractions depend on it.
        for (window, stalls) in stallsByWindow.sorted(by: { $0.key < $1.key }) {
            all[windows[window]]?.hitch.add(Double(stalls.hitchNs) / 1e6)
            all[windows[window]]?.hang.add(Double(stalls.hangNs) / 1e6)
        }
        return all
    }

    /// Of what some windows of one kind of interaction had of a view or a chain.
    func variation(
        _ counts: some Sequence<WindowCounts>, in key: InteractionKey, _ value: (WindowCounts) -> Int
    ) -> Variation {
        var variation = Variation(count: interactions[key]?.count ?? 0)
        for one in counts where windows[one.window] == key { variation.add(Double(value(one))) }
        return variation
    }
}
