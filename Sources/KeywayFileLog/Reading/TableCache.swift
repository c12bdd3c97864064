import KeywayLog

/// The flow versions that were read: equal ones from different segments become one object, which runs then share.
final class TableCache: Sendable {
    private struct State {
        /// By the place of the table block that was read.
        var versions: [BlockPlace: FlowVersion] = [:]
        /// The first of all equal versions.
        var known: [FlowVersion: FlowVersion] = [:]
    }

    /// How many versions are kept. Few are in use at a time; once there are so many, all are forgotten and read anew when needed.
    private static let limit = 256
    private let state = Lock(State())

    func version(at place: BlockPlace) -> FlowVersion? {
        state.withLock { $0.versions[place] }
    }

    /// Keeps the version that was read at this place; returns the equal one that was kept first, for use in its place.
    func insert(_ version: FlowVersion, at place: BlockPlace) -> FlowVersion {
        state.withLock { state in
            if state.versions.count >= Self.limit { state = State() }
            let kept = state.known[version] ?? version
            state.known[kept] = kept
            state.versions[place] = kept
            return kept
        }
    }
}
