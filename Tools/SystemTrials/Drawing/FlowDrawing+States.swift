/// The states of a drawn flow and their rows.
extension FlowDrawing {
    mutating func writeStates(_ chance: inout Chance) {
        // The place of the first state in the group, which goes on to the last state; behind all states where there is no group.
        let first = hasGroup && states.count > 2 ? chance.number(1...states.count - 2) : states.count
        for place in states.indices {
            isInGroup = place >= first
            if place == first {
                lines.append("group pair {")
                lines.append("timer poll")
                lines.append("on poll \(forward(from: states.count - 1, &chance))")
                if chance.percent(60) { lines.append("enter { set poll \(chance.number(1...4))s }") }
                for callback in callbacks where chance.percent(25) { row(callback, in: nil, &chance) }
            }
            writeState(place, &chance)
        }
        if first < states.count { lines.append("}") }
        if lingers { writeLeaving(&chance) }
    }

    /// The state after `cancel`: the flow waits here for a short time, and may react to callbacks or ignore them.
    private mutating func writeLeaving(_ chance: inout Chance) {
        lines += ["state leaving {", "  ignore cancel", "  after \(chance.number(1...4))s -> cancelled"]
        if chance.percent(30), let effect = plainEffects.randomElement(using: &chance.generator) {
            lines.append("  enter { do \(effect) }")
        }
        for callback in callbacks {
            switch chance.number(0...5) {
            case 0: lines.append("  on \(callback.name) -> cancelled")
            case 1: lines.append("  on \(callback.name) stay { n = 2 }")
            case 2: break
            default: lines.append("  ignore \(callback.name)")
            }
        }
        lines.append("}")
    }

    /// Writes a state: what it waits for, what it orders on entry, and rows for some events.
    private mutating func writeState(_ place: Int, _ chance: inout Chance) {
        let (state, wait) = states[place]
        var isUser = false
        if case .user = wait { isUser = true }
        lines.append("state \(state)\(isUser ? " waits for user" : "") {")
        var needsDeadline = !isUser && chance.percent(45)
        var orders: [String] = []
        switch wait {
        case .user: break
        case .deadline: needsDeadline = true
        case .answer(let effect):
            orders.append(order(effect))
            for reply in asked.first(where: { $0.effect == effect })?.replies ?? [] {
                lines.append("  on \(reply) \(forward(from: place, because: reply, &chance))")
            }
        case .part:
            let flow = runs ?? ""
            let isFirst = !lines.contains("  child \(childNames.first) = \(flow)")
            let part = isFirst ? childNames.first : childNames.second
            lines.append("  child \(part) = \(flow)")
            orders.append("run \(part).open")
            for final in ["authenticated", "done", "failed", "cancelled"] { writeEnd(final, of: part, place, &chance) }
        case .lane:
            lines.append("  lane line of Lock")
            orders.append("take line")
            if laneOwner != nil, chance.percent(30) { orders.append("do reserve") }
            lines.append("  on line \(forward(from: place, &chance))")
            needsDeadline = true
        }
        if !isUser, chance.percent(45), let effect = plainEffects.randomElement(using: &chance.generator) {
            orders.append("do \(effect)")
        }
        if isInGroup, chance.percent(30) { orders.append("set poll \(chance.number(1...4))s") }
        if !orders.isEmpty { lines.append("  enter { \(orders.joined(separator: "; ")) }") }
        if needsDeadline { lines.append("  after \(chance.number(1...9))s \(forward(from: place, &chance))") }
        if isInGroup, chance.percent(25) { lines.append("  hold poll") }
        // The event that leads to the next state, so that every state can be reached.
        var way: Event?
        if place == 0 { way = commands[0] } else if place + 1 < states.count { way = chance.pick(commands + callbacks) }
        if let way { lines.append("  on \(way.name) -> s\(place + 1)\(body(of: way, &chance))") }
        for command in commands where command.name != way?.name && chance.percent(40) {
            row(command, in: place, &chance)
        }
        for callback in callbacks where callback.name != way?.name && chance.percent(45) {
            row(callback, in: place, &chance)
        }
        lines.append("}")
    }

    private func order(_ effect: String) -> String { effect == "ask" && hasName ? "do ask(name)" : "do \(effect)" }

    /// Writes the row for one end of the sub-flow; `done` keeps its mood, which may steer.
    private mutating func writeEnd(_ final: String, of part: String, _ place: Int, _ chance: inout Chance) {
        let event = "\(part).\(final)"
        if final == "authenticated", chance.percent(60) {
            lines.append("  on \(event) -> authenticated")
        } else if final == "done", chance.percent(40) {
            lines.append("  on \(event) when mood == calm \(forward(from: place, &chance))")
            lines.append("  on \(event) when mood == angry \(forward(from: place, &chance)) { mood = mood }")
        } else {
            lines.append("  on \(event) \(forward(from: place, &chance))")
        }
    }

    // MARK: - Rows

    /// Writes a row for an event, or two with guards of which always exactly one holds. The row for a callback or reply may also be a
    /// `late` or `ignore` of it.
    ///
    /// `place`: the state in which the rows stand; nil for the file or a group.
    mutating func row(_ event: Event, in place: Int?, _ chance: inout Chance) {
        let indent = place == nil ? "" : "  "
        let isCallbackOrReply =
            !event.name.hasPrefix("stale") && !commands.contains { $0.name == event.name }
            && event.name != "restored"
        if isCallbackOrReply, chance.percent(30) {
            lines.append("\(indent)\(chance.pick(["late", "ignore"])) \(event.name)")
            return
        }
        if hasMoods, chance.percent(20) {
            let test = chance.pick([
                "calm in moods", "angry in moods and not flag", "moods present", "not (calm in moods)",
            ])
            lines.append(
                "\(indent)on \(event.name) when \(test) \(target(of: event, &chance))\(body(of: event, &chance))")
            lines.append("\(indent)on \(event.name) otherwise \(target(of: event, &chance))\(body(of: event, &chance))")
            return
        }
        switch chance.number(0...9) {
        case 0:
            lines.append("\(indent)on \(event.name) when n < 2 \(target(of: event, &chance)) { n += 1 }")
            lines.append("\(indent)on \(event.name) when n == 2 \(target(of: event, &chance))")
        case 1:
            lines.append("\(indent)on \(event.name) when flag \(target(of: event, &chance))\(body(of: event, &chance))")
            lines.append("\(indent)on \(event.name) otherwise \(target(of: event, &chance))\(body(of: event, &chance))")
        case 2:
            lines.append(
                "\(indent)on \(event.name) when mood == angry \(target(of: event, &chance))\(body(of: event, &chance))")
            lines.append("\(indent)on \(event.name) when mood == calm \(target(of: event, &chance))")
        default:
            lines.append("\(indent)on \(event.name) \(target(of: event, &chance))\(body(of: event, &chance))")
        }
    }

    private func target(of event: Event, _ chance: inout Chance) -> String {
        if event.name == "confirmed", chance.percent(70) { return "-> authenticated" }
        if doneCauses.contains(event.name), chance.percent(60) { return "-> done" }
        if chance.percent(30) { return "stay" }
        if chance.percent(12) { return "-> failed" }
        if chance.percent(1) { return "-> done" }
        if hasChoice, chance.percent(25) { return "-> fork" }
        return "-> \(chance.pick(states.map(\.name)))"
    }

    /// The target of a row for a timer, lane, reply or sub-flow's end: a later state, `idle` or a final. So these rows alone make no
    /// endless cycle, which `check` would refuse: in `idle` the run waits for the person.
    private func forward(from place: Int, because event: String = "", _ chance: inout Chance) -> String {
        if event == "confirmed", chance.percent(75) { return "-> authenticated" }
        if doneCauses.contains(event), chance.percent(65) { return "-> done" }
        var targets = states[(place + 1)...].map(\.name) + ["failed", "idle"]
        if chance.percent(1) { targets.append("done") }
        return "-> \(chance.pick(targets))"
    }

    /// Nothing, or one order or assignment in braces.
    private func body(of event: Event, _ chance: inout Chance) -> String {
        guard chance.percent(45) else { return "" }
        var orders = ["flag = true", "flag = false", "n = 0", "n = 1", "n = 2", "mood = angry", "mood = calm"]
        if event.hasMood { orders += ["keep mood", "keep mood", "keep mood"] }
        if event.isMark { orders += ["keep moods", "keep moods", "keep moods", "keep moods"] }
        orders += self.orders
        orders += plainEffects.flatMap { ["do \($0)", "do \($0)"] } + asked.map { order($0.effect) }
        if isInGroup { orders += ["set poll 2s", "clear poll"] }
        return " { \(chance.pick(orders)) }"
    }
}
