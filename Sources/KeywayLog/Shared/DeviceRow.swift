/// What a shared log has of a device.
package struct DeviceRow: Equatable, Sendable {
    /// How often the row was changed: the expected version of whoever changes it next.
    package var version: UInt64
    /// What nodes keep of the device, in their own form; empty where nobody has changed the row.
    package var bytes: [UInt8]

    package init(version: UInt64 = 0, bytes: [UInt8] = []) {
        self.version = version
        self.bytes = bytes
    }
}

/// A change of a device's row, done only if nobody has changed the row since.
package struct DeviceChange: Equatable, Sendable {
    package var device: DeviceID
    /// The version that the row must still have.
    package var expecting: UInt64
    /// What the row holds after the change, in the nodes' own form.
    package var bytes: [UInt8]

    package init(_ device: DeviceID, expecting version: UInt64, bytes: [UInt8]) {
        self.device = device
        expecting = version
        self.bytes = bytes
    }
}
