/// A person's device, by the name that the app gives it. Runs with the same device share one `DeviceRow` of the log.
///
/// Names are told apart byte by byte, as a database does it. Swift's `==` takes two spellings of one letter for equal, such as "é" as one
/// character and as "e" with an accent: a node would hand one person's words to another's run.
package struct DeviceID: Hashable, Sendable {
    /// Opaque, and never a secret.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static func == (left: DeviceID, right: DeviceID) -> Bool { left.name.utf8.elementsEqual(right.name.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

extension DeviceID: Comparable {
    /// By the names, so that a node always goes through its devices in the same order.
    package static func < (left: DeviceID, right: DeviceID) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
