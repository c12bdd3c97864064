import KeywayCore

/// A week of the log of nodes whose blocks have a table of their own: where all runs of the week are to be removed, the table is dropped.
struct RetiredWeek: Equatable {
    /// The name of the week's table of blocks, in the schema `keyway`.
    var table: String
    /// The places of the runs that began in the week: their numbers in the order in which runs begin.
    var places: Range<Int64>
    /// How many runs of the week were read so far, with those that stay.
    var count = 0
    /// Those of these runs that are to be removed, once all runs of the week are read.
    var runs: [Retirement.ReadEnd] = []

    /// - Parameter row: of `Statement.weeks`.
    init?(_ row: QueryResult.Row) {
        guard let table = row.text(0), let first = row.integer(1), let end = row.integer(2), first < end else {
            return nil
        }
        self.table = table
        places = first..<end
    }

    /// Whether no run of the week stays.
    var goesAsWhole: Bool { runs.count == count }

    /// The sequences of the runs' next records, added up.
    var sumOfEnds: Int64 { runs.reduce(0) { $0 &+ $1.next } }

    /// The second halves of the runs' identities, added up modulo 2 to the 64th. They are random, so other runs have another sum.
    var sumOfIdentities: UInt64 { runs.reduce(0) { $0 &+ $1.run.low } }
}
