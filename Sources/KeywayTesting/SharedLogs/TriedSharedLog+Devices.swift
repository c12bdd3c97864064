import KeywayCore
import KeywayLog

/// The laws of devices.
extension TriedSharedLog {
    private static let device = DeviceID("phone\0 7")

    func deviceRows() async throws {
        let other = DeviceID("another")
        let first = try await freshVersion()
        let changes = [
            DeviceChange(Self.device, expecting: first, bytes: [1, 0, 2]),
            DeviceChange(other, expecting: first, bytes: [3]),
        ]
        try require(
            try await change(changes) == [Self.device],
            "the change of one device, and not of one without a row, is not what was done")
        try require(try await change(changes).isEmpty, "a device is changed that has changed since")
        let rows = try await devices([Self.device, other])
        try require(
            rows[Self.device] == DeviceRow(version: first + 1, bytes: [1, 0, 2]) && rows[other]?.bytes == [],
            "the rows are \(rows)")
    }

    /// Asks for the device's row, which makes it, and which must be empty; returns its version. Each log may begin with any version.
    private func freshVersion() async throws -> UInt64 {
        guard let row = try await devices([Self.device])[Self.device], row.bytes.isEmpty else {
            throw Broken(explanation: "a device that nobody has changed is not empty")
        }
        return row.version
    }

    func devicesWithRuns() async throws {
        let (run, second) = (SampleRun(1), SampleRun(2))
        let first = try await freshVersion()
        /// - Parameter changes: how many changes the append believes that there were.
        func change(_ changes: UInt64, _ bytes: [UInt8]) -> DeviceChange {
            DeviceChange(Self.device, expecting: first + changes, bytes: bytes)
        }
        func row() async throws -> DeviceRow? { try await devices([Self.device])[Self.device] }
        let begun = try await append(run.shared(0..<1, on: Self.device, changing: change(0, [1])))
        try require(begun == [run.run], "a run on a device has not begun")
        try require(
            try await row() == DeviceRow(version: first + 1, bytes: [1]), "the beginning has not changed its device")
        let told = try await load([(run.run, 0)])[run.run]?.first?.device
        try require(told == Self.device, "the device of the run is \(String(describing: told))")
        // The run is as believed, and the device is not; then the other way round.
        for wrong in [run.shared(1..<2, changing: change(0, [2])), run.shared(2..<3, changing: change(1, [2]))] {
            try require(try await append(wrong).isEmpty, "an append at record \(wrong.first) has won")
        }
        let late = try await append(second.shared(0..<1, on: Self.device, changing: change(0, [2])))
        try require(late.isEmpty, "a run has begun on a device that had changed")
        try require(try await settle(second.run, 0).next == 0, "a run that has lost is there")
        try require(
            try await row() == DeviceRow(version: first + 1, bytes: [1]), "an append that lost has changed the device")
        try require(try await settle(run.run, 1).next == 1, "an append that lost has moved the run")
        try require(
            try await append(run.shared(1..<3, changing: change(1, [4]))) == [run.run], "an append has not won")
        try require(try await append(run.shared(3..<4)) == [run.run], "an append that changes no device has not won")
        try require(
            try await row() == DeviceRow(version: first + 2, bytes: [4]), "the row is not as it was changed last")
    }

    func oneChange() async throws {
        let first = try await freshVersion()
        let runs = (0..<8 as Range<UInt64>).map { SampleRun($0) }
        try await append(runs.map { $0.shared(0..<1) })
        // Two appends of one set change the same device at the same version.
        let won = try await append(
            runs.prefix(2).map { $0.shared(1..<2, changing: DeviceChange(Self.device, expecting: first, bytes: [1])) })
        try require(won.count == 1, "\(won.count) appends of a set have changed one device")
        for version in first + 1..<first + 20 {
            let ends = try await confirm(runs.map(\.run))
            let winners = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, run) in runs.enumerated() {
                    let end = ends[run.run] ?? 0
                    let change = DeviceChange(Self.device, expecting: version, bytes: [UInt8(number)])
                    group.addTask {
                        if number == 0 { return try await self.change([change]).count }
                        return try await self.append(
                            run.shared(end..<end + 1, by: UInt64(number), number: version, changing: change)
                        ).count
                    }
                }
                return try await group.reduce(0, +)
            }
            try require(winners <= 1, "\(winners) have changed a device at version \(version)")
            let row = try await devices([Self.device])[Self.device]
            try require(
                row?.version == version + UInt64(winners),
                "after \(winners) changes at version \(version) the device has \(row?.version ?? 0)")
            // Where each met the row while another statement held it, none has won: the row gets its next version here.
            if winners == 0 { _ = try await change([DeviceChange(Self.device, expecting: version, bytes: [])]) }
        }
    }
}
