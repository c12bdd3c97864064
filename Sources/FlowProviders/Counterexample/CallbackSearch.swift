package import FlowMachine
import FlowRules
package import KeywayCore

/// Looks for a raw callback that a flow's own decoder reads as a given event.
package struct CallbackSearch {
    /// The most callbacks of one name that are tried.
    private static let greatestTrialCount = 10_000

    let machine: Machine
    /// The event that the callback must be read as, by its position among the machine's events.
    let event: Int
    /// The values that the event's fields must have, one for each field; nil for an absent one, and for a required one that may have any;
    /// `withheld` for any that is there.
    let fields: [Value?]
    /// The flows of legs that are newer than the one that is to hear the callback. What they read is told to them, so the callback must be
    /// one that none of them reads.
    var newer: [Machine] = []
    /// The other legs that hear the callback too, each with what it must read the callback as.
    private let hearings: [Hearing]

    /// A callback as a leg hears it.
    package struct Hearing {
        /// The leg's flow.
        var machine: Machine
        /// What it is read as, by its position among the flow's events.
        var event: Int
        /// As the fields of a search.
        var fields: [Value?]
        /// Whether the leg began later, and hears the callback because its source retains it.
        var isRetained: Bool

        package init(machine: Machine, event: Int, fields: [Value?], isRetained: Bool) {
            self.machine = machine
            self.event = event
            self.fields = fields
            self.isRetained = isRetained
        }
    }

    package init(
        machine: Machine, event: Int, fields: [Value?], newer: [Machine] = [], heardToo hearings: [Hearing] = []
    ) {
        self.machine = machine
        self.event = event
        self.fields = fields
        self.newer = newer
        self.hearings = hearings
    }

    /// A callback that is read as the event with these fields; nil where none is found.
    package var callback: RawValue? {
        // Without a source no callback is read, so that each one is unrecognised.
        if machine.sources.isEmpty {
            return machine.events[event].signature.origin == .unrecognised ? .object([:]) : nil
        }
        for source in machine.sources.map(\.source) {
            let names = Set(source.rows.flatMap(\.callbackNames)).sorted()
            // A callback whose name no row has, for the event `unrecognised`.
            let unknown = RawValue.object([source.by: .text(names.joined() + "?")])
            if isWanted(unknown) { return unknown }
            for name in names {
                // The callbacks of this name to try: whatever else comes by the name, the source's rows read it like one of these.
                let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
                for number in 0..<min(witnesses.count ?? .max, Self.greatestTrialCount) {
                    if let found = wanted(like: witnesses.callback(number), of: source) { return found }
                }
            }
        }
        return nil
    }

    /// The callback with raw values put where the wanted fields are read from; nil where it is read as something else.
    private func wanted(like callback: RawValue, of source: Source) -> RawValue? {
        guard let reading = machine.reading(of: callback), reading.event == event else { return nil }
        for row in source.rows where row.event == event {
            var candidate = callback
            for (alternatives, (field, value)) in zip(row.fields, zip(machine.events[event].signature.fields, fields)) {
                let paths = alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
                // The wanted value as the provider writes it, cases by their codes. Only one that is not known is made up: a timer tells
                // one duration from another, and whoever reads the run one text from another.
                let told = value == .withheld ? field.concrete(value) : value
                let raw = told?.spoken(as: field.kind, among: machine.enumerations)
                // An object stays, for other arguments are read from inside it, and so does what stands in the way: a test may ask for it.
                for path in paths { candidate.put(nil, at: path[...], replacing: .value) }
                if let raw, let path = paths.first { candidate.put(raw, at: path[...], replacing: .value) }
            }
            if isWanted(candidate) { return candidate }
        }
        return isWanted(callback) ? callback : nil
    }

    /// Whether each leg that is to hear the callback reads it as it must, and no newer leg reads it.
    private func isWanted(_ callback: RawValue) -> Bool {
        let own = Hearing(machine: machine, event: event, fields: fields, isRetained: false)
        return ([own] + hearings).allSatisfy { $0.isMet(by: callback) }
            && !newer.contains { $0.reading(of: callback)?.row != nil }
    }
}

extension CallbackSearch.Hearing {
    /// Whether the leg's flow reads the callback as the event with these fields.
    fileprivate func isMet(by callback: RawValue) -> Bool {
        let origin = machine.events[event].signature.origin
        // A flow without sources reads nothing.
        guard let reading = machine.reading(of: callback) else { return origin == .unrecognised }
        guard reading.event == event, !isRetained || reading.row?.isRetained == true else { return false }
        let signature = machine.events[event].signature.fields
        return zip(signature, zip(reading.fields, fields)).allSatisfy { field, values in
            let (found, wanted) = values
            // Exploring leaves out the value of a required field where it makes no difference.
            if wanted == nil, !field.isOptional { return true }
            return wanted == .withheld ? found != nil : found == wanted
        }
    }
}
