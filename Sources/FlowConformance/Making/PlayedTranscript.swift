package import FlowMachine
package import FlowTranscripts
package import KeywayCore
import KeywayLog
package import KeywayRuns

/// A transcript as lines of a corpus: the events that its run decides, and what the reference interpreter makes of
/// each.
///
/// A corpus is the folder of test cases that `keyway conformance` writes. The transcript is played as a real run, with decoders,
/// clocks, lanes and answers. The interpreter then decides each event of that run again, and must decide it as the run did.
package struct PlayedTranscript {
    /// A line for each record of the run, in their order, and behind each restart one for each leg that the restart changes.
    package let lines: [CorpusLine]
    /// What the run did otherwise than the transcript expects.
    package let problems: [TranscriptProblem]

    /// Plays the transcript through a flow in which the rules of `keyway check` find no error.
    package init(
        _ transcript: BoundTranscript, of machine: Machine, _ table: Table, annotations: Table.Annotations
    ) throws(RunError) {
        var legs = InterpretedLegs(machine, table)
        // No line names the run, so any identity will do.
        var player = try Player(
            transcript, as: RunID(high: 0, low: 0), of: table, annotations: annotations, log: nil)
        var lines = [legs.begin(nil, choosing: transcript.parameters, at: 0, sequence: 0)]
        for step in player.beginningSteps { lines += legs.line(of: step) }
        for line in transcript.lines {
            var steps: [RunStep] = []
            try player.play(line) { steps.append($0) }
            if case .restart = line.content, let comeback = player.comeback {
                // What was due before the restart is decided by the old process, what follows by the new one.
                let before = steps.filter { $0.record.sequence <= comeback.last }
                for step in before { lines += legs.line(of: step) }
                steps.removeAll { $0.record.sequence <= comeback.last }
                lines += legs.comeBack(to: comeback)
            }
            for step in steps { lines += legs.line(of: step) }
        }
        self.lines = lines
        problems = player.problems
    }
}

/// The legs of a run, the root and those of sub-flows, each in the situation to which the interpreter has brought it.
private struct InterpretedLegs {
    /// One leg: the interpreter that decides for it, the words of its lines, and the situation in which it stands.
    private struct Leg {
        let interpreter: Interpreter
        let words: CorpusJSON
        var run: RunState
    }

    private let machine: Machine
    private let table: Table
    /// The legs by their numbers; the root is 0.
    private var legs: [Int: Leg] = [:]

    init(_ machine: Machine, _ table: Table) {
        self.machine = machine
        self.table = table
    }

    /// The line of a step; none for a step that is in no record.
    mutating func line(of step: RunStep) -> [CorpusLine] {
        guard case .recorded(let sequence) = step.place else { return [] }
        let identity = step.legName.map { CorpusLine.LegIdentity(number: step.leg, name: $0) }
        let now = step.time
        // A record without an event is the beginning of a sub-flow's leg.
        guard let record = step.eventRecord else {
            let chosen = machine(of: identity).table.parameters(in: step.outcome.context)
            return [begin(identity, choosing: chosen, at: now.milliseconds, sequence: sequence)]
        }
        guard var leg = legs[step.leg] else { return [] }
        let isCallback = leg.words.table.events[record.event].origin == .callback
        let event = Event(
            record.event, fields: record.fields, stamp: isCallback ? record.stamp : .unknown, answers: record.answers)
        let meaning = leg.interpreter.step(&leg.run, event, at: now, sequence: sequence)
        precondition(
            meaning.disposition == record.disposition
                && Outcome(state: leg.run.state, context: leg.run.values) == record.outcome,
            "the run machine decides each event as the interpreter does")
        legs[step.leg] = leg
        let place = CorpusLine.Place(sequence: sequence, at: now.milliseconds, leg: identity)
        return [
            CorpusLine(leg.words, place, event, cause: record.cause.word, decision: .init(meaning), leadingTo: leg.run)
        ]
    }

    /// A `given` line for each leg that a restart changes: another process has no values that the log does not keep.
    mutating func comeBack(to comeback: Player.Comeback) -> [CorpusLine] {
        comeback.legs.enumerated().compactMap { number, found in
            guard let leg = legs[number], leg.run != found.run else { return nil }
            legs[number]?.run = found.run
            let place = CorpusLine.Place(
                sequence: comeback.last, at: comeback.at.milliseconds,
                leg: found.name.map { CorpusLine.LegIdentity(number: number, name: $0) })
            return CorpusLine(leg.words, place, givenSituation: found.run)
        }
    }

    /// Begins the leg of this identity, or for nil the root, and returns its first line.
    mutating func begin(
        _ identity: CorpusLine.LegIdentity?, choosing parameters: [Int: Value], at: Int64, sequence: UInt64
    ) -> CorpusLine {
        let (machine, table) = machine(of: identity)
        let interpreter = Interpreter(machine)
        let begun = interpreter.beginning(
            at: Instant(milliseconds: at), sequence: sequence, parameters: parameters)
        let leg = Leg(interpreter: interpreter, words: CorpusJSON(for: table), run: begun.run)
        legs[identity?.number ?? 0] = leg
        return CorpusLine(leg.words, .init(sequence: sequence, at: at, leg: identity), beginning: begun)
    }

    /// The flow that the leg of this identity runs; for nil the root's.
    private func machine(of identity: CorpusLine.LegIdentity?) -> (machine: Machine, table: Table) {
        var (machine, table) = (machine, table)
        for name in identity?.name.split(separator: ".") ?? [] {
            guard let child = table.children.firstIndex(where: { $0.name == name }),
                let flow = machine.children[child].flow
            else { preconditionFailure("a flow that can be played knows its sub-flows") }
            (machine, table) = (flow.machine, table.children[child].table)
        }
        return (machine, table)
    }
}

extension Cause {
    /// The cause as a line of a corpus names it: `heard`, `owed by 7`.
    fileprivate var word: String { if case .owed(let sequence) = self { "owed by \(sequence)" } else { name } }
}
