import FlowLanguage
import FlowMachine
import KeywayCore

/// Each scenario goes as the spec says.
struct ScenariosHold: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        guard !machine.scenarios.isEmpty else { return [] }
        let table = Table(of: machine)
        return machine.scenarios.flatMap { problems(of: $0, in: ScenarioPlay(of: machine, table: table)) }
    }

    /// A diagnostic for each line of the scenario that does not go as it says.
    ///
    /// The lines behind an event that cannot come, or an `advance` that is too long, are not judged; those behind an
    /// unmet `expect` are, as an `expect` changes nothing.
    private func problems(of scenario: Machine.Scenario, in play: ScenarioPlay) -> [Diagnostic] {
        var play = play
        var problems: [Diagnostic] = []
        for line in scenario.lines {
            let (obstacle, what): (String?, String)
            switch line.content {
            case .event(let event, let fields, let isStale):
                (obstacle, what) = (play.decide(event, fields: fields, isStale: isStale), "cannot come here")
            case .restart: (obstacle, what) = (play.restart(), "cannot come here")
            case .advance(let milliseconds): (obstacle, what) = (play.advance(by: milliseconds), "is too long")
            case .expect(let fact):
                guard !play.holds(fact) else { continue }
                let words = "scenario '\(scenario.title)' expects '\(line.text)', which is not so\(situation(play))"
                problems.append(.error(at: line.range, words, code: .scenarioFails))
                continue
            }
            guard let obstacle else { continue }
            let words = "in scenario '\(scenario.title)' '\(line.text)' \(what): \(obstacle)\(situation(play))"
            return problems + [.error(at: line.range, words, code: .scenarioFails)]
        }
        return problems
    }

    /// What the last line did and which state the run is in, as the end of a message.
    private func situation(_ play: ScenarioPlay) -> String {
        let machine = play.machine
        let state = machine.states[play.run.state].name.text
        let latest = play.moments.suffix(3).map { moment in
            let orders = moment.step.effects.map { "'\(machine.effects[$0.effect].name)'" }
            let meaning = moment.step.disposition == .stayed ? "stayed" : "was \(moment.step.disposition)"
            return "'\(machine.events[moment.event].name)' \(meaning)"
                + (orders.isEmpty ? "" : " and ordered \(orders.joined(separator: ", "))")
        }
        return (latest.isEmpty ? "; nothing happened" : "; \(latest.joined(separator: ", "))")
            + ", and the run is in '\(state)'"
    }
}
