import FlowMachine
import FlowProviders
import KeywayCore
import KeywayDebugger
import KeywayLog

/// Raw callbacks for what a recorded run heard.
///
/// A log has the events that callbacks were read as, and not the callbacks, so for each a callback is searched that every leg which heard it
/// reads as its event. Personal and secret values, which the log lacks, are made up.
struct SpokenWords {
    /// The run's own flow and those of its sub-flows, by their legs.
    private let flows: [Machine.NamedFlow]
    /// The paths of callbacks that the log has no value of.
    private let classifiedPaths: Set<[String]>

    /// - Parameter machine: the flow of the run, as its spec declares it.
    init(_ machine: Machine) {
        flows = machine.flowsOfLegs
        classifiedPaths = Table(of: machine).classifiedPaths
    }

    /// A callback that all legs which heard the word read as they did; nil where none is found.
    func callback(of word: RecordedWord) -> RawValue? {
        let hearings = word.hearings.compactMap { hearing(of: $0) }
        guard hearings.count == word.hearings.count else { return nil }
        if let unread = word.hearings[0].eventRecord?.unread, hearings.count == 1 {
            return callback(leftUnreadAs: unread, in: hearings[0].machine) ?? search(for: hearings)
        }
        return search(for: hearings)
    }

    private func hearing(of step: RunHistory.Step) -> (
        machine: Machine, event: Int, fields: [Value?], isRetained: Bool
    )? {
        guard let told = step.eventRecord, let machine = flows.first(where: { $0.name == step.leg })?.machine else {
            return nil
        }
        return (machine, told.event, told.fields, told.cause == .retained)
    }

    private func search(
        for hearings: [(machine: Machine, event: Int, fields: [Value?], isRetained: Bool)]
    ) -> RawValue? {
        // A leg that reads the callback tells more of it than one that does not.
        let first = hearings.firstIndex { $0.machine.events[$0.event].signature.origin != .unrecognised } ?? 0
        let search = CallbackSearch(
            machine: hearings[first].machine, event: hearings[first].event, fields: hearings[first].fields,
            heardToo: hearings.map {
                .init(machine: $0.machine, event: $0.event, fields: $0.fields, isRetained: $0.isRetained)
            })
        return search.callback
    }

    /// A callback with the name and the status of one that no row of the flow's sources read; a sub-flow's source may know that name.
    private func callback(leftUnreadAs unread: RawValue.Unread, in machine: Machine) -> RawValue? {
        guard let name = unread.name else { return nil }
        let table = Table(of: machine)
        for source in table.sources + flows.flatMap({ Table(of: $0.machine).sources }) {
            var callback = RawValue.object([source.by: .text(name)])
            if let status = unread.status, let path = source.statusPaths(besides: classifiedPaths).first {
                callback.put(.integer(status), at: path[...])
            }
            guard case .unrecognised = table.decode(callback) else { continue }
            let own = RawValue.Unread(callback, of: source, withholding: classifiedPaths)
            if own.name == name, own.status == unread.status { return callback }
        }
        return nil
    }
}
