import KeywayTesting

/// A flow drawn at random that parses and resolves, from all that a flow can say and a fixed set of names.
///
/// Its cells need not all be decided and its states need not all be reached; its guards are disjoint and complete. Each drawn
/// flow has the same single requirement, and neither a role nor a scenario; `RandomFlowTests` lists all that drawn flows need not say. Some
/// of the names are words of Swift.
package struct RandomFlow: Sendable {
    package let text: String

    /// The flows that a drawn flow may run as sub-flows; they are not drawn.
    package static let subFlows = ["Helper": helper, "Host": host]

    package init(seed: UInt64, named name: String = "Drawn") {
        var writer = Writer(name: name, seed: seed)
        writer.write()
        text = writer.lines.joined(separator: "\n") + "\n"
    }
}

/// Draws one flow, line by line.
private struct Writer {
    private let name: String
    private var generator: SeededGenerator
    /// Draws what a flow says besides, so that the rest of a seed's flow does not depend on it.
    private var besides: SeededGenerator
    var lines: [String] = []
    private var depth = 0
    private var states: [String] = []
    private var timers: [String] = []
    private var lanes: [String] = []
    private var children: [String] = []
    /// The lanes of all scopes; those above are of the scopes around the line that is written.
    private var declaredLanes: [String] = []
    private var runsHelper = false
    private var timerCount = 0
    private let isChosen: Bool
    /// Whether the flow may have lanes and sub-flows; only a flow without them can have packed runs.
    private var hasRunning = true
    /// The conditions that guards are made of: one for each flow, because tests try every combination of values in every cell.
    private var questions: [String] = []

    init(name: String, seed: UInt64) {
        self.name = name
        generator = SeededGenerator(seed: seed)
        besides = SeededGenerator(seed: ~seed)
        isChosen = Int.random(in: 0..<3, using: &besides) == 0
    }

    private static let choices = ["first", "switch"]
    private static let questions = [
        "flag", "not flag", "n < 2", "n >= m", "n != 1", "m in { 1, 2 }", "way == left", "way in { left, right }",
        "way present", "seen absent", "left in seen", "way in seen", "name present", "mood != calm", "m > 0", "1 <= n",
        "token absent", "flag == true",
    ]

    private static let questionsOfParameters = ["bold", "n < top", "way == side", "top != 1", "not bold"]

    mutating func write() {
        hasRunning = flip()
        questions = Array(Self.questions.shuffled(using: &generator).prefix(1))
        if isChosen, happens(onceIn: 2) {
            questions = [Self.questionsOfParameters.randomElement(using: &besides) ?? ""]
        }
        states = (0..<Int.random(in: 2...3, using: &generator)).map { "s\($0)" }
        line("/// Drawn at random.")
        line("flow \(name) version \(Int.random(in: 1...9, using: &generator))")
        let declared = lines.count
        lines.append("")
        let session = pick(["20m", "1h"])
        line("within \(isChosen && happens(onceIn: 2) ? "session" : session) -> failed\(body(of: []))")
        if flip() { line("enter { do say(way, n) }") }
        line("reject other")
        line("\(pick(["late", "ignore"])) other")
        rows(3)
        if happens(onceIn: 3) { restored() }
        for (place, choice) in Self.choices.enumerated() { write(choice, after: place) }
        var rest = states[...]
        while !rest.isEmpty { scope(&rest, nesting: 0) }
        lines[declared] = RandomFlow.declarations(
            tone: runsHelper ? ", tone: Helper.Tone?" : "", isChosen: isChosen,
            correlation: happens(onceIn: 2) ? "singleton" : "stamped", success: happens(onceIn: 2) ? " success" : "",
            needs: declaredLanes.randomElement(using: &besides).map { " needs \($0)" } ?? "")
    }

    /// Rows for another process that goes on, with or without the values that a log has encrypted.
    private mutating func restored() {
        swap(&generator, &besides)
        for condition in flip() ? [" when withValues", " when not withValues"] : [""] {
            line("on restored\(condition) \(flip() ? "stay" : "-> \(pick(states))")\(body(of: []))")
        }
        swap(&generator, &besides)
    }

    /// A group with what is in it, or a state.
    private mutating func scope(_ rest: inout ArraySlice<String>, nesting: Int) {
        guard nesting < 3, rest.count > 1 || flip(), Int.random(in: 0..<5, using: &generator) < 2 else {
            if let name = rest.popFirst() { state(name) }
            return
        }
        let outer = (timers, lanes, children)
        line("group g\(lines.count) {")
        depth += 1
        content()
        for _ in 0..<Int.random(in: 1...2, using: &generator) where !rest.isEmpty { scope(&rest, nesting: nesting + 1) }
        depth -= 1
        line("}")
        (timers, lanes, children) = outer
    }

    private mutating func state(_ name: String) {
        let outer = (timers, lanes, children)
        line("state \(name)\(flip() ? " waits for user" : "") {")
        depth += 1
        if let held = timers.randomElement(using: &generator), flip() {
            line("hold \((happens(onceIn: 2) ? timers : [held]).joined(separator: ", "))")
        }
        content()
        depth -= 1
        line("}")
        (timers, lanes, children) = outer
    }

    /// A lane or a sub-flow, with rows for its events.
    private mutating func running() {
        timerCount += 1
        guard flip() else {
            lanes.append("l\(timerCount)")
            declaredLanes.append("l\(timerCount)")
            line("lane l\(timerCount) of \(pick(["Mail", "Radio"]))")
            return line("on l\(timerCount) \(pick(["stay", "-> \(target())"]))\(body(of: []))")
        }
        children.append("c\(timerCount)")
        let subFlow = SubFlow.all[happens(onceIn: 3) ? 1 : 0]
        if subFlow.flow == "Helper" { runsHelper = true }
        let chosen = subFlow.chosen + (isChosen ? subFlow.chosenByParameters : [])
        line("child c\(timerCount) = \(subFlow.flow)\(chosen.randomElement(using: &besides) ?? "")")
        for (final, fields, question) in subFlow.finals where flip() {
            let guards = flip() ? [""] : ["when \(pick(question)) ", "otherwise "]
            for condition in guards {
                line("on c\(timerCount).\(final) \(condition)\(pick(["stay", "-> \(target())"]))\(body(of: fields))")
            }
        }
    }

    /// What groups and states have in common.
    private mutating func content() {
        if hasRunning, flip() { running() }
        if flip() {
            timerCount += 1
            let timer = "t\(timerCount)"
            timers.append(timer)
            line("timer \(timer)")
            line("on \(timer) \(pick(["stay", "-> \(target())"]))\(body(of: []))")
        }
        if flip() {
            let seconds = Int.random(in: 1...90, using: &generator)
            let wait = isChosen && happens(onceIn: 2) ? "pause" : "\(seconds)s"
            line("after \(wait) -> \(target())\(body(of: []))")
        }
        if flip() { line("enter\(body(of: [], isNeeded: true))") }
        rows(4)
    }

    private mutating func write(_ choice: String, after place: Int) {
        let later = Self.choices.dropFirst(place + 1)
        let guards = alternatives(of: [])
        line("choice \(choice) {")
        for condition in guards {
            let leads = later.randomElement(using: &generator).flatMap { flip() ? $0 : nil } ?? plainTarget()
            line("  \(condition.isEmpty ? "otherwise" : condition) -> \(leads)\(body(of: []))")
        }
        line("}")
    }

    // MARK: - Rows

    private mutating func rows(_ count: Int) {
        let shuffled = DecidedEvent.all.shuffled(using: &generator)
        var others = shuffled.dropFirst(count)
        for event in shuffled.prefix(count) {
            // Another event for which the same rows count: it has the fields that the bodies may read.
            var second: String?
            if let other = others.firstIndex(where: { $0.isDecided(like: event) }), happens(onceIn: 4) {
                second = others.remove(at: other).name
            }
            for condition in alternatives(of: event.fields) { row(event, and: second, condition) }
        }
    }

    private mutating func row(_ event: DecidedEvent, and second: String?, _ condition: String) {
        let names = [event.name, second].compactMap(\.self).joined(separator: ", ")
        let space = condition.isEmpty ? "" : " "
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where !event.isStale:
            line("\(event.isCommand ? "reject" : pick(["ignore", "late"])) \(names)\(space)\(condition)")
        case 1, 2: line("on \(names)\(space)\(condition) stay\(body(of: event.fields))")
        default: line("on \(names)\(space)\(condition) -> \(target())\(body(of: event.fields))")
        }
    }

    /// Guards that are disjoint and complete; an empty one for no guard.
    private mutating func alternatives(of fields: [String]) -> [String] {
        let (one, other) = (condition(fields, 2), condition(fields, 1))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return ["when \(one)", "otherwise"]
        case 1: return ["when \(one)", "when not (\(one))"]
        case 2:
            return [
                "when (\(one)) and (\(other))", "when (\(one)) and not (\(other))", "when not (\(one))",
            ]
        case 3: return ["when not (\(one)) and (\(other))", "otherwise"]
        default: return [""]
        }
    }

    private mutating func condition(_ fields: [String], _ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 3: return "(\(condition(fields, depth - 1))) and \(condition(fields, 0))"
        case 4: return "(\(condition(fields, depth - 1))) or \(condition(fields, 0))"
        case 5: return "not (\(condition(fields, depth - 1)))"
        default:
            return pick(questions)
        }
    }

    // MARK: - Bodies

    private mutating func body(of fields: [String], isNeeded: Bool = false) -> String {
        guard isNeeded || flip() else { return "" }
        var orders: [String] = []
        var written: Set<String> = []
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let order = self.order(of: fields)
            // A body may write a variable only once.
            let variable = order.split(separator: " ").first.map(String.init) ?? ""
            if ["do ", "set ", "clear ", "take ", "run "].contains(where: { order.hasPrefix($0) }) {
                orders.append(order)
            } else if written.isDisjoint(with: [variable]), !order.hasPrefix("keep ") || written.isEmpty {
                written.formUnion(order.hasPrefix("keep ") ? fields : [variable])
                orders.append(order)
            }
        }
        return " { \(orders.joined(separator: happens(onceIn: 8) ? "\n" : "; ")) }"
    }

    private mutating func order(of fields: [String]) -> String {
        var orders = [
            "flag = true", "n = 0", "n += 1", "m -= 1", "mood = default", "way = nil", "way = right",
            "static = 5s",
            "name = nil", "do say(way, n)", "do ask(name)", "do check", "do say(back, 1)",
        ]
        let kept = fields.filter { $0 != "code" && $0 != "count" }
        if fields.contains("count") { orders += ["n = count", "m = count"] }
        if fields.contains("tone") { orders.append("tone = tone") }
        if !kept.isEmpty { orders += ["keep \(kept.joined(separator: ", "))", "keep \(kept.joined(separator: ", "))"] }
        if fields.contains("code") { orders += ["do send(code)", "do send(code)"] }
        if fields.contains("flag") { orders.append("flag = flag") }
        if let timer = timers.randomElement(using: &generator) {
            orders += ["set \(timer) 1500ms", "set \(timer) 2m", "clear \(timer)"]
            orders.append("set \(timer) \(isChosen && happens(onceIn: 2) ? "pause" : "static")")
        }
        if let lane = lanes.randomElement(using: &generator) { orders += ["take \(lane)", "take \(lane)"] }
        if let child = children.randomElement(using: &generator) {
            orders += ["run \(child).open(name, way)", "run \(child).open(nil, left)", "run \(child).nudge"]
        }
        return pick(orders)
    }

    // MARK: - Words

    private mutating func target() -> String { flip() ? plainTarget() : pick(Self.choices + states) }

    private mutating func plainTarget() -> String { pick(states + ["done", "failed"]) }

    private mutating func flip() -> Bool { Bool.random(using: &generator) }

    /// Whether something that a flow says besides is drawn.
    private mutating func happens(onceIn count: Int) -> Bool { Int.random(in: 0..<count, using: &besides) == 0 }

    private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }

    private mutating func line(_ text: String) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }
}

/// An event for which rows are drawn, with its fields.
private struct DecidedEvent {
    let name: String
    let fields: [String]

    var isStale: Bool { name.hasPrefix("stale ") }
    var isCommand: Bool { ["start", "choose", "init", "repeat", "type"].contains(name) }

    /// Whether each row that is drawn for the other event is one for this event too.
    func isDecided(like other: DecidedEvent) -> Bool {
        isCommand == other.isCommand && isStale == other.isStale && Set(fields).isSuperset(of: other.fields)
    }

    static let all = [
        ("start", ["name", "n"]), ("choose", ["way", "seen"]), ("init", []), ("repeat", []), ("told", ["flag", "way"]),
        ("counted", ["n"]), ("timed", ["static"]), ("said", []), ("yes", []), ("no", []), ("maybe", ["n"]),
        ("never", []), ("type", ["code"]), ("unrecognised", []), ("stale told", ["flag", "way"]), ("stale yes", []),
        ("stale maybe", ["n"]),
    ].map(DecidedEvent.init)
}

/// A flow that drawn flows may run, with what they say of it.
private struct SubFlow {
    let flow: String
    /// What may be chosen for its parameters, and what a flow with parameters of its own may choose besides.
    let chosen: [String]
    let chosenByParameters: [String]
    /// Its finals, each with the fields that it keeps and with conditions on these.
    let finals: [(name: String, fields: [String], questions: [String])]

    private static let shut = (
        name: "shut", fields: ["way"], questions: ["way == left", "way absent", "way in { right, back }"]
    )

    static let all = [
        SubFlow(
            flow: "Helper", chosen: ["", "(most: 2)"], chosenByParameters: ["(most: top)"],
            finals: [
                (
                    "opened", ["tone", "count", "name"],
                    ["tone == loud", "count < 2", "name present", "count >= n and tone != soft"]
                ), shut,
            ]),
        SubFlow(
            flow: "Host", chosen: ["", "(most: 2)", "(patience: 5s, most: 1)"],
            chosenByParameters: ["(most: top, patience: pause)"],
            finals: [("opened", ["count", "name"], ["count < 2", "name present", "count >= n"]), shut]),
    ]
}
