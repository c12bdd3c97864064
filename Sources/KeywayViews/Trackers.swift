import Observation

/// Those who track what they read of a model, as views do, where the platform has `Observation`.
struct Trackers: Sendable {
    /// The registrar; a stored property may not name its type, which iOS 16 and macOS 13 do not have.
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
