import FlowFixtures
import KeywayCore
import KeywayLog

@testable import KeywayRuns

/// Decides the records of a run once more, each from the event and cause that it names, and compares the results with the records.
struct Refolding {
    private(set) var machine: RunMachine
    private var decision = RunDecision()
    /// The step of each record after the first; nil for a record that tells no step.
    private(set) var steps: [RunStep?] = []
    /// What is wrong with the first record that comes out as another, or may not stand where it stands; nil where nothing is.
    private(set) var difference: String?

    init(_ records: [Record], of flow: Table) throws {
        try self.init(beginningWith: records[0], of: RunningFlow(flow))
        for record in records.dropFirst() { fold(record) }
    }

    init(beginningWith first: Record, of flow: RunningFlow) throws(MalformedRecord) {
        guard let beginning = first.beginning else { throw MalformedRecord(sequence: first.sequence) }
        var begun: InitialStep
        (machine, begun) = RunMachine.redoing(first, of: beginning, flow: flow)
        begun.run.values = flow.table.variables.withholdingClassified(begun.run.values)
        if beginning.outcome != Outcome(state: begun.run.state, context: begun.run.values) {
            difference = "the run begins in another state, or with other values"
        }
    }

    /// Decides one more record, unless an earlier one is wrong.
    mutating func fold(_ record: Record) {
        guard difference == nil else { return }
        guard let redone = try? machine.redo(record, into: &decision) else {
            difference = "record \(record.sequence) is malformed: \(record.content)"
            return
        }
        steps.append(decision.steps.first)
        if !redone.isExpected || !redone.isDue {
            difference = "no run brings record \(record.sequence) there: \(record.content)"
        }
        if let computed = decision.records.first, computed != record {
            difference = "record \(record.sequence) says \(record.content), and is decided as \(computed.content)"
        }
    }
}

extension RunMachine {
    /// How this machine differs from another one, as far as a log can tell; nil where it does not.
    func difference(from other: RunMachine) -> String? {
        guard legs.count == other.legs.count else { return "\(legs.count) legs, and \(other.legs.count)" }
        for (leg, (own, others)) in zip(legs, other.legs).enumerated() {
            var (run, theirs) = (own.run, others.run)
            run.values = own.table.variables.withholdingClassified(run.values)
            theirs.values = others.table.variables.withholdingClassified(theirs.values)
            // After the end of the run itself few records are kept of legs that have ended, and nobody waits for an answer.
            if isEnded, own.isEnded { (run.openEffects, theirs.openEffects) = ([], []) }
            if own.flow.number != others.flow.number || own.parent != others.parent || run != theirs {
                return "leg \(leg) is \(run), and \(theirs)"
            }
        }
        if nextSequence != other.nextSequence { return "the next record is \(nextSequence), and \(other.nextSequence)" }
        return standing == other.standing ? nil : "it stands at \(standing), and at \(other.standing)"
    }
}
