package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// Makes timelines of what happened in a run: with names where records and steps have positions in tables.
///
/// Played transcripts, which are decided as they go, and replays both use it, so that their timelines read the same.
package struct TimelineFormatter: Sendable {
    /// The flow of the root run.
    let flow: RunningFlow
    /// What the log has of the spec: here the variables that each final keeps; nil where the log has nothing of it.
    private let annotations: Table.Annotations?

    /// `annotations`: they say which variables each final keeps; without them no entry has a result (`kept`).
    package init(of flow: RunningFlow, annotated annotations: Table.Annotations?) {
        self.flow = flow
        self.annotations = annotations
    }

    /// The timeline of a run that has just begun: where it stands, and what entering that state ordered.
    package func timeline(
        of run: RunID, reference: String?, kind: RunKind, began: Instant, in beginning: RunState,
        ordering orders: [EffectOrder]
    ) -> Replay.Timeline {
        let (table, state) = (flow.table, beginning.state)
        return Replay.Timeline(
            run: run, flow: table.name, version: table.version, reference: reference, kind: kind, began: began,
            parameters: parameters(in: beginning.values, of: table), initialState: table.states[state].name,
            initialEffects: orders.map { table.effects[$0.effect].name },
            isEnded: table.states[state].isFinal)
    }

    /// Adds a step to the timeline of its run.
    package func append(_ step: RunStep, to timeline: inout Replay.Timeline) {
        timeline.entries.append(entry(of: step, since: timeline.began))
        if step.leg == 0 { timeline.isEnded = flow.table.states[step.state].isFinal }
    }

    /// The step as an entry: the names for its positions in its leg's table.
    package func entry(of step: RunStep, since began: Instant) -> Replay.Timeline.Entry {
        let table = table(ofLeg: step.legName)
        let outcome = step.outcome
        let state = table.states[outcome.state]
        return Replay.Timeline.Entry(
            sequence: step.record.sequence,
            leg: step.legName,
            at: step.time.milliseconds &- began.milliseconds,
            event: step.event.map { table.events[$0].name } ?? "began",
            cause: step.eventRecord?.cause.name ?? "owed",
            unread: step.eventRecord?.unread,
            fields: step.event.map { table.events[$0].fields.shown(step.fields, among: table.enumerations) }
                ?? parameters(in: outcome.context, of: table),
            stamp: step.stamp,
            disposition: step.disposition,
            state: state.name,
            kept: state.isFinal && step.disposition == .taken ? results(outcome, ofLeg: step.legName, in: table) : [],
            effects: step.orders.map { table.effects[$0.effect].name },
            choices: step.choices.map { table.choices[$0].name })
    }

    /// What a run or a leg has for the parameters of its flow.
    private func parameters(in values: [Value?], of table: Table) -> [Replay.Timeline.Field] {
        let variables = table.parameters.map(\.variable)
        return variables.map { table.variables[$0] }.shown(variables.map { values[$0] }, among: table.enumerations)
    }

    /// What the final that the leg stands in keeps of its variables.
    private func results(_ outcome: Outcome, ofLeg leg: String?, in table: Table) -> [Replay.Timeline.Field] {
        let annotations = annotations?.flow(ofLeg: leg, in: flow.table)
        let keeps = annotations?.keeps[table.states[outcome.state].name] ?? []
        let results = zip(table.variables, outcome.context).filter { keeps.contains($0.0.name) }
        return results.map(\.0).shown(results.map(\.1), among: table.enumerations)
    }

    /// The table of the root, or of the leg of this name.
    func table(ofLeg name: String?) -> Table { (name.flatMap { flow.subFlow(named: $0) } ?? flow).table }
}
