/// Writes the text of a flow at random, in such a way that most of its cells are decided and its guards are complete.
struct FlowDrawing {
    /// What a state waits for.
    enum Wait {
        /// The person, or a deadline of the state's own.
        case user, deadline
        /// The reply of this effect.
        case answer(String)
        /// The end of the sub-flow, or the grant of a lane.
        case part, lane
    }

    /// An event with what its rows need to know.
    struct Event {
        var name: String
        /// Whether it has the field `mood`.
        var hasMood = false
        /// Whether it has the field `moods`.
        var isMark = false
    }

    /// The providers that the flow hears and calls.
    let surroundings: Cast.Surroundings
    let name: String
    /// The name of the flow that it runs as a sub-flow; nil where it runs none.
    let runs: String?
    /// Whether the app may die and the run come back.
    let comesBack: Bool
    /// Whether each provider call without replies is declared `once`, so that no restart repeats it.
    let isAlwaysOnce: Bool
    /// The lines of the flow's text that are written so far.
    var lines: [String] = []
    /// The states that the flow is going to have, with what each waits for.
    var states: [(name: String, wait: Wait)] = []
    /// The callbacks as which the flow reads its providers' words.
    var callbacks: [Event] = []
    /// Effects with their two replies; the second is mostly the effect's `otherwise`.
    var asked: [(effect: String, replies: [String])] = []
    /// Effects without replies.
    var plainEffects: [String] = []
    /// Further orders for bodies, as text.
    var orders: [String] = []
    /// The events whose rows may lead to `done`; a requirement names them.
    var doneCauses: [String] = []
    /// Whether there is a choice (`choice fork`) to which rows may lead.
    var hasChoice = false
    /// Whether the effect `ask` takes a name that is `personal`: the log does not have it, so a run that comes back cannot ask again.
    var hasName = false
    /// Whether the last states stand in a group with a timer.
    var hasGroup = false
    /// Whether commands give a text, the latest of which the effect `send` must have.
    var hasTag = false
    /// Whether a command gives a set of moods.
    var hasMoods = false
    /// Whether there is a `volatile` effect `show`: no restart repeats it, and no record tells that its handler has ended.
    var isShown = false
    /// The provider whose lane the effect `reserve` needs; nil where there is no such effect.
    var laneOwner: String?
    /// Whether the flow goes on for some seconds after it was cancelled, in the state `leaving`.
    var lingers = false
    /// Whether the state that is written now stands in the group, so that it may set the group's timer.
    var isInGroup = false
    /// The commands, but for `cancel`, and but for `call` and `sign`, which have a text to keep.
    var commands: [Event] = []
    /// The flow's parameters, each with values that may be chosen for it.
    var parameters: [(name: String, values: [String])] = []
    /// The parameters of the sub-flow, each with values that may be chosen for it; empty where it has none or there is no sub-flow.
    let parametersOfPart: [(name: String, values: [String])]

    init(_ surroundings: Cast.Surroundings, in cast: Cast, named name: String, running part: FlowDrawing? = nil) {
        self.surroundings = surroundings
        self.name = name
        runs = part?.name
        parametersOfPart = part?.parameters ?? []
        comesBack = cast.comesBack
        isAlwaysOnce = cast.isAlwaysOnce
    }

    /// Whether the flow is run as a sub-flow.
    private var isPart: Bool { name != "Drawn" }
    /// The name by which the flow runs its sub-flow, and the name for a second place at which it runs the same flow.
    var childNames: (first: String, second: String) { isPart ? ("inner", "another") : ("part", "other") }

    /// Draws the flow and returns its text. Afterwards the drawing has the name and the parameters that a flow needs which runs this one.
    mutating func text(_ chance: inout Chance) -> String {
        plan(&chance)
        declare(&chance)
        demand(&chance)
        writeFile(&chance)
        writeStates(&chance)
        // Drawn from a copy, so that a seed gives the same rest of the system with parameters and without them.
        var apart = chance
        giveParameters(&apart)
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Plan

    /// Decides which events, effects and states the flow has.
    private mutating func plan(_ chance: inout Chance) {
        for provider in surroundings.providers {
            callbacks += provider.words.map { Event(name: $0.callback, hasMood: $0.hasMood) }
            plainEffects += provider.calls
            if provider.manner == .answers {
                asked.append((provider.answered ?? "fetch", ["fetched", "lost"]))
            } else if let answered = provider.answered {
                asked.append((answered, ["worked", "broke"]))
            }
        }
        if asked.isEmpty || chance.percent(60) { asked.append(("ask", ["confirmed", "denied"])) }
        commands = [Event(name: isPart ? "open" : "start"), Event(name: "next")]
        if chance.percent(25) { commands.append(Event(name: "choose", hasMood: true)) }
        hasChoice = chance.percent(25)
        hasGroup = chance.percent(35)
        let causes = callbacks.map(\.name) + asked.flatMap(\.replies).filter { $0 != "confirmed" } + ["next"]
        doneCauses = [chance.pick(causes)] + (chance.percent(40) ? [chance.pick(causes)] : [])
        states = [("idle", .user)]
        for number in 1...chance.number(1...3) {
            var waits: [Wait] = [.deadline, .deadline, .user]
            waits += asked.map { .answer($0.effect) } + asked.map { .answer($0.effect) }
            if chance.percent(12) { waits.append(.lane) }
            states.append(("s\(number)", chance.pick(waits)))
        }
        planMore(&chance)
        guard runs != nil else { return }
        states[chance.number(1...states.count - 1)].wait = .part
        if chance.percent(25) { states[chance.number(1...states.count - 1)].wait = .part }
        hasName = comesBack && chance.percent(40) && asked.contains { $0.effect == "ask" }
    }

    /// Decides what else the flow has: texts, sets, a lane, presentation, a state after `cancel`.
    private mutating func planMore(_ chance: inout Chance) {
        hasTag = chance.percent(20)
        hasMoods = chance.percent(20)
        isShown = chance.percent(20)
        if chance.percent(15) {
            laneOwner = "Lock"
            // An effect that needs a lane matters most where the flow has a lane of the same provider: it then waits for itself.
            if chance.percent(50) { states[chance.number(1...states.count - 1)].wait = .lane }
        }
        if hasMoods { commands.append(Event(name: "mark", isMark: true)) }
        if isShown { orders.append("do show") }
        if hasTag { orders += ["do send(tag)", "do send(tag)"] }
        if laneOwner != nil { orders.append("do reserve") }
        lingers = isPart && chance.percent(35)
    }

    /// The events of which one must come before the final `authenticated`: the backend's word, to the flow itself or to its sub-flow.
    private var earned: [String] {
        (asked.contains { $0.effect == "ask" } ? ["confirmed"] : [])
            + (runs == nil ? [] : ["\(childNames.first).authenticated"])
    }

    // MARK: - Declarations

    private mutating func declare(_ chance: inout Chance) {
        lines.append("flow \(name) version 1")
        lines.append("enum Mood { calm, angry }")
        if hasName { lines.append("type Name = text(1...9) personal") }
        if hasTag { lines.append("type Tag = text(1...9)") }
        lines.append("context {")
        if hasName { lines.append("  name: Name?") }
        if hasTag { lines.append("  tag: Tag?") }
        if hasMoods { lines.append("  moods: set of Mood?") }
        lines.append("  n: int 0...2 = 0")
        lines.append("  flag: bool = false")
        lines.append("  mood: Mood = calm")
        lines.append("}")
        let words =
            commands.map { $0.name + ($0.hasMood ? "(mood: Mood)" : $0.isMark ? "(moods: set of Mood)" : "") } + [
                "cancel"
            ]
        if hasTag { lines.append("command call(tag: Tag?)") }
        if hasName { lines.append("command sign(name: Name?)") }
        lines.append("command \(words.joined(separator: ", "))")
        for callback in callbacks { lines.append("callback \(callback.name)\(callback.hasMood ? "(mood: Mood)" : "")") }
        for provider in surroundings.providers {
            for call in provider.calls {
                let once =
                    isAlwaysOnce || chance.percent(25) ? " once" : isShown && chance.percent(30) ? " volatile" : ""
                let attempt = chance.percent(provider.isStamped ? 75 : 30) ? " starts attempt" : ""
                lines.append("effect \(call)\(once)\(attempt) calls \(provider.name).\(call)")
            }
        }
        if isShown { lines.append("effect show volatile") }
        if hasTag { lines.append("effect send(tag: Tag?)") }
        if let laneOwner {
            lines.append("lane queue of \(laneOwner)")
            lines.append("effect reserve needs queue")
        }
        for (effect, replies) in asked {
            let provider = surroundings.providers.first { $0.answered == effect }
            let once = chance.percent(20) ? " once" : ""
            let calls = provider.map { " calls \($0.name).\(effect)" } ?? ""
            // The success waits for `confirmed` of `ask`, and `check` refuses an `otherwise` for which a success waits.
            let otherwise = effect == "ask" || chance.percent(85) ? replies[1] : replies[0]
            lines.append(
                "effect \(effect)\(effect == "ask" && hasName ? "(name: Name?)" : "")\(once)\(calls) replies \(replies[0]), \(replies[1]) otherwise \(otherwise) within \(chance.number(2...6))s"
            )
        }
        for provider in surroundings.providers where provider.manner == .words {
            lines.append(
                "source \(provider.source) = \"\(provider.name)\" by \(provider.by) \(provider.isStamped ? "stamped" : "singleton") {"
            )
            for word in provider.words {
                let kept = provider.retained.contains(word.raw) ? "retained " : ""
                let test = word.code.map { $0 < 300 ? " when code == \($0)" : "" } ?? ""
                lines.append("  \(kept)\(word.raw)\(test) => \(word.callback)\(word.hasMood ? "(mood: mood)" : "")")
            }
            lines.append("}")
        }
        let mark = earned.isEmpty ? "" : " success"
        lines += ["final authenticated\(mark)", "final done keeps mood", "final failed", "final cancelled"]
    }

    /// Writes requirements.
    private mutating func demand(_ chance: inout Chance) {
        let causes = Set(doneCauses).sorted().joined(separator: ", ")
        if chance.percent(75) { lines.append("require done only after \(causes)") }
        if !earned.isEmpty { lines.append("require authenticated only after \(earned.joined(separator: ", "))") }
        if chance.percent(20), let effect = plainEffects.first {
            lines.append("require \(effect) only after \(commands[0].name)")
        }
        if chance.percent(15), let effect = plainEffects.first {
            let cause = chance.pick([commands[1].name] + callbacks.map(\.name) + asked.flatMap(\.replies))
            lines.append(
                "require do \(effect) only after \(cause) since \(chance.pick(commands.prefix(2).map(\.name)))")
        }
        if chance.percent(15), let callback = callbacks.first {
            let since = chance.pick([commands[0].name, callback.name])
            lines.append("require on \(callback.name) only after \(commands[0].name) since \(since)")
        }
        if hasTag { lines.append("require do send(tag) with the latest tag") }
        var conditions = [
            "n < 2", "not flag", "mood == calm", "n < 2 or not flag", "n == 0 or flag", "mood == calm or flag",
        ]
        if hasMoods { conditions += ["calm in moods or moods absent", "moods absent or flag", "not (angry in moods)"] }
        if chance.percent(25) { lines.append("require always \(chance.pick(conditions))") }
        if chance.percent(25) {
            lines.append(
                "require never \(chance.pick(["flag and n == 2", "n == 2", "in s1", "mood == angry and flag"]))")
        }
        if chance.percent(12), let callback = callbacks.first { lines.append("require never on \(callback.name)") }
        if chance.percent(15) {
            lines.append("require sometimes \(chance.pick(["in done", "n == 2", "in authenticated"]))")
        }
        if chance.percent(12) { lines.append("require eventually \(chance.pick(["in s1", "on \(commands[0].name)"]))") }
        // Drawn from a copy, so that a seed gives the same flow with these requirements and without them.
        var apart = chance
        demandOfSeveralSteps(&apart)
    }

    /// Writes requirements that remember earlier steps, count them or compare with the step before.
    private mutating func demandOfSeveralSteps(_ chance: inout Chance) {
        let words = commands.map(\.name) + callbacks.map(\.name) + asked.flatMap(\.replies)
        let orders = plainEffects.map { "do \($0)" } + asked.map { "do \($0.effect)" }
        let facts = words.map { "on \($0)" } + orders + ["in s1", "in done", "flag", "n == 1"]
        func fact(_ chance: inout Chance) -> String {
            let first = chance.pick(facts)
            switch chance.number(0...9) {
            case 0: return "\(first) and not \(chance.pick(facts))"
            case 1: return "\(first) or \(chance.pick(facts))"
            case 2: return "\(first) and (\(chance.pick(facts)) or flag)"
            default: return first
            }
        }
        if chance.percent(15) {
            let end = chance.percent(60) ? " until \(fact(&chance))" : ""
            lines.append("require \(fact(&chance)) never after \(fact(&chance))\(end)")
        }
        if chance.percent(15) {
            let end = chance.percent(60) ? " until \(fact(&chance))" : ""
            lines.append(
                "require at most \(chance.number(0...3)) \(chance.pick(words.map { "on \($0)" } + orders))\(end)")
        }
        if chance.percent(15) {
            lines.append(
                "require n falls only on \(Set([chance.pick(words), chance.pick(words)]).sorted().joined(separator: ", "))"
            )
        }
        if chance.percent(15), hasGroup, states.count > 2 { lines.append("require \(fact(&chance)) only while poll") }
        if chance.percent(15) {
            lines.append(
                "require always possible \(chance.pick(commands.map(\.name))) in \(chance.pick(states.map(\.name)))")
        }
    }

    // MARK: - The file's own rows

    private mutating func writeFile(_ chance: inout Chance) {
        lines.append("on cancel -> \(lingers ? "leaving" : "cancelled")")
        lines.append("within 20m -> failed")
        switch chance.number(0...9) {
        case 0: lines.append("on unrecognised -> failed")
        case 1: lines.append("on unrecognised stay { flag = true }")
        case 2: lines.append("on unrecognised -> \(states[states.count - 1].name)")
        default: lines.append("ignore unrecognised")
        }
        if hasName { lines.append("on sign stay { keep name }") }
        if hasTag, chance.percent(85) { lines.append("on call stay { keep tag }") }
        lines.append("reject other")
        lines.append(chance.percent(75) ? "late other" : "ignore other")
        for (_, replies) in asked where chance.percent(85) {
            for reply in replies {
                if chance.percent(85) {
                    lines.append("late \(reply)")
                } else {
                    row(Event(name: reply), in: nil, &chance)
                }
            }
        }
        for callback in callbacks where chance.percent(60) {
            if chance.percent(70) {
                lines.append("\(chance.pick(["late", "ignore"])) \(callback.name)")
            } else {
                row(callback, in: nil, &chance)
            }
        }
        for provider in surroundings.providers where provider.isStamped {
            for word in provider.words where chance.percent(55) {
                row(Event(name: "stale \(word.callback)", hasMood: word.hasMood), in: nil, &chance)
            }
        }
        for (_, replies) in asked where chance.percent(20) {
            row(Event(name: "stale \(chance.pick(replies))"), in: nil, &chance)
        }
        let meanings =
            ["stay { n = 1 }", "-> idle", "-> idle { flag = true }"]
            + ["-> \(states[states.count - 1].name)", "-> \(states[1].name)"]
            + plainEffects.flatMap { ["stay { do \($0) }", "-> idle { do \($0) }"] } + orders.map { "stay { \($0) }" }
        let meaning = comesBack && chance.percent(50) ? chance.pick(meanings) : nil
        // Drawn from a copy, so that a seed gives the same rest of the flow with rows that ask `withValues` and without them.
        var apart = chance
        if hasName, apart.percent(85) {
            lines.append("on restored when withValues \(apart.pick(meanings))")
            lines.append("on restored when not withValues \(apart.pick(meanings))")
        } else if let meaning {
            lines.append("on restored \(meaning)")
        }
        if hasChoice {
            lines.append("choice fork {")
            lines.append("  when \(chance.pick(["n == 2", "flag", "mood == angry"])) -> failed")
            lines.append("  otherwise -> \(chance.pick(states.map(\.name)))")
            lines.append("}")
        }
    }
}
