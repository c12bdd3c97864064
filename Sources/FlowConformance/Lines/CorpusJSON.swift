import FlowTranscripts
package import KeywayCore

/// Writes values, orders and situations of runs as the JSON of a corpus: with the spec's names where tables have positions.
///
/// A corpus is the folder of test cases that `keyway conformance` writes. A run's situation is its state, its variables, what it waits for
/// and the number of its attempt.
package struct CorpusJSON {
    /// The table of the flow, or of the leg's sub-flow, in which positions are looked up.
    let table: Table

    package init(for table: Table) {
        self.table = table
    }

    /// A JSON object of values by the names of their fields; an absent value is null.
    func values(_ values: [Value?], of fields: [Field]) -> String {
        jsonObject(zip(fields, values).map { ($0.name, value($1, of: $0.kind)) })
    }

    private func value(_ value: Value?, of kind: Kind) -> String {
        switch (value, kind) {
        case (.bool(let flag)?, _): flag ? "true" : "false"
        case (.integer(let number)?, _): String(number)
        case (.duration(let milliseconds)?, _): milliseconds.seconds
        case (.text(let text)?, _): text.json
        // The value is present, but a log may not keep it.
        case (.withheld?, _): jsonObject([("withheld", "true")])
        case (.enumCase(let place)?, .enumCase): kind.nameOfCase(place, among: table.enumerations).json
        case (.set(let bits)?, .set): jsonList(kind.namesOfCases(in: bits, among: table.enumerations).map(\.json))
        default: "null"
        }
    }

    /// An order's identity, for example `"5.0"`: the number of the record that ordered the effect, and the effect's place among
    /// that record's orders.
    func order(_ order: EffectOrder.ID) -> String { "\(order.sequence).\(order.index)".json }

    /// An ordered effect with its arguments and the number of its attempt.
    func effect(_ order: EffectOrder) -> String {
        let effect = table.effects[order.effect]
        return jsonObject([
            ("order", self.order(order.id)), ("effect", effect.name.json),
            ("with", values(order.arguments, of: effect.fields)), ("attempt", String(order.attempt)),
        ])
    }

    /// What a step does with one sub-flow or lane, which belongs to a scope and ends with it.
    func change(_ change: ScopeChange) -> String {
        switch change {
        case .begins(let child, let command, let arguments):
            let signature = table.children[child].table.events[command]
            return jsonObject([
                ("begins", table.children[child].name.json), ("command", signature.name.json),
                ("with", CorpusJSON(for: table.children[child].table).values(arguments, of: signature.fields)),
            ])
        case .leaves(let child): return jsonObject([("leaves", table.children[child].name.json)])
        case .asks(let lane): return jsonObject([("asks", table.lanes[lane].name.json)])
        case .frees(let lane): return jsonObject([("frees", table.lanes[lane].name.json)])
        }
    }

    /// The JSON members that say in which situation a run is.
    func situation(_ run: RunState) -> [(name: String, json: String)] {
        // Timers of several states may share a name, so the position of the timer's event stands beside it.
        let timers = run.timers.map { armed in
            let timer = table.timers[armed.timer]
            return jsonObject([
                ("timer", timer.name.json), ("position", String(timer.event)),
                ("due", armed.deadline.milliseconds.seconds),
            ])
        }
        let open = run.openEffects.map { open in
            jsonObject([
                ("order", order(open.order)), ("effect", table.effects[open.effect].name.json),
                ("due", open.limit.milliseconds.seconds),
            ])
        }
        let running = run.running.map { running in
            switch running {
            case .child(let child): jsonObject([("child", table.children[child].name.json)])
            case .lane(let lane, let isHeld):
                jsonObject([("lane", table.lanes[lane].name.json), ("held", isHeld ? "true" : "false")])
            }
        }
        return [
            ("state", table.states[run.state].name.json), ("context", values(run.values, of: table.variables)),
            ("timers", jsonList(timers)), ("open", jsonList(open)), ("running", jsonList(running)),
            ("attempt", String(run.attempt)),
        ]
    }
}
