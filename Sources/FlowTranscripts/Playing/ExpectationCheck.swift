import KeywayCore
import KeywayLog
import KeywayRuns

/// What a played run did, held against what its transcript expects of it.
struct ExpectationCheck {
    /// An effect as a leg ordered it.
    struct Ordered {
        var effectOfLeg: BoundTranscript.EffectOfLeg
        var arguments: [Value?]
    }

    private let transcript: BoundTranscript
    let table: Table
    /// Every effect that the run and its legs have ordered so far.
    private var orders: [Ordered] = []
    /// Names for the values that events have brought, for sentences that must not repeat the values.
    private(set) var given = GivenValues()
    /// What the command or callback of the present line meant; nil where the run took no step for it.
    private var disposition: Disposition?
    /// How many effects were ordered before the present line.
    private var ordersBefore = 0
    /// What lines brought about otherwise than expected, in their order.
    private(set) var problems: [TranscriptProblem] = []

    init(_ transcript: BoundTranscript, of table: Table) {
        self.transcript = transcript
        self.table = table
    }

    /// Notes what entering the initial state ordered.
    mutating func note(_ beginning: [EffectOrder]) {
        orders += beginning.map { Ordered(effectOfLeg: .init($0.effect), arguments: $0.arguments) }
    }

    /// Notes the values that the step's event brought, and what the step ordered.
    mutating func note(_ step: RunStep) {
        let flow = self.flow(ofLeg: step.legName)
        if let event = step.event { given.note(step.fields, of: flow.events[event].fields) }
        orders += step.orders.map { Ordered(effectOfLeg: .init($0.effect, in: step.legName), arguments: $0.arguments) }
    }

    /// From here on what the run does counts for the next line.
    mutating func beginLine() {
        disposition = nil
        ordersBefore = orders.count
    }

    /// Notes what the line's own command or callback meant.
    ///
    /// - Parameters:
    ///   - answer: the run's answer to the command; nil for a callback.
    ///   - steps: those of the decision on the command or callback.
    mutating func note(_ answer: CommandAnswer?, _ steps: [RunStep]) {
        disposition = steps.first { $0.eventRecord?.cause == .asked || $0.eventRecord?.cause == .heard }?.disposition
        // A command for a leg that has not begun has no step.
        if disposition == nil, case .rejected? = answer { disposition = .rejected }
    }

    /// Compares what the line brought about with what it expects; the legs are as the line left them.
    mutating func endLine(_ line: BoundTranscript.Line, with legs: [Leg]) {
        guard let demands = line.demands else { return }
        if let expected = demands.disposition, expected != disposition {
            let came = disposition.map { "it was \($0)" } ?? "nothing came of it"
            report("expected that this is \(expected), but \(came)", at: line.number)
        }
        for place in demands.places {
            let names = flow(ofLeg: place.leg).states.map(\.name)
            let prefix = place.leg.map { $0 + "." } ?? ""
            // A sub-flow may have begun several times: the latest leg of the name counts.
            let leg = place.leg == nil ? legs.first : legs.last { $0.name == place.leg }
            guard leg?.run.state != place.state else { continue }
            let came = leg.map { "it is in \(prefix)\(names[$0.run.state])" } ?? "\(place.leg ?? "it") has not begun"
            report("expected to be in \(prefix)\(names[place.state]), but \(came)", at: line.number)
        }
        if let effects = demands.effects {
            compare(effects, with: Array(orders[ordersBefore...]), by: "the line", at: line.number)
        }
    }

    /// What the run did otherwise than expected, once the last line is played: first what the header demands, then what the lines demand.
    func problems(ending run: RunState, _ annotations: Table.Annotations) -> [TranscriptProblem] {
        var end = self
        end.problems = []
        end.compareEnd(of: run, keeping: annotations)
        return end.problems + problems
    }

    private mutating func compareEnd(of run: RunState, keeping annotations: Table.Annotations) {
        let state = table.states[run.state]
        let number = transcript.headerNumber
        if let expectation = transcript.expectation, !expectation.holds(for: state.isFinal ? run.state : nil) {
            let came = state.isFinal ? "ended in \(state.name)" : "has not ended: it is in \(state.name)"
            report("expected the run to end in \(expectation.words(in: table)), but it \(came)", at: number)
        }
        let keeps = annotations.keeps[state.name] ?? []
        for expected in transcript.demands.kept {
            let variable = table.variables[expected.position]
            let words = words(of: expected.value, in: variable, of: table)
            guard state.isFinal else {
                report("expected \(variable.name) = \(words), but the run has not ended", at: number)
                continue
            }
            guard keeps.contains(variable.name) else {
                report("expected \(variable.name) = \(words), but \(state.name) keeps no \(variable.name)", at: number)
                continue
            }
            let value = run.values[expected.position]
            guard value != expected.value else { continue }
            let came = self.words(of: value, in: variable, of: table)
            report("expected \(variable.name) = \(words), but the run kept \(variable.name) = \(came)", at: number)
        }
        if let effects = transcript.demands.effects {
            let named = effects.map(\.effectOfLeg)
            let counted = named.isEmpty ? orders : orders.filter { named.contains($0.effectOfLeg) }
            compare(effects, with: counted, by: "the run", at: number)
        }
        for effectOfLeg in transcript.demands.without {
            guard let order = orders.first(where: { $0.effectOfLeg == effectOfLeg }) else { continue }
            report("expected no \(name(of: effectOfLeg)), but the run ordered \(words(of: order))", at: number)
        }
    }

    /// Reports orders that are not the expected ones: other effects, in another order, or with another value where one is expected.
    ///
    /// - Parameter whom: what the message says ordered them, `the run` or `the line`.
    private mutating func compare(
        _ expected: [BoundTranscript.Order], with orders: [Ordered], by whom: String, at number: Int
    ) {
        let isMet =
            expected.count == orders.count
            && zip(expected, orders).allSatisfy { expected, order in
                expected.effectOfLeg == order.effectOfLeg
                    && expected.arguments.allSatisfy { order.arguments[$0.position] == $0.value }
            }
        guard !isMet else { return }
        let wanted = expected.isEmpty ? "no effect" : expected.map { words(of: $0) }.joined(separator: ", ")
        let came = orders.isEmpty ? "none" : orders.map { words(of: $0) }.joined(separator: ", ")
        report("expected \(wanted), but \(whom) ordered \(came)", at: number)
    }

    private mutating func report(_ sentence: String, at number: Int) {
        problems.append(TranscriptProblem(path: transcript.path, line: number, sentence))
    }
}
