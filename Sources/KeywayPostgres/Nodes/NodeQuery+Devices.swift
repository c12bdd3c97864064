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
        var refused: [DeviceID: String] = [:]
        for change in changes { refused[change.device] = Self.refusal(ofBytes: change.bytes.count) }
        let changed = try self.change(changes.filter { refused[$0.device] == nil }, &refused)
        return .changedDevices(changed, refused: refused)
    }

    /// Returns the devices whose rows were changed.
    ///
    /// Where the server refuses something that one change has, the others are done without it.
    private func change(
        _ changes: [DeviceChange], _ refused: inout [DeviceID: String]
    ) throws(QueryFailure) -> Set<DeviceID> {
        guard let first = changes.first else { return [] }
        if changes.count == 1 || changes.reduce(0, { $0 + $1.bytes.count }) <= Self.greatestAppend {
            do throws(QueryFailure) {
                return try store(changes)
            } catch {
                guard case .refused(let refusal) = error, refusal.isAboutValues else { throw error }
                if changes.count == 1 {
                    refused[first.device] = error.reason
                    return []
                }
            }
        }
        let changed = try change(Array(changes.prefix(changes.count / 2)), &refused)
        do throws(QueryFailure) {
            return changed.union(try change(Array(changes.dropFirst(changes.count / 2)), &refused))
        } catch {
            // A part of them is done by now, whatever the server says of the rest.
            throw .unanswered(reason: error.reason)
        }
    }

    /// Returns the devices whose rows were changed.
    private func store(_ changes: [DeviceChange]) throws(QueryFailure) -> Set<DeviceID> {
        let parameters: [Parameter] = [
            .array(.bytes(changes.map(\.device.bytes))),
            .array(.integers(changes.map { Int64(clamping: $0.expecting) })),
            .array(.bytes(changes.map(\.bytes))), commit,
        ]
        return Set(try ask(.changeDevices, parameters).compactMap { $0.text(0).map { DeviceID($0) } })
    }
}

extension DeviceID {
    /// The name as the database has it: as bytes, since a text of the server cannot have a NUL in it.
    var bytes: [UInt8] { Array(name.utf8) }
}
