import KeywayCore
import KeywayLog
import KeywayRuns

/// What a node has decided for a run, and does not know to be in the log: it counts only if the run still ends where the node believed.
///
/// Of the proposals that expect the same end of a run one wins; a node decides the inputs of one that has lost anew.
struct Proposal: Sendable {
    /// How far the engine was asked.
    enum Phase: Sendable {
        /// The records wait to be sent, for the first time or again.
        case waiting
        /// A statement with the records is under way.
        case sent
        /// The engine is asked what became of the records.
        case settling
        /// There are no records. The engine is asked whether the run has gone on, for then the inputs mean something else.
        case confirming
        /// The run was to begin, and did not: the engine is asked which run has begun by the request.
        case finding
    }

    /// How far the engine was asked for the proposal.
    var phase = Phase.waiting
    let id: AppendID
    /// What was decided, in this order; decided once more if the proposal loses.
    var inputs: [WaitingInput] = []
    /// Who is told what once the records are durable.
    var answers: [(asker: Asker, answer: NodeAnswer)] = []
    /// The run as it stands with the records.
    var machine: RunMachine
    /// What is to be appended, without the values that no log may have.
    var records: [Record] = []
    /// The events of these records whose personal and secret values the run's key is to encrypt, with the values in clear; none where the
    /// flow never takes such values back after a restart.
    var clear: [ClearEvent] = []
    /// What follows from the records, and is carried out once they are durable.
    var consequences: [Consequence] = []
    /// When the records were first sent, by the node's monotonic clock; nil where they were not.
    var sentAt: Int64?
    /// Whether the log may have the records. Being sent is not enough: where the run's key is missing, an append never reaches the engine.
    var mayBeThere = false
    /// Why the log never takes the proposal; nil where it may.
    var rejection: String?
    /// Whether the proposal has at most one input and nothing that the node decided by itself, so that this input is at fault if the log
    /// refuses it.
    var isApart = false
    /// How often the proposal was sent again because the engine had not done it, though it may yet win: each time after a pause.
    var pauses = 0
    /// The run's device, as the proposal leaves it; nil for a run that shares nothing with others.
    var draft: DeviceDraft?
    /// What the log is asked to change of the device's row, set once all is decided; nil where the row may stay as it is.
    var change: DeviceChange?
    /// Whether the device has been changed by others, so that the proposal can never win.
    var isOutdated = false
    /// The look that has led to the proposal, if one has. Where the proposal is outdated or the log refuses it, the look goes on, for
    /// the run has not.
    var look: RunLook?
    /// Reports that came to the run for its device and are not for this run: it does not hold their source any more, or it is over and
    /// takes no more identities. They go back to the device.
    var misled: [WaitingInput] = []
    /// What the latest input led to. It is kept only so that its memory is used again for the next input.
    private var decision = RunDecision(tellsSteps: false)

    init(id: AppendID, machine: RunMachine, on draft: DeviceDraft? = nil) {
        self.id = id
        self.machine = machine
        self.draft = draft
    }

    /// The sequence of the first record.
    var first: UInt64 { records.first?.sequence ?? machine.nextSequence }

    /// Whether an order is given or taken over, which only a node with its lease performs.
    var givesOrders: Bool { consequences.contains { if case .perform = $0 { true } else { false } } }

    /// Whether some input may mean something else if the run has gone on. The only input of which this is not so, in a proposal without
    /// records: a handler has finished whose order has ended already.
    var needsConfirming: Bool {
        inputs.contains { waiting in
            if case .input(.finished) = waiting.content { waiting.asker != nil } else { true }
        }
    }

    /// The askers who are told that their input was a mistake.
    var refused: Set<Asker> {
        Set(answers.compactMap { waiting in if case .refused = waiting.answer { waiting.asker } else { nil } })
    }

    /// Whether the records do more than to take orders over.
    var movesRun: Bool { records.contains { if case .takenOver = $0.content { false } else { true } } }

    /// Adds what was decided when the run began.
    mutating func add(_ decision: RunDecision) {
        clear += machine.clearEvents(of: decision).map { event in
            var event = event
            event.record += records.count
            return event
        }
        records += decision.records
        consequences += decision.consequences
        draft?.note(machine)
        for consequence in decision.consequences { share(consequence) }
    }

    /// Decides an input on the run as it stands with what was decided before; returns the answer of a command.
    ///
    /// - Throws: `RunError` for a mistake of the caller.
    mutating func decide(_ input: Input, at now: Instant) throws(RunError) -> CommandAnswer? {
        if let draft { machine.setHeardNumbers(draft.state.heard[machine.run] ?? []) }
        try machine.decide(input, at: now, hearing: retained, into: &decision)
        let decided = decision
        add(decided)
        return decided.answer
    }

    /// Decides what somebody asks of the run; returns what the asker is told once the records are durable.
    ///
    /// - Parameter asked: the flow that the asker believes the run to follow; nil where any will do.
    mutating func answer(_ given: Input, following asked: RunningFlow?, at now: Instant) -> NodeAnswer {
        let flow = machine.flow
        guard let input = flow.translated(given, from: asked) else {
            return .mismatch(of: flow, asked: asked ?? flow)
        }
        do throws(RunError) {
            return .decided(machine.run, try decide(input, at: now))
        } catch {
            // The cause may be an earlier input of this proposal, which is not durable yet.
            return .refused(error)
        }
    }

    /// Decides something that nobody has brought, and that is no mistake therefore.
    mutating func decide(own input: Input, at now: Instant) {
        _ = try? decide(input, at: now)
    }
}
