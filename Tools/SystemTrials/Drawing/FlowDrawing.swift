/// Writes a flow, by construction so that most of its cells are decided and its guards complete.
struct FlowDrawing {
    /// What a state waits for.
    enum Wait {
        case user, deadline
        case answer(String)
        case part, lane
    }

    /// An event with what its rows need to know.
    struct Event {
        var name: String
        var hasMood = false
        /// Whether it has the field `moods`.
        var isMark = false
    }

    let surroundings: Cast.Surroundings
    let name: String
    let runs: String?
    let comesBack: Bool
    /// Whether each provider call without replies is declared `once`, so that no restart repeats it.
    let isAlwaysOnce: Bool
    var lines: [String] = []
    var states: [(name: String, wait: Wait)] = []
    var callbacks: [Event] = []
    /// Effects with replies and their two replies, the second of which is `otherwise`.
    var asked: [(effect: String, replies: [String])] = []
    var plainEffects: [String] = []
    /// What bodies may order besides, as it is written.
    var orders: [String] = []
    /// The events of which rows may lead to `done`.
    var doneCauses: [String] = []
    var hasChoice = false
    /// Whether `ask` is asked with a name that no log keeps, so that it is not asked again after a death.
    var hasName = false
    var hasGroup = false
    /// Whether the person names a text, which `send` is to have the latest of.
    var hasTag = false
    /// Whether the person gives a set of moods.
    var hasMoods = false
    /// Whether something is shown, which no log has.
    var isShown = false
    /// The provider whose lane `reserve` needs; nil where nothing does.
    var laneOwner: String?
    /// Whether the flow lasts for a while after it was cancelled.
    var lingers = false
    /// Whether what is written now stands inside of the group, whose timer it may set.
    var isInGroup = false
    var commands: [Event] = []
    /// The flow's parameters, each with values that may be chosen for it.
    var parameters: [(name: String, values: [String])] = []
    /// Those of the flow that it runs.
    let parametersOfPart: [(name: String, values: [String])]

    init(_ surroundings: Cast.Surroundings, in cast: Cast, named name: String, running part: FlowDrawing? = nil) {
        self.surroundings = surroundings
        self.name = name
        runs = part?.name
        parametersOfPart = part?.parameters ?? []
        comesBack = cast.comesBack
        isAlwaysOnce = cast.isAlwaysOnce
    }

    private var isPart: Bool { name != "Drawn" }
    /// What the flow calls its sub-flow, and where it runs that in a second place too.
    var childNames: (first: String, second: String) { isPart ? ("inner", "another") : ("part", "other") }

    mutating func text(_ chance: inout Chance) -> String {
        plan(&chance)
        declare(&chance)
        demand(&chance)
        writeFile(&chance)
        writeStates(&chance)
        var apart = chance
        giveParameters(&apart)
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Plan

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

    /// What a flow has besides.
    private mutating func planMore(_ chance: inout Chance) {
        hasTag = chance.percent(20)
        hasMoods = chance.percent(20)
        isShown = chance.percent(20)
        if chance.percent(15) {
            laneOwner = "Lock"
            // Whoever needs a lane is of interest where the flow stands in one of the same provider.
            if chance.percent(50) { states[chance.number(1...states.count - 1)].wait = .lane }
        }
        if hasMoods { commands.append(Event(name: "mark", isMark: true)) }
        if isShown { orders.append("do show") }
        if hasTag { orders += ["do send(tag)", "do send(tag)"] }
        if laneOwner != nil { orders.append("do reserve") }
        lingers = isPart && chance.percent(35)
    }

    /// What the backend says before a success, to the flow or to its sub-flow.
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
            // What a success waits for may be no effect's own word.
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

    /// Requirements that remember, count or compare.
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
        // Drawn from a copy, so that a seed gives the same rest of the flow with this question and without it.
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
