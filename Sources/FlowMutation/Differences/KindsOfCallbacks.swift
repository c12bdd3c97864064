import FlowMachine
import FlowProviders
import FlowRules
import KeywayCore

/// Raw callbacks of different kinds: two are of one kind if the flow reads both alike and its edited text reads both alike.
struct KindsOfCallbacks {
    /// How many callbacks of one name are looked at, and how many kinds of one name are kept, at most.
    private static let (patience, greatestCount) = (2_000, 24)

    /// A raw callback as the legs of the flow read it.
    struct Kind {
        var callback: RawValue
        /// How the unedited flow's legs read it.
        var reading: CallbackReading
    }

    /// One callback of each kind.
    private(set) var all: [Kind] = []

    init(of flows: FlowPair) {
        let running = RunningFlow(flows.original.table)
        let tables = [flows.original.table, flows.edited.table].flatMap { $0.flows.map(\.table) }
        var known: Set<[Likeness]> = []
        for machine in [flows.original, flows.edited].flatMap({ $0.machine.flowsOfLegs.map(\.machine) }) {
            for source in machine.sources.map(\.source) {
                let names = Set(source.rows.flatMap(\.callbackNames)).sorted()
                // The last name is one that no row reads.
                for name in names + [names.joined() + "?"] {
                    let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
                    var count = 0
                    for number in 0..<min(witnesses.count ?? .max, Self.patience) where count < Self.greatestCount {
                        let callback = witnesses.callback(number)
                        guard known.insert(tables.map { Likeness(callback, by: $0) }).inserted else { continue }
                        all.append(Kind(callback: callback, reading: CallbackReading(callback, by: running)))
                        count += 1
                    }
                }
            }
        }
    }

    /// How one flow reads a callback; callbacks that all flows concerned read alike are of one kind.
    private struct Likeness: Hashable {
        /// The source that reads the callback, the event and the decoder's row; nil where no row of the flow reads it.
        var source: String?
        var event: Int?
        var row: Int?
        var isRetained = false
        var fields: [Value?] = []

        init(_ callback: RawValue, by table: Table) {
            let (decoded, source) = table.read(callback)
            guard case .event(let event, let fields, let row, let isRetained) = decoded else { return }
            self.source = source?.name
            self.event = event
            self.row = row
            self.isRetained = isRetained
            // A guard can ask of a text or duration only whether it is present.
            self.fields = zip(fields, table.events[event].fields).map { value, field in
                switch field.kind {
                case .text, .duration: value.map { _ in .bool(true) }
                case .bool, .integer, .enumCase, .set: value
                }
            }
        }
    }
}
