import Keyway

/// What a source is known by to all flows that read it.
struct SourceName: Hashable {
    var name: String
    var callbackName: String
}

/// A run that holds a source.
struct SourceHolder: Sendable {
    /// Takes a report of one of the sources, which any flow that reads it may be given for; false where another run has taken
    /// the source meanwhile.
    typealias Hearing =
        @Sendable (_ callback: RawValue, _ flow: Table, _ sources: [SourceName]) throws(DriverError) -> Bool

    let run: RunID
    /// Another run may take the source: this one is over, or no app has it any more.
    var givesWay: Bool
    let hear: Hearing

    init(_ run: RunID, givesWay: Bool, hear: @escaping Hearing) {
        self.run = run
        self.givesWay = givesWay
        self.hear = hear
    }
}

extension Table {
    /// The sources of which there is one for all runs.
    var singletons: [SourceName] { sources.filter(\.isSingleton).map(SourceName.init) }

    /// The sources of this flow and its sub-flows of which there is one for all runs, and which may have said this: those that
    /// read it, else all of them.
    func singletons(saying callback: RawValue) -> [SourceName] {
        let flows = flows.map(\.table)
        let readers = flows.flatMap { flow in
            flow.sources.filter { source in
                guard source.isSingleton,
                    case .event = source.decode(callback, events: flow.events, enumerations: flow.enumerations)
                else { return false }
                return true
            }
        }
        return readers.isEmpty ? flows.flatMap(\.singletons) : readers.map(SourceName.init)
    }
}

extension SourceName {
    init(_ source: Source) {
        self.init(name: source.name, callbackName: source.callbackName)
    }
}
