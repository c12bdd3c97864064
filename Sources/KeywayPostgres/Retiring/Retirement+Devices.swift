import KeywayCore
import KeywayLog
import KeywayNodes

extension Retirement {
    /// Removes the rows of devices that nothing needs: no run of the log holds a source or waits for a lane there, and nothing is kept for
    /// later runs. Returns how many there are.
    ///
    /// A run that begins on such a device makes the row anew, with a version that it never had.
    package func removeDevices() throws(PostgresLog.Failure) -> Int {
        try database.asking { () throws(ReadingFailure) in
            var count = 0
            try query.forEachDevices { (rows) throws(ReadingFailure) in
                let unused = try unused(of: rows)
                count += isTrial || unused.isEmpty ? unused.count : try delete(unused)
            }
            return count
        }
    }

    /// The rows that nothing needs: nothing waits or is kept there, and the log has none of the runs that hold a source. A row that cannot
    /// be read stays.
    private func unused(of rows: [BlockQuery.DeviceRow]) throws(ReadingFailure) -> [BlockQuery.DeviceRow] {
        let idle = rows.filter { $0.state?.isIdle == true }
        let holders = Set(idle.flatMap { $0.state?.holders.map(\.run) ?? [] })
        let there =
            holders.isEmpty
            ? []
            : Set(
                try query.perform(.sharedRunsThere, [.array(.identities(Array(holders)))])
                    .compactMap { $0.identity(0) }
            ).subtracting(goneInTrial)
        return idle.filter { row in row.state?.holders.allSatisfy { !there.contains($0.run) } == true }
    }

    /// Deletes those of the rows that nobody has changed since they were read; returns how many are gone.
    private func delete(_ rows: [BlockQuery.DeviceRow]) throws(ReadingFailure) -> Int {
        try query.perform(
            .deleteDevices, [.array(.bytes(rows.map(\.device))), .array(.integers(rows.map(\.version)))]
        ).count
    }
}
