import Keyway

/// What a source is known by to all flows that read it.
struct SourceName: Hashable {
    var name: String
    var callbackName: String
}

/// A run that holds a source.
struct SourceHolder: Sendable {
    let run: RunID
    /// Nobody displaces a run that is not over.
    var isLive = true
    private let take: @Sendable (RawValue) throws(DriverError) -> Void

    init(_ run: RunID, take: @escaping @Sendable (RawValue) throws(DriverError) -> Void) {
        self.run = run
        self.take = take
    }

    func deliver(_ callback: RawValue) throws(DriverError) {
        try take(callback)
    }
}

extension Table {
    /// The sources of which there is one for all runs.
    var singletons: [SourceName] { sources.filter(\.isSingleton).map(SourceName.init) }
}

extension SourceName {
    init(_ source: Source) {
        self.init(name: source.name, callbackName: source.callbackName)
    }
}
