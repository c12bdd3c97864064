/// Moments of which only bounds on their distances are known, and the earliest instants that satisfy these bounds.
///
/// Moment 0 is at 0, and each moment comes after the one before. Source of the method: Bellman and Ford.
struct Timetable {
    /// The moment `to` comes at least so many milliseconds after the moment `from`; with a negative number, at most so many before it.
    private struct Constraint {
        var from: Int
        var to: Int
        var milliseconds: Int64
    }

    /// How many moments there are.
    private(set) var count = 1
    private var constraints: [Constraint] = []

    /// Adds a moment after all others.
    mutating func addMoment() -> Int {
        count += 1
        return count - 1
    }

    /// The moment comes exactly so long after an earlier one.
    mutating func require(_ moment: Int, at milliseconds: Int64, after earlier: Int) {
        constraints.append(Constraint(from: earlier, to: moment, milliseconds: milliseconds))
        requireBefore(moment, milliseconds, after: earlier)
    }

    /// The moment comes before so long has gone by since an earlier one.
    mutating func require(_ moment: Int, before milliseconds: Int64, after earlier: Int) {
        requireBefore(moment, milliseconds - 1, after: earlier)
    }

    /// The moment comes so long after another one or later; with a negative number, at most so long before it.
    mutating func require(_ moment: Int, notBefore milliseconds: Int64, after other: Int) {
        constraints.append(Constraint(from: other, to: moment, milliseconds: milliseconds))
    }

    /// The moment comes at most so many milliseconds after an earlier one.
    private mutating func requireBefore(_ moment: Int, _ milliseconds: Int64, after earlier: Int) {
        constraints.append(Constraint(from: moment, to: earlier, milliseconds: -milliseconds))
    }

    /// The earliest instants, in milliseconds, with gaps that are easy to read where possible; nil where the
    /// constraints conflict.
    var instants: [Int64]? {
        for gap: Int64 in [100, 10, 1] {
            if let instants = instants(apart: gap, constraints) { return instants }
        }
        return nil
    }

    /// Instants for moments whose constraints conflict: they satisfy only those that say how late a moment comes at the
    /// earliest.
    var instantsInOrder: [Int64] {
        instants(apart: 100, constraints.filter { $0.milliseconds >= 0 }) ?? (0..<count).map { Int64($0) * 100 }
    }

    /// The earliest instants that satisfy these constraints and put each moment at least `gap` milliseconds after the one before; nil where
    /// there are none.
    private func instants(apart gap: Int64, _ constraints: [Constraint]) -> [Int64]? {
        let order = (1..<max(count, 1)).map { Constraint(from: $0 - 1, to: $0, milliseconds: gap) }
        var instants = [Int64](repeating: 0, count: count)
        for _ in 0...count {
            var isSettled = true
            for constraint in order + constraints {
                let (earliest, isTooLate) = instants[constraint.from].addingReportingOverflow(constraint.milliseconds)
                guard !isTooLate else { return nil }
                if instants[constraint.to] < earliest {
                    instants[constraint.to] = earliest
                    isSettled = false
                }
            }
            // Constraints that move moment 0 conflict: each round would move everything further.
            if instants[0] > 0 { return nil }
            if isSettled { return instants }
        }
        return nil
    }
}
