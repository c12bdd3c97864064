import FlowMachine
package import FlowTranscripts
import KeywayCore

/// An explored run as a transcript, with made-up values and with times at which it can happen.
///
/// Where no transcript can play the explored run, `about` in the transcript says why, and what it plays may be another
/// run.
package struct Counterexample: Sendable {
    package let transcript: Transcript
    /// Why no transcript plays the explored run; empty where this one does.
    package let obstacles: [Obstacle]

    init(of occurrences: [Occurrence], in machine: Machine, beside models: [ProviderModel], about: String) {
        let rehearsal = Rehearsal(of: occurrences, in: machine, beside: models)
        let instants = rehearsal.timetable.instants
        var met = rehearsal.obstacles
        if instants == nil { met.insert(.durations) }
        if occurrences.contains(where: { $0.isEndOfUnexploredSubFlow(in: machine) }) { met.insert(.subFlowAtWill) }
        obstacles = Obstacle.allCases.filter(met.contains)
        let remark = obstacles.sentence.map { "; \($0)" } ?? ""
        transcript = rehearsal.transcript(
            at: instants ?? rehearsal.timetable.instantsInOrder, about: about + remark + ".")
    }
}

extension FlowExploration {
    /// The run that shows the violation, with one round of its cycle, as a transcript.
    package func counterexample(of violation: Violation) -> Counterexample {
        let against = models.isEmpty ? "" : " against \(models.map(\.title).joined(separator: ", "))"
        let about = "Explored\(against): \(violation.sentence)"
        return Counterexample(of: violation.run + violation.cycle, in: machine, beside: models, about: about)
    }
}

extension Occurrence {
    /// Whether a sub-flow ends whose own flow is not explored: then any of its finals may come at any moment.
    fileprivate func isEndOfUnexploredSubFlow(in machine: Machine) -> Bool {
        guard kind == .callback, flow == 0, let event, case .child = machine.events[event].signature.origin else {
            return false
        }
        return true
    }
}
