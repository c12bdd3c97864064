import KeywayLog

/// The versions that were read, so that equal ones are one value however often they are asked for.
final class TableCache: Sendable {
    private struct State {
        var versions: [BlockPlace: FlowVersion] = [:]
        var known: [FlowVersion: FlowVersion] = [:]
    }

    /// Few versions are in use at a time; beyond that many they are read anew.
    private static let limit = 256
    private let state = Lock(State())

    func version(at place: BlockPlace) -> FlowVersion? {
        state.withLock { $0.versions[place] }
    }

    /// Keeps the version, and gives the one that is to be used in its place.
    func keep(_ version: FlowVersion, at place: BlockPlace) -> FlowVersion {
        state.withLock { state in
            if state.versions.count >= Self.limit { state = State() }
            let kept = state.known[version] ?? version
            state.known[kept] = kept
            state.versions[place] = kept
            return kept
        }
    }
}
