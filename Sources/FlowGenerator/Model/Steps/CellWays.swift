import FlowMachine

/// How many ways lead from the rows of a cell through choices to states: up to the product of all numbers of branches.
struct CellWays {
    /// Where a row of the cell has more ways than this, the ways are not written out one by one.
    private static let few = 64

    /// Whether the ways can be written out: no row has more than `few`.
    let areFew: Bool

    init(of rows: [Machine.Row], in machine: Machine) {
        var known: [Int: Int] = [:]
        func count(to target: Machine.Target) -> Int {
            guard case .choice(let choice) = target else { return 1 }
            if let count = known[choice] { return count }
            // Counts no further than one more than `few`, so that no number overflows.
            let ways = machine.choices[choice].branches.reduce(0) { min(Self.few + 1, $0 + count(to: $1.target)) }
            known[choice] = ways
            return ways
        }
        areFew = rows.allSatisfy { row in
            if case .move(let target) = row.verdict { count(to: target) <= Self.few } else { true }
        }
    }
}
