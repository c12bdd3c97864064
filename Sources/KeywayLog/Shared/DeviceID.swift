/// A person's device, by the name that the app gives it. Runs with the same device share one `DeviceRow` of the log.
package struct DeviceID: Hashable, Sendable {
    private let exactName: ExactText

    /// Opaque, and never a secret.
    package var name: String { exactName.text }

    package init(_ name: String) {
        exactName = ExactText(name)
    }
}

extension DeviceID: Comparable {
    /// By the names, so that a node always goes through its devices in the same order.
    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.exactName < right.exactName }
}
