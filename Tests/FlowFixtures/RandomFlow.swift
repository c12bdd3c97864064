import KeywayTesting

/// A flow drawn at random that parses and resolves, from most constructs of the language and a fixed set of names.
///
/// Its cells need not all be decided and its states need not all be reached; its guards are disjoint and complete. What it never says: a
/// session deadline that is chosen, an effect that `needs` a lane, a sub-flow with one of its own, and a name that Swift reserves.
package struct RandomFlow: Sendable {
    package let text: String

    /// The flows that a drawn flow may run as sub-flows; they are not drawn.
    package static let subFlows = ["Helper": helper]

    package init(seed: UInt64, named name: String = "Drawn") {
        var writer = Writer(name: name, seed: seed)
        writer.write()
        text = writer.lines.joined(separator: "\n") + "\n"
    }

    private static let helper = """
        flow Helper version 1
        param most: int 0...2 = 0
        type Name = text(1...9) personal
        enum Way { left, right, back }
        enum Tone { soft, loud }
        context { name: Name?, way: Way?, tone: Tone = soft, count: int 0...2 = most }
        command open(name: Name?, way: Way?), nudge, cancel
        effect work(name: Name?) replies finished, broke otherwise broke within 5s
        final opened keeps tone, count, name
        final shut keeps way
        within 10m -> shut
        on cancel -> shut
        reject other
        late other
        state idle waits for user { on open -> busy { keep name, way } on nudge -> opened }
        state busy { enter { do work(name) } on finished -> opened { tone = loud; count = 2 } on broke -> shut }
        """

    /// The declarations of every drawn flow; a field has the type of the variable with its name.
    ///
    /// - Parameters:
    ///   - tone: the declaration of a variable with a type of the sub-flow, for a flow that has a sub-flow.
    ///   - isChosen: whether the flow has parameters. A duration among them has by default what tests give it, since packed runs are laid
    ///     out for one value.
    ///   - correlation: `singleton` or `stamped`, of the flow's source.
    ///   - success: ` success` behind the final that the flow is for, or nothing.
    fileprivate static func declarations(
        tone: String, isChosen: Bool, correlation: String, success: String
    ) -> String {
        let parameters = """

            param pause: duration 1s...1m = 1s
            param top: int 0...2 = 1
            param bold: bool = false
            param side: Way = left
            """
        return """
            type Name = text(1...9) personal
            type Code = text(4...6) transient
            type Token = text(1...40) secret
            type Life = duration(1s...2h)
            type Count = int(0...2)
            enum Way { left = 1 | "L", right = 2...5, back = * }
            enum Mood { calm, angry }\(isChosen ? parameters : "")
            context {
              flag: bool = false, n: Count = 0, m: int 0...3 = \(isChosen ? "top" : "1"), mood: Mood = calm
              way: Way?, seen: set of Way?, name: Name?, token: Token?, wait: duration?\(tone)
            }
            command start(name: Name, n: Count), choose(way: Way?, seen: set of Way?), go, back
            command type(code: Code)
            /// Something was said.
            callback told(flag: bool, way: Way?), counted(n: Count), timed(wait: duration), said
            effect say(way: Way?, n: Count) volatile
            effect ask(name: Name?) once starts attempt calls Other.ask replies yes, no, maybe(n: Count) otherwise no within 5s
            effect check replies yes, maybe(n: Count), never otherwise maybe(n: 2)
            effect send(code: Code) once
            source other = "OtherReport" by kind \(correlation) {
              retained SAID, TOLD when flag absent and not (code in { 1, "x" }) => said
              TOLD when a.b == 200 or a.b >= 300 and a.c present => told(flag: flag, way: a.way or left)
              COUNT => counted(n: count or 1)
              TIME when life != 0 => timed(wait: life or 60s)
            }
            final done\(success)
            final failed keeps mood, way
            require done only after yes
            """
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
    private var hasChildren = false
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

    private static let events: [(name: String, fields: [String])] = [
        ("start", ["name", "n"]), ("choose", ["way", "seen"]), ("go", []), ("back", []), ("told", ["flag", "way"]),
        ("counted", ["n"]), ("timed", ["wait"]), ("said", []), ("yes", []), ("no", []), ("maybe", ["n"]), ("never", []),
        ("type", ["code"]), ("unrecognised", []), ("stale told", ["flag", "way"]), ("stale yes", []),
        ("stale maybe", ["n"]),
    ]
    private static let choices = ["first", "second"]
    private static let questions = [
        "flag", "not flag", "n < 2", "n >= m", "n != 1", "m in { 1, 2 }", "way == left", "way in { left, right }",
        "way present", "seen absent", "left in seen", "way in seen", "name present", "mood != calm", "m > 0", "1 <= n",
        "token absent", "flag == true",
    ]

    private static let questionsOfParameters = ["bold", "n < top", "way == side", "top != 1", "not bold"]

    mutating func write() {
        hasRunning = flip()
        questions = Array(Self.questions.shuffled(using: &generator).prefix(1))
        if isChosen, Bool.random(using: &besides) {
            questions = [Self.questionsOfParameters.randomElement(using: &besides) ?? ""]
        }
        states = (0..<Int.random(in: 2...3, using: &generator)).map { "s\($0)" }
        line("/// Drawn at random.")
        line("flow \(name) version \(Int.random(in: 1...9, using: &generator))")
        let declared = lines.count
        lines.append("")
        line("within \(pick(["20m", "1h"])) -> failed\(body(of: []))")
        if flip() { line("enter { do say(way, n) }") }
        line("reject other")
        line("\(pick(["late", "ignore"])) other")
        rows(3)
        if Int.random(in: 0..<3, using: &besides) == 0 { restored() }
        for (place, choice) in Self.choices.enumerated() { write(choice, after: place) }
        var rest = states[...]
        while !rest.isEmpty { scope(&rest, nesting: 0) }
        lines[declared] = RandomFlow.declarations(
            tone: hasChildren ? ", tone: Helper.Tone?" : "", isChosen: isChosen,
            correlation: Bool.random(using: &besides) ? "singleton" : "stamped",
            success: Bool.random(using: &besides) ? " success" : "")
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
        if let held = timers.randomElement(using: &generator), flip() { line("hold \(held)") }
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
            line("lane l\(timerCount) of \(pick(["Mail", "Radio"]))")
            return line("on l\(timerCount) \(pick(["stay", "-> \(target())"]))\(body(of: []))")
        }
        children.append("c\(timerCount)")
        hasChildren = true
        line("child c\(timerCount) = Helper\(chosenForHelper())")
        for (final, fields, question) in Self.finals where flip() {
            let guards = flip() ? [""] : ["when \(pick(question)) ", "otherwise "]
            for condition in guards {
                line("on c\(timerCount).\(final) \(condition)\(pick(["stay", "-> \(target())"]))\(body(of: fields))")
            }
        }
    }

    /// What a flow may choose for the parameter of its sub-flow: a constant, or a parameter of its own.
    private mutating func chosenForHelper() -> String {
        let values = ["", "(most: 2)"] + (isChosen ? ["(most: top)"] : [])
        return values.randomElement(using: &besides) ?? ""
    }

    /// The finals of the sub-flow, each with the fields that it keeps and with conditions on these.
    private static let finals = [
        (
            "opened", ["tone", "count", "name"],
            ["tone == loud", "count < 2", "name present", "count >= n and tone != soft"]
        ),
        ("shut", ["way"], ["way == left", "way absent", "way in { right, back }"]),
    ]

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
            let wait = isChosen && Bool.random(using: &besides) ? "pause" : "\(seconds)s"
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
        for event in Self.events.shuffled(using: &generator).prefix(count) {
            for condition in alternatives(of: event.fields) { row(event, condition) }
        }
    }

    private mutating func row(_ event: (name: String, fields: [String]), _ condition: String) {
        let space = condition.isEmpty ? "" : " "
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where !event.name.hasPrefix("stale"):
            let isCommand = ["start", "choose", "go", "back", "type"].contains(event.name)
            line("\(isCommand ? "reject" : pick(["ignore", "late"])) \(event.name)\(space)\(condition)")
        case 1, 2: line("on \(event.name)\(space)\(condition) stay\(body(of: event.fields))")
        default: line("on \(event.name)\(space)\(condition) -> \(target())\(body(of: event.fields))")
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
        return " { \(orders.joined(separator: "; ")) }"
    }

    private mutating func order(of fields: [String]) -> String {
        var orders = [
            "flag = true", "n = 0", "n += 1", "m -= 1", "mood = angry", "way = nil", "way = right",
            "wait = 5s",
            "name = nil", "do say(way, n)", "do ask(name)", "do check", "do say(back, 1)",
        ]
        let kept = fields.filter { $0 != "code" && $0 != "count" }
        if fields.contains("count") { orders += ["n = count", "m = count", "tone = tone"] }
        if !kept.isEmpty { orders += ["keep \(kept.joined(separator: ", "))", "keep \(kept.joined(separator: ", "))"] }
        if fields.contains("code") { orders += ["do send(code)", "do send(code)"] }
        if fields.contains("flag") { orders.append("flag = flag") }
        if let timer = timers.randomElement(using: &generator) {
            orders += ["set \(timer) 1500ms", "set \(timer) 2m", "clear \(timer)"]
            orders.append(isChosen && Bool.random(using: &besides) ? "set \(timer) pause" : "set \(timer) wait")
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

    private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }

    private mutating func line(_ text: String) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }
}
