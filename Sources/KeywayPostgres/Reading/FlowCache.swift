import KeywayLog

/// The versions of flows that were read, by their numbers: most runs follow one of few.
final class FlowCache: Sendable {
    /// How many are kept at most; beyond that the cache is emptied.
    private static let greatestCount = 256

    private let versions = Lock<[Int64: FlowVersion]>([:])

    subscript(number: Int64) -> FlowVersion? { versions.withLock { $0[number] } }

    func insert(_ version: FlowVersion, as number: Int64) -> FlowVersion {
        versions.withLock { versions in
            if versions.count >= Self.greatestCount { versions = [:] }
            versions[number] = version
        }
        return version
    }
}
