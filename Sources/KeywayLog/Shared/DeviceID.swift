/// A person's device, by the name that the app gives it: what runs play on one device share goes by it.
package struct DeviceID: Hashable, Sendable {
    /// Opaque, and never a secret.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

extension DeviceID: Comparable {
    /// The order in which statements take devices.
    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.name < right.name }
}
