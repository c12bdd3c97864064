import FlowLanguage
import FlowMachine
package import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns

/// Plays a counterexample of the explorer, from its transcript and as `keyway run` does, to see whether it breaks what it should.
package struct PlayedCounterexample: Sendable {
    package enum Outcome: Sendable {
        /// The run does what the explorer says.
        case played
        /// The explorer itself says that no transcript can play the run, and why.
        case excused(Obstacle)
        /// The run does something else; the sentence says what.
        case misplayed(String)
    }

    /// The reasons for which a counterexample need not play. A sub-flow that ends at will is none: a stand-in, which ends when it is told,
    /// takes its place.
    package static let excuses = Obstacle.allCases.filter { $0 != .subFlowAtWill }

    /// What an event was to one leg.
    private struct Decision: Equatable, CustomStringConvertible {
        /// Empty for the root.
        var leg: String
        var event: String
        var disposition: Disposition
        /// The state after the event.
        var state: String

        var description: String { (leg.isEmpty ? "" : "\(leg): ") + "\(event) \(disposition) in \(state)" }
    }

    private let system: LoadedSystem
    /// What each event meant in the run that was played, in order.
    private var played: [Decision] = []
    private var judge: Judge

    /// Plays the run of a violation.
    ///
    /// - Parameters:
    ///   - name: the name of what the run is said to break.
    ///   - cut: how many of the run's last occurrences are left out: a planted mistake, which must be found.
    package static func play(
        _ violation: FlowExploration.Violation, of name: String, in exploration: FlowExploration,
        _ system: LoadedSystem, cut: Int = 0
    ) -> Outcome {
        var (exploration, system, playable) = (exploration, system, violation)
        playable.run.removeLast(min(cut, playable.run.count))
        if let standIns = StandIns(for: system) {
            system = standIns.system
            exploration.machine = system.machine
            (playable.run, playable.cycle) = (standIns.run(playable.run), standIns.run(playable.cycle))
        }
        let counterexample = exploration.counterexample(of: playable)
        if let excuse = counterexample.obstacles.first(where: excuses.contains) { return .excused(excuse) }
        var playing = PlayedCounterexample(system)
        if let problem = playing.play(counterexample.transcript.withDistinctTexts(in: system)) {
            return .misplayed(problem)
        }
        let explored = (violation.run + violation.cycle).flatMap(\.decisions).map(playing.decision)
        var rest = playing.played[...]
        for decision in explored {
            guard let place = rest.firstIndex(of: decision) else {
                let explored = RunWords(exploration).lines(of: violation.run).map(\.happening)
                return .misplayed(
                    "the run does not come to '\(decision)'; explored: \(explored); played: \(playing.played)")
            }
            rest = rest[(place + 1)...]
        }
        if playing.judges(name), !playing.judge.broken.contains(name) {
            return .misplayed("the run does not break '\(name)'")
        }
        return .played
    }

    private init(_ system: LoadedSystem) {
        self.system = system
        judge = Judge(system)
        judge.otherwiseIsNoAnswer = true
    }

    /// Plays the transcript and judges each step; returns why that failed, nil where it did not.
    private mutating func play(_ transcript: Transcript) -> String? {
        do {
            let bound = try transcript.bind(to: system.table)
            let run = RunID(high: 0, low: 2)
            var player = try Player(
                bound, as: run, of: system.table, annotations: system.annotations, log: MemoryLog(salt: 1))
            let begun = RunMachine.begin(
                run, of: system.flow, version: system.version, choosing: bound.parameters, kind: .transcript, salt: 1,
                at: Instant(milliseconds: 0))
            judge.begin(begun.decision, timers: begun.machine.tree.legs[0].run.timers.map(\.timer))
            for step in player.beginningSteps { note(step) }
            try player.play { note($0) }
            return nil
        } catch {
            return "it cannot be played: \(error)"
        }
    }

    private mutating func note(_ step: RunStep) {
        judge.note([step], hearing: nil)
        guard let told = step.eventRecord else { return }
        let machine = system.machine(ofLeg: step.legName)
        played.append(
            Decision(
                leg: step.legName ?? "", event: machine.events[told.event].name, disposition: told.disposition,
                state: machine.states[step.outcome.state].name.text))
    }

    /// A decision of the exploration, in the form in which decisions of the played run are noted.
    private func decision(_ explored: Occurrence.Decision) -> Decision {
        let leg = system.legNames[explored.flow]
        let machine = system.machine(ofLeg: leg)
        var event = explored.event
        if case .stale(let current) = machine.events[event].signature.origin { event = current }
        return Decision(
            leg: leg, event: machine.events[event].name, disposition: explored.disposition,
            state: machine.states[explored.state].name.text)
    }

    /// Whether the judge can see from the steps alone that what has this name is broken: a requirement that needs no model and no end.
    private func judges(_ name: String) -> Bool {
        if name == "30.ii" { return true }
        let words = [
            "always ", "never ", " only after ", "at most ", " falls only on ", " only while ", " with the latest ",
        ]
        return !name.hasPrefix("30.") && !system.models.contains { name.hasPrefix("\($0.title): ") }
            && words.contains { name.contains($0) } && !name.hasPrefix("nothing ")
    }
}

extension LoadedSystem {
    /// The names of the legs as the explorer numbers them: parents first; the root's is empty.
    var legNames: [String] { Self.names(of: machine, named: "") }

    private static func names(of machine: Machine, named name: String) -> [String] {
        [name]
            + machine.children.flatMap { child -> [String] in
                guard let flow = child.flow?.machine else { return [] }
                return names(of: flow, named: name.isEmpty ? child.name.text : "\(name).\(child.name.text)")
            }
    }
}

extension Transcript {
    /// The transcript with another text in each command that gives one.
    ///
    /// A counterexample makes up the same text for all, by which nobody can tell an older one from the latest.
    fileprivate func withDistinctTexts(in system: LoadedSystem) -> Transcript {
        var transcript = self
        for place in lines.indices {
            guard case .command(let name, var arguments) = lines[place].content else { continue }
            // As in `silent.begin` for a sub-flow's command.
            let parts = name.split(separator: ".").map(String.init)
            let machine = system.machine(ofLeg: parts.dropLast().joined(separator: "."))
            let command = machine.events.first { $0.name == parts.last }
            for field in command?.signature.fields ?? [] where arguments[field.name] != nil {
                if case .text = field.kind { arguments[field.name] = .text("\(place + 1)") }
            }
            transcript.lines[place].content = .command(name, arguments: arguments)
        }
        return transcript
    }
}
