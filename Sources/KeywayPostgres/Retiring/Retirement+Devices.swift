import KeywayCore
import KeywayLog
import KeywayNodes

extension Retirement {
    /// How many rows of devices are read, and then removed, at once.
    private static let devicesAtATime = 1024

    private struct Row {
        var device: [UInt8]
        var version: Int64
        var state: DeviceState
    }

    /// Removes the rows of devices that nothing needs: no run of the log holds a source or waits for a lane there, and nothing is kept for
    /// later runs. Returns how many there are.
    ///
    /// A run that begins on such a device makes the row anew, with a version that it never had.
    package func removeDevices() throws(PostgresLog.Failure) -> Int {
        guard hasNodes else { return 0 }
        return try database.asking { () throws(ReadingFailure) in
            var count = 0
            var start: [UInt8] = []
            while true {
                let page = try query.perform(.pageOfDevices, [.bytes(start), .integer(Int64(Self.devicesAtATime))])
                let unused = try unused(of: page.compactMap(Self.row))
                count += isTrial || unused.isEmpty ? unused.count : try delete(unused)
                guard page.count == Self.devicesAtATime, let device = page.last?.bytes(0) else { return count }
                // No name lies between one and the same with a zero byte behind it.
                start = device + [0]
            }
        }
    }

    /// Nil for a row whose state this version cannot read: it stays.
    private static func row(_ row: QueryResult.Row) -> Row? {
        guard let device = row.bytes(0), let version = row.integer(1), let bytes = row.bytes(2),
            let state = try? DeviceState(bytes)
        else { return nil }
        return Row(device: device, version: version, state: state)
    }

    /// The rows that nothing needs: nothing waits or is kept there, and the log has none of the runs that hold a source.
    private func unused(of rows: [Row]) throws(ReadingFailure) -> [Row] {
        let idle = rows.filter { $0.state.isIdle }
        let holders = Set(idle.flatMap { $0.state.holders.map(\.run) })
        let there =
            holders.isEmpty
            ? []
            : Set(
                try query.perform(.sharedRunsThere, [.array(.identities(Array(holders)))])
                    .compactMap { $0.identity(0) }
            ).subtracting(goneInTrial)
        return idle.filter { row in row.state.holders.allSatisfy { !there.contains($0.run) } }
    }

    /// Deletes those of the rows that nobody has changed since they were read; returns how many are gone.
    private func delete(_ rows: [Row]) throws(ReadingFailure) -> Int {
        try query.perform(
            .deleteDevices, [.array(.bytes(rows.map(\.device))), .array(.integers(rows.map(\.version)))]
        ).count
    }
}
