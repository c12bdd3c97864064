package import KeywayCore

/// One thing that comes to a cell: an event, as which of its kinds, and the values that its guards see.
package struct CellArrival: Equatable, Sendable {
    /// Its stamp, or the order that it answers, says which of its kinds comes.
    package var event: Event
    /// For the variables that are not asked.
    package var profile: Profile
    /// The values of the variables that are asked, by their positions.
    package var asked: [Int: Value?]

    package init(event: Event, profile: Profile, asked: [Int: Value?]) {
        self.event = event
        self.profile = profile
        self.asked = asked
    }

    /// The busy run in that state, with the values that are asked and, for the rest, those of the profile.
    package func run(in state: Int, of table: Table) -> RunState {
        var values = profile.values(of: table)
        for (variable, value) in asked { values[variable] = value }
        return BusyRun.run(in: state, values, of: table)
    }

    /// What a step makes of it in the state; `before` is as if the timer that fires or the answered effect had ended already.
    func outcome(_ step: Step, leadingTo after: RunState, in state: Int, of table: Table) -> ExpectedOutcome {
        var before = run(in: state, of: table)
        var stamp = event.stamp
        switch table.events[event.position].origin {
        case .timer(let timer): before.timers.removeAll { $0.timer == timer }
        case .reply:
            stamp = before.openEffects.contains { $0.order == event.answers } ? .current : .stale
            before.openEffects.removeAll { $0.order == event.answers }
        default: break
        }
        return ExpectedOutcome(before: before, step: step, after: after, stamp: stamp)
    }
}

extension TableWords {
    /// `denied [of checkToken] given newer = nil, low`; without the profile where either does.
    package func arrival(_ arrival: CellArrival, saysProfile: Bool) -> String {
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
        let given = (asked.isEmpty ? [] : [assignments(asked)]) + (saysProfile ? [arrival.profile.rawValue] : [])
        return given.isEmpty ? text : "\(text) given \(given.joined(separator: ", "))"
    }
}

extension TableReading {
    /// What `arrival` wrote: one, or one for each profile.
    package func arrivals(_ text: Substring) -> [CellArrival]? {
        let halves = text.split(separator: " given ", maxSplits: 1)
        guard let head = halves.first, let event = event(head) else { return nil }
        var asked: [Int: Value?] = [:]
        var profiles = Profile.allCases
        for part in halves.dropFirst().flatMap({ $0.split(separator: ", ") }) {
            if let profile = Profile(rawValue: String(part)) {
                profiles = [profile]
                continue
            }
            let sides = part.split(separator: " = ", maxSplits: 1)
            guard sides.count == 2, let place = words.table.variables.firstIndex(where: { $0.name == sides[0] }),
                let value = value(sides[1], of: words.table.variables[place].kind)
            else { return nil }
            asked[place] = .some(value)
        }
        return profiles.map { CellArrival(event: event, profile: $0, asked: asked) }
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
