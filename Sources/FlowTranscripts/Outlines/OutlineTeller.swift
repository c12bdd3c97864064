import KeywayCore
import KeywayLog
import KeywayRuns

/// Tells the steps of a run as lines: `0.1s  start(id: "r") -> running { tries = 1; do begin(id: "r") attempt 1 }`.
struct OutlineTeller {
    let flow: Table
    let annotations: Table.Annotations
    private(set) var lines: [String] = []
    /// Names as `phone#1` for the values that events brought; an outline shows a name in place of a classified value.
    private var given = GivenValues()
    /// For each leg, by its number in the run, what its variables held after its last step.
    private var contexts: [Int: [Value?]] = [:]

    init(flow: Table, annotations: Table.Annotations) {
        self.flow = flow
        self.annotations = annotations
    }

    /// Tells how the run began: its first state, and what entering that state did.
    mutating func tellBeginning(in state: RunState, ordering orders: [EffectOrder]) {
        let body = changes(to: state.values, of: 0, in: flow) + orders.map { words(of: $0, in: flow) }
        lines.append("0s  began -> \(flow.states[state.state].name)" + braced(body))
    }

    /// Adds the line of a step.
    mutating func tell(_ step: RunStep) {
        let table = step.legName.flatMap { flow.flow(ofLeg: $0) } ?? flow
        let leg = step.legName.map { $0 + "." } ?? ""
        var event = "began"
        if let signature = step.event.map({ table.events[$0] }) {
            given.note(step.fields, of: signature.fields)
            event = signature.name + given.arguments(step.fields, of: signature.fields, among: table.enumerations)
        }
        let body =
            changes(to: step.outcome.context, of: step.leg, in: table)
            + step.orders.map { words(of: $0, in: table) }
            + step.scopeChanges.compactMap { words(of: $0, in: table) }
        let state = table.states[step.state]
        var line = "\(step.time.milliseconds.asSeconds)  \(leg)\(event)"
        for remark in remarks(on: step, in: table) { line += " (\(remark))" }
        line += " \(step.disposition.towards) \(leg)\(state.name)" + braced(body)
        if state.isFinal, step.disposition == .taken {
            let results = results(step.outcome.context, by: state.name, ofLeg: step.legName, in: table)
            if !results.isEmpty { line += " keeps " + results.joined(separator: ", ") }
        }
        lines.append(line)
    }

    /// Tells that a source retains a callback, for runs that begin to hear it later.
    mutating func tell(retained word: RetainedCallbacks.Word, at time: Int64) {
        lines.append("\(time.asSeconds)  source \(word.key.source.name) retains \(word.key.kind.json)")
    }

    /// What stands in brackets behind the event: an unusual cause or stamp, choices, a claim that failed, no record.
    private func remarks(on step: RunStep, in table: Table) -> [String] {
        var remarks: [String] = []
        switch step.eventRecord?.cause {
        case .retained?: remarks.append("retained")
        case .failed?: remarks.append("failed")
        case .refused?: remarks.append("refused")
        case .interrupted?: remarks.append("interrupted")
        case .valueGone?: remarks.append("a value is gone")
        case .limit?: remarks.append("limit")
        case .overrun?: remarks.append("overrun")
        case .asked?, .heard?, .replied?, .timer?, .granted?, .restored?, .owed?, nil: break
        }
        // Answers are mostly current, so only the stamp `stale` is told; callbacks mostly have none, so either is told.
        if step.stamp == .stale || step.stamp == .current && step.eventRecord?.cause == .heard {
            remarks.append("\(step.stamp)")
        }
        if !step.choices.isEmpty {
            remarks.append("through " + step.choices.map { table.choices[$0].name }.joined(separator: ", "))
        }
        // An event has come although an `other` row claims that it cannot. A command that such a row rejects may come.
        if let row = step.eventRecord?.row, table.rows[row].isOtherRow, step.disposition != .rejected {
            remarks.append("claimed not to come")
        }
        // A step without a record is `counted` if enough steps like it stand in the log, and `notKept` if it is a command after the end.
        switch step.place {
        case .recorded: break
        case .counted: remarks.append("counted")
        case .notKept: remarks.append("not recorded")
        }
        return remarks
    }

    /// The variables whose values the step changed, each in words such as `tries = 1`.
    private mutating func changes(to context: [Value?], of leg: Int, in table: Table) -> [String] {
        let before = contexts[leg] ?? table.initialValues
        contexts[leg] = context
        return context.indices.compactMap { place in
            guard place >= before.count || before[place] != context[place] else { return nil }
            return "\(table.variables[place].name) = "
                + given.words(of: context[place], in: table.variables[place], among: table.enumerations)
        }
    }

    private func words(of order: EffectOrder, in table: Table) -> String {
        let effect = table.effects[order.effect]
        var words = "do " + effect.name
        words += given.arguments(order.arguments, of: effect.fields, among: table.enumerations)
        if effect.startsAttempt { words += " attempt \(order.attempt)" }
        if effect.isOnce { words += " once" }
        if effect.isVolatile { words += " volatile" }
        return words
    }

    /// The change in words; nil for a sub-flow that begins, which has a line of its own.
    private func words(of change: ScopeChange, in table: Table) -> String? {
        switch change {
        case .asks(let lane): "take \(table.lanes[lane].name)"
        case .frees(let lane): "free \(table.lanes[lane].name)"
        case .begins: nil
        case .leaves(let child): "leave \(table.children[child].name)"
        }
    }

    /// The variables that the final keeps for the app, each in words such as `token = token#1`.
    private func results(_ context: [Value?], by final: String, ofLeg leg: String?, in table: Table) -> [String] {
        let keeps = annotations.flow(ofLeg: leg, in: flow)?.keeps[final] ?? []
        return zip(table.variables, context).filter { keeps.contains($0.0.name) }.map { variable, value in
            "\(variable.name) = \(given.words(of: value, in: variable, among: table.enumerations))"
        }
    }

    private func braced(_ body: [String]) -> String {
        body.isEmpty ? "" : " { " + body.joined(separator: "; ") + " }"
    }
}

extension Disposition {
    /// The words between the event and the state, such as `->` or `stay in`.
    fileprivate var towards: String {
        switch self {
        case .taken: "->"
        case .stayed: "stay in"
        case .ignored, .rejected, .late, .stale, .unrecognised: "\(self) in"
        }
    }
}

extension Int64 {
    fileprivate var asSeconds: String { seconds + "s" }
}
