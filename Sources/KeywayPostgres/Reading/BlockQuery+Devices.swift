import KeywayCore
import KeywayNodes

extension BlockQuery {
    /// The row of a device, which the runs on it share.
    struct DeviceRow {
        var device: [UInt8]
        var version: Int64
        /// Nil where this version of Keyway cannot read it: it is damaged, or a later version wrote it.
        var state: DeviceState?
    }

    /// How many rows of devices one question gives at most.
    private static let devicesOfPage = 1024

    /// Calls the body with all rows of devices, some at a time, in the order of their names.
    func forEachDevices(_ body: ([DeviceRow]) throws(ReadingFailure) -> Void) throws(ReadingFailure) {
        guard tables.contains(.ofNodes) else { return }
        var start: [UInt8] = []
        while true {
            let page = try perform(.pageOfDevices, [.bytes(start), .integer(Int64(Self.devicesOfPage))])
            try body(
                page.compactMap { row in
                    guard let device = row.bytes(0), let version = row.integer(1), let bytes = row.bytes(2) else {
                        return nil
                    }
                    return DeviceRow(device: device, version: version, state: try? DeviceState(bytes))
                })
            guard page.count == Self.devicesOfPage, let device = page.last?.bytes(0) else { return }
            // No name lies between one and the same with a zero byte behind it.
            start = device + [0]
        }
    }
}
