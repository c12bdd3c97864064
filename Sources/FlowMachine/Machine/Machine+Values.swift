import KeywayCore

/// Which values a run has again after its app died: a log keeps plain values, and in an app with a key store also personal and
/// secret ones, encrypted.
extension Machine {
    /// Whether runs have their personal and secret values again after a restart, in an app with a key store.
    ///
    /// They have if the flow and each of its sub-flows with such values ask `withValues` in a row for `restored`.
    package var takesValuesBack: Bool {
        hasSealable && (!isSealable || asksForValues)
            && children.allSatisfy { child in
                guard let flow = child.flow?.machine else { return false }
                return !flow.hasSealable || flow.takesValuesBack
            }
    }

    /// Whether `restored` has the field that says whether the run has its values.
    package var asksForValues: Bool { restoredEvent.map { !events[$0].signature.fields.isEmpty } ?? false }

    /// Whether a variable or a field of an event is personal or secret.
    private var isSealable: Bool {
        variables.contains { $0.field.classification.isSealable }
            || events.contains { event in event.signature.fields.contains { $0.classification.isSealable } }
    }

    private var hasSealable: Bool { isSealable || children.contains { $0.flow?.machine.hasSealable ?? false } }
}
