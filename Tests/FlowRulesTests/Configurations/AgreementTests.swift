import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayTesting
import TestThreads
import Testing

@testable import FlowRules

/// The rules find the configurations by code of their own, which also follows where values are present; the interpreter must agree.
@Suite("The configurations are those of the reference interpreter", .longComputation)
struct AgreementTests {
    @Test(
        "Every step of seeded random runs of the interpreter is a step between configurations", arguments: UInt64(1)...4
    )
    func randomRuns(seed: UInt64) throws {
        var present = 0
        for graph in try Self.graphs.get() {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<20 { present += try walk(graph, using: &generator, seed: seed) }
        }
        #expect(present > 0)
    }

    private static let graphs = Result {
        try ([silentAuthentication, counting] + shippedSpecs().map(\.text)).map { text in
            let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
            let machine = try #require(check(source, beside: shippedSurroundings(), limit: 1).machine)
            return try #require(ConfigurationSearch.wholeGraph(of: machine, limit: 1_000_000))
        }
    }

    /// Walks through the graph at random; returns of how many variables, counted at each step, the rules say that they have a value.
    private func walk(
        _ graph: ConfigurationGraph, using generator: inout SeededGenerator, seed: UInt64
    ) throws -> Int {
        let machine = graph.machine
        let interpreter = Interpreter(machine)
        // A run begins with any choice of the parameters that makes a difference to the configurations.
        let choices = try #require(machine.combinations(of: graph.flow.tracking.parameters(of: machine)))
        let choice = try #require(choices.randomElement(using: &generator))
        var run = interpreter.beginning(at: Instant(milliseconds: 0), parameters: choice).run
        let beginning = graph.projection(of: run)
        var position = try #require(
            graph.configurations.indices.first {
                graph.arrivals[$0] == nil && graph.configurations[$0] == beginning
            }, "seed \(seed): no configuration is the beginning with \(choice)")
        var story: [String] = []
        var present = 0
        for sequence in UInt64(1)...30 where !machine.states[run.state].isFinal {
            let step = try #require(graph.steps[position].randomElement(using: &generator))
            let event = Int(step.event)
            let group = graph.flow.deciders[run.state][event]
            var fields: [Scalar] = machine.events[event].signature.fields.map { $0.isOptional ? nil : 0 }
            if case .rows(let position) = group,
                let variant = graph.flow.groups[position].variants.randomElement(using: &generator)
            {
                fields = variant
            }
            let answers = run.openEffects.filter {
                machine.effects[$0.effect].signature.replies?.events.contains(event) ?? false
            }
            let values = zip(machine.events[event].signature.fields, fields).map { field, value in
                value.map { field.kind.value(standingFor: $0) }
            }
            story.append(machine.events[event].name)
            _ = interpreter.step(
                &run, Event(event, fields: values, answers: answers.randomElement(using: &generator)?.order),
                at: Instant(milliseconds: Int64(sequence)), sequence: sequence)
            let projection = graph.projection(of: run)
            let target = graph.steps[position].first {
                // No run knows which handlers died with their process, so that is not compared.
                var configuration = graph.configurations[Int($0.target)]
                configuration.interrupted.removeAll()
                return Int($0.event) == event && configuration == projection
            }
            position = try #require(
                target.map { Int($0.target) },
                "seed \(seed): no configuration is reached by \(story.joined(separator: ", "))")
            // A variable that is present in the configuration, as the rules say, has a value in the run.
            for variable in machine.variables.indices where graph.presence[position].contains(variable) {
                #expect(run.values[variable] != nil, "seed \(seed): \(story.joined(separator: ", "))")
                present += 1
            }
        }
        return present
    }
}

/// A flow with choices, assignments that shift values, `enter` bodies that count, timers of groups, and holds.
private let counting = flow(
    """
    state idle waits for user { on start -> fork { first = second; second = third; third = nil } on cancel -> failed }
    choice fork { when first == left -> inside { n += 1 } when first absent -> done otherwise -> aside }
    group g {
      timer tick
      after 1m -> failed
      enter { m += 1; set tick 5s }
      state inside { on tick -> aside on cancel -> inside on start -> fork { first = second; second = third; third = nil } on yes stay after 9s -> done }
      state aside { hold tick enter { do ask } on yes -> inside on start when n < 2 and m < 2 -> fork { n += 1 } on start otherwise -> failed on cancel -> idle after 3s -> done }
    }
    """,
    declaring: """
        enum Side { left, right }
        context { first: Side?, second: Side? = left, third: Side? = right, n: int 0...3 = 0, m: int 0...9 = 0 }
        effect ask replies yes otherwise yes
        """, otherwise: "late other")

extension ConfigurationGraph {
    /// The configuration of the run: what the rules distinguish of its state.
    fileprivate func projection(of run: RunState) -> PreparedConfiguration {
        var armed = Bits(count: machine.timers.count)
        for timer in run.timers where !machine.timers[timer.timer].isSession { armed.insert(timer.timer) }
        var open = Bits(count: machine.effects.count)
        for effect in run.openEffects { open.insert(effect.effect) }
        let values = flow.tracked.map { variable -> Scalar in
            let value = run.values[variable]?.scalar
            return flow.tracking.byValue.contains(variable) ? value : value.map { _ in 0 }
        }
        var running = Bits(count: flow.numbers.count)
        for one in run.running {
            switch one {
            case .child(let child): running.insert(flow.numbers.child(child))
            case .lane(let lane, let isHeld):
                running.insert(isHeld ? flow.numbers.held(lane) : flow.numbers.asked(lane))
            }
        }
        return PreparedConfiguration(state: run.state, values: values, armed: armed, open: open, running: running)
    }
}

extension Kind {
    /// A value for which the rules have this number; of a text or a duration they know only whether it is present.
    fileprivate func value(standingFor number: Int64) -> Value {
        switch self {
        case .bool: .bool(number == 1)
        case .integer: .integer(number)
        case .enumCase: .enumCase(Int(number))
        case .set: .set(UInt64(bitPattern: number))
        case .duration: .duration(1000)
        case .text: .withheld
        }
    }
}
