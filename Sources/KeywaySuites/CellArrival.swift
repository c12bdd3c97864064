package import KeywayCore

/// What comes in one trial of a cell: the event, and the values of the variables, which the cell's guards may ask.
package struct CellArrival: Equatable, Sendable {
    /// The event; a callback's stamp, or the order that a reply answers, says whether it is current or stale.
    package var event: Event
    /// Whether each variable that is not in `asked` has the lowest or the highest value of its range.
    package var unasked: UnaskedValues
    /// The values of the variables about which the cell's guards ask, or which an assignment copies, by the variables' positions; nil for
    /// an absent value.
    package var asked: [Int: Value?]

    package init(event: Event, unasked: UnaskedValues, asked: [Int: Value?]) {
        self.event = event
        self.unasked = unasked
        self.asked = asked
    }

    /// A made-up run in that state, in which everything is under way that can be (`BusyRun`). Variables named in `asked` have these values,
    /// all others those of `unasked`.
    package func run(in state: Int, of table: Table) -> RunState {
        var values = unasked.values(of: table)
        for (variable, value) in asked { values[variable] = value }
        return BusyRun.run(in: state, values, of: table)
    }

    /// The step with the runs before and after it, to be put into words.
    ///
    /// In `before` the timer that fired, the order that was answered or the sub-flow that told its end has ended already, and the lane
    /// that was granted is held. Each such event does that by itself, so the words need not say it.
    func outcome(_ step: Step, leadingTo after: RunState, in state: Int, of table: Table) -> StepOutcome {
        var before = run(in: state, of: table)
        var stamp = event.stamp
        switch table.events[event.position].origin {
        case .timer(let timer): before.timers.removeAll { $0.timer == timer }
        case .reply:
            stamp = before.openEffects.contains { $0.order == event.answers } ? .current : .stale
            before.openEffects.removeAll { $0.order == event.answers }
        case .child(let child): before.running.removeAll { $0 == .child(child) }
        case .lane(let lane):
            before.running = before.running.map {
                $0 == .lane(lane, isHeld: false) ? .lane(lane, isHeld: true) : $0
            }
        case .command, .callback, .unrecognised, .stale, .restored: break
        }
        return StepOutcome(before: before, step: step, after: after, stamp: stamp)
    }
}

extension TableWords {
    /// The arrival as a line of a suite has it, `denied [of checkToken] given newer = nil, low`. A reply to an order that is not open has
    /// `[closed]` in place of the effect.
    ///
    /// `saysUnasked`: false where the cell means the same with `low` and with `high`; one line that names neither then stands for both.
    package func arrival(_ arrival: CellArrival, saysUnasked: Bool) -> String {
        let event = arrival.event
        var text = call(events[event.position], table.events[event.position].fields, event.fields)
        switch table.events[event.position].origin {
        case .callback where event.stamp != .unknown: text += " [\(event.stamp)]"
        case .reply:
            let effect = table.effects.indices.first { BusyRun.order(of: $0) == event.answers }
            text += effect.map { " [of \(table.effects[$0].name)]" } ?? " [closed]"
        default: break
        }
        let asked = arrival.asked.sorted { $0.key < $1.key }.map { (table.variables[$0.key], $0.value) }
        let given = (asked.isEmpty ? [] : [assignments(asked)]) + (saysUnasked ? [arrival.unasked.rawValue] : [])
        return given.isEmpty ? text : "\(text) given \(given.joined(separator: ", "))"
    }
}

extension TableReading {
    /// Reads what `TableWords.arrival` wrote: one arrival, or two, with `low` and with `high`, where the text names neither; nil for any
    /// other text.
    package func arrivals(_ text: Substring) -> [CellArrival]? {
        if let arrivals = arrivals(text, of: text, given: "") { return arrivals }
        // The word `given` may also stand in an event's name, as in `after given` for a parameter of this name, and in a field's text: the
        // right place is the one behind which the text can be read.
        let mark = " given "
        return text.indices.lazy.filter { text[$0...].hasPrefix(mark) }.compactMap {
            arrivals(text, of: text[..<$0], given: text[$0...].dropFirst(mark.count))
        }.first
    }

    /// Reads the text as an event and the values that are given with it.
    private func arrivals(_ text: Substring, of head: Substring, given: Substring) -> [CellArrival]? {
        guard let event = event(head) else { return nil }
        var asked: [Int: Value?] = [:]
        var ends = UnaskedValues.allCases
        for part in given.split(separator: ", ") {
            if let end = UnaskedValues(rawValue: String(part)) {
                ends = [end]
                continue
            }
            let sides = part.split(separator: " = ", maxSplits: 1)
            guard sides.count == 2, let place = words.table.variables.firstIndex(where: { $0.name == sides[0] }),
                let value = value(sides[1], of: words.table.variables[place].kind)
            else { return nil }
            asked[place] = .some(value)
        }
        let arrivals = ends.map { CellArrival(event: event, unasked: $0, asked: asked) }
        // A text is read only if `arrival` writes just this text for what was read: a text that somebody has changed may say something
        // else.
        guard let first = arrivals.first, words.arrival(first, saysUnasked: ends.count == 1) == text else { return nil }
        return arrivals
    }

    private func event(_ text: Substring) -> Event? {
        let kinds = text.split(separator: " [", maxSplits: 1)
        guard let call = kinds.first, let name = call.split(separator: "(", maxSplits: 1).first,
            let position = words.events.firstIndex(where: { $0 == name })
        else { return nil }
        var event = Event(position)
        let fields = words.table.events[position].fields
        event.fields = fields.map { _ in nil }
        for argument in call.dropFirst(name.count + 1).dropLast().split(separator: ", ") {
            let sides = argument.split(separator: ": ", maxSplits: 1)
            guard sides.count == 2, let place = fields.firstIndex(where: { $0.name == sides[0] }),
                let value = value(sides[1], of: fields[place].kind)
            else { return nil }
            event.fields[place] = value
        }
        guard kinds.count == 2 else { return event }
        switch kinds[1].dropLast() {
        case "current": event.stamp = .current
        case "stale": event.stamp = .stale
        case "closed": break
        case let kind:
            let effect = words.table.effects.firstIndex { "of \($0.name)" == kind }
            guard let effect else { return nil }
            event.answers = BusyRun.order(of: effect)
        }
        return event
    }
}
