import KeywayCore
public import KeywayPacked
public import KeywaySuites

extension FlowSuite {
    /// Where packed runs, with the generated guards, decide an event that comes in the state otherwise than the table does.
    ///
    /// A packed run keeps its values in words of 64 bits. Where the values of the run or of the event have no room there, the event is
    /// left to the table, and is not compared. Of texts and durations only the presence is compared, since packed runs keep no more of
    /// them.
    ///
    /// - Parameters:
    ///   - state: one of `states`; the state of the same name is tried.
    ///   - flow: the generated flow, of the same spec as the suite.
    public func differences<Decided: PackableFlow>(in state: State, ofPacked flow: Decided.Type) -> [Difference] {
        let table = Decided.table
        if let fault = table.fault { return [Difference(fault)] }
        guard PackedFlow<Decided>() != nil else {
            return [
                Difference(
                    state: nil, arrival: "the packed flow", expected: "has the table's questions",
                    actual: "has others, or is of another generator")
            ]
        }
        var variants = PackedVariants(of: table) { PackedFlow<Decided>(choosing: $0) }
        return differences(in: state, of: table) { arrival, position, words in
            let run = arrival.run(in: position, of: table)
            var decided = run
            let step = table.reduce(&decided, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
            guard let packed = variants.variant(for: run) else { return "not packed with these parameters" }
            guard let other = packed.step(run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence) else {
                return nil
            }
            let isSame =
                other.step.disposition == step.disposition && other.step.packed.effects == step.effectBits
                && other.run.isPackedLike(decided)
            return isSame ? nil : "\(other.step.disposition), in \(words.state(other.run.state))"
        }
    }

    /// Compares as `differences(in:ofPacked:)` does, for a test that wants them thrown.
    ///
    /// - Parameters:
    ///   - state: as for `differences(in:ofPacked:)`.
    ///   - flow: as for `differences(in:ofPacked:)`.
    /// - Throws: `Differences` where packed runs decide an event otherwise than the table does.
    public func check<Decided: PackableFlow>(_ state: State, ofPacked flow: Decided.Type) throws(Differences) {
        try Differences.refuse(differences(in: state, ofPacked: flow))
    }
}

extension Step {
    /// The ordered effects as a packed step tells them: a bit for each of the table's first 32 effects.
    fileprivate var effectBits: UInt32 {
        orders.reduce(0) { $1.effect < UInt32.bitWidth ? $0 | 1 << UInt32($1.effect) : $0 }
    }
}
