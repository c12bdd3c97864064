import KeywayLog
import KeywayNodes

/// What a node asks of devices.
extension NodeQuery {
    func devices(_ asked: [DeviceID]) throws(QueryFailure) -> [DeviceID: DeviceRow] {
        var rows: [DeviceID: DeviceRow] = [:]
        for row in try ask(.devices, [.node(node), .array(.bytes(asked.map(\.bytes))), commit]) {
            guard let device = row.text(0), let version = row.integer(1) else { continue }
            rows[DeviceID(device)] = DeviceRow(version: UInt64(clamping: version), bytes: row.bytes(2) ?? [])
        }
        return rows
    }

    /// Changes what can be changed; the answer names the changes that the server never takes, each with the reason.
    func change(_ changes: [DeviceChange]) throws(QueryFailure) -> EngineAnswer {
        let statement = try DividedStatement(changes, sentBy: store)
        return .changedDevices(statement.done, refused: statement.refused)
    }

    /// Sends the changes in one statement; returns the devices whose rows were changed.
    private func store(_ changes: [DeviceChange]) throws(QueryFailure) -> Set<DeviceID> {
        let parameters: [Parameter] = [
            .array(.bytes(changes.map(\.device.bytes))),
            .array(.integers(changes.map { Int64(clamping: $0.expecting) })),
            .array(.bytes(changes.map(\.bytes))), commit,
        ]
        return Set(try ask(.changeDevices, parameters).compactMap { $0.text(0).map { DeviceID($0) } })
    }
}

extension DeviceChange: StatementPart {
    var owner: DeviceID { device }
    var size: Int { bytes.count }
}

extension DeviceID {
    /// The name as the database has it: as bytes, since a text of the server cannot have a NUL in it.
    var bytes: [UInt8] { Array(name.utf8) }
}
