import Observation

/// Holds the observation registrar of a model, by which views hear of changes to what they have read of it.
///
/// There is a registrar from iOS 17 and macOS 14 on, and on Linux; on older systems there is none.
struct RegistrarBox: Sendable {
    /// The registrar; nil where the system has none. Not declared as `ObservationRegistrar`: iOS 16 lacks that type, so no stored property
    /// may have it.
    private let stored: (any Sendable)?

    init() {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            stored = ObservationRegistrar()
        } else {
            stored = nil
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    var registrar: ObservationRegistrar {
        guard let registrar = stored as? ObservationRegistrar else {
            preconditionFailure("where a registrar can be asked for, one was made")
        }
        return registrar
    }
}
