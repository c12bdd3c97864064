import KeywayCore

/// Which values a run has again after its app died.
///
/// A log keeps plain values. In an app with a key store it may also keep personal and secret ones, encrypted: these are called
/// *sealable*. It never keeps transient ones.
extension Machine {
    /// Whether runs have their personal and secret values again after a restart, in an app with a key store.
    ///
    /// The flow and each of its sub-flows that has such values must ask for them: a guard of a row for `restored` (the event that
    /// another process goes on with the run) reads the field `withValues`.
    package var takesValuesBack: Bool {
        hasSealable && (!hasOwnSealable || asksForValues)
            && children.allSatisfy { child in
                guard let flow = child.flow?.machine else { return false }
                return !flow.hasSealable || flow.takesValuesBack
            }
    }

    /// Whether the event `restored` has the field `withValues`, which says whether the run has its sealable values again.
    package var asksForValues: Bool { restoredEvent.map { !events[$0].signature.fields.isEmpty } ?? false }

    /// Whether a variable or a field of an event of the flow itself is personal or secret.
    private var hasOwnSealable: Bool {
        variables.contains { $0.field.classification.isSealable }
            || events.contains { event in event.signature.fields.contains { $0.classification.isSealable } }
    }

    /// Whether the flow or one of its sub-flows has a personal or secret variable or field.
    private var hasSealable: Bool { hasOwnSealable || children.contains { $0.flow?.machine.hasSealable ?? false } }
}
