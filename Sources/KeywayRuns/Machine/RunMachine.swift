package import KeywayCore
package import KeywayLog

/// One run with the legs of its sub-flows, as a value: an input at an instant gives a decision.
///
/// A machine has no clock, no log, no lock and no closure: the same inputs give the same decisions, to the byte. Live runs, nodes, replays,
/// played transcripts and rehearsals are loops around a machine; a rehearsal finds times for a run that `explore` found and that breaks a
/// requirement. A machine's records have no personal, secret or transient values; a `ValueSealer` alone encrypts values and puts them into
/// records, never transient ones.
package struct RunMachine: Sendable {
    package let run: RunID
    /// Whether the run is an app's with its handlers, played from a transcript, or a shadow beside an app's own handler.
    package let kind: RunKind
    /// All legs of the run, and the events that legs are owed.
    package internal(set) var tree: LegTree
    /// The sequence that the next record gets.
    package internal(set) var nextSequence: UInt64
    /// The run's clock: the latest time at which something came, whether or not it got a record. No later record has an earlier time.
    package internal(set) var latest: Instant
    /// Counts the records, and by the counts says which steps get one.
    var keeping = RecordKeeping()
    /// The answers to what came with an identity.
    var answered = AnsweredInputs()
    var orders: OpenOrders
    /// Lanes that a leg stands in line for, or holds, in the order of asking.
    package internal(set) var lanes: [LaneRequest] = []
    /// The last calls of each `singleton` source, in the order of calling: more than one, as the last may turn out not to have been made.
    var sourceCalls: [SourceCall] = []
    /// Set where this process goes on with a run of an earlier process, until a `resumed` record says so; nil otherwise.
    var pendingResumption: PendingResumption?
    /// Which legs have yet to hear that the run came back; nil once all have.
    var restoring: Restoring?
    /// The rules for open orders whose handlers died with their process, or the fault that a test plants in place of a rule.
    package var recovery = Recovery.sound
    /// Which retained callbacks each leg has heard, by the leg's position; empty where the flows hear nothing retained.
    var heard: [HeardCallbacks] = []

    /// Begins a run: its first record, those of sub-flows that begin with it, and what its sources retained.
    ///
    /// - Parameters:
    ///   - run: the identity by which a log has the run.
    ///   - flow: the root's flow; `version` is the same flow as bytes, as the first record has it.
    ///   - reference: the app's own opaque name for the run; never a secret.
    ///   - parameters: the chosen values, by the parameters' positions among the variables of the flow; a parameter that
    ///     is not in it has the value that the flow gives it.
    ///   - kind: whether the run is live, played from a transcript, or a shadow.
    ///   - salt: that of the log's opening, a part of the key of each order.
    ///   - now: the time of the records.
    ///   - retained: what the sources of the run's device retain.
    package static func begin(
        _ run: RunID, of flow: RunningFlow, version: FlowVersion, reference: String? = nil,
        choosing parameters: [Int: Value] = [:], kind: RunKind, salt: UInt64,
        at now: Instant, hearing retained: RetainedCallbacks = RetainedCallbacks()
    ) -> (machine: RunMachine, decision: RunDecision) {
        var (machine, begun) = RunMachine.bare(
            run, of: flow, choosing: parameters, kind: kind, salt: salt, at: now)
        var decision = RunDecision()
        let outcome = machine.outcome(of: 0)
        let beginning = Beginning(
            version: version, reference: reference, kind: kind, salt: salt, outcome: outcome.withheld(by: flow))
        decision.recordedSteps.append(RecordedStep(record: 0, leg: 0, outcome: outcome, event: nil))
        decision.records.append(Record(run: run, sequence: 0, time: now, content: .began(beginning)))
        machine.order(begun, of: 0, by: 0, into: &decision)
        machine.decideOwed(hearing: retained, into: &decision)
        machine.decideRetained(retained, in: 0, into: &decision)
        decision.standing = machine.standing
        return (machine, decision)
    }

    /// A machine with a run in its initial state, and what entering this state did, of which there is no record yet.
    static func bare(
        _ run: RunID, of flow: RunningFlow, choosing parameters: [Int: Value], kind: RunKind, salt: UInt64,
        at now: Instant
    ) -> (machine: RunMachine, begun: InitialStep) {
        let (tree, begun) = LegTree.beginning(flow, choosing: parameters, at: now)
        let orders = OpenOrders(salt: salt, tracksHandlers: kind == .live)
        let machine = RunMachine(
            run: run, kind: kind, tree: tree, nextSequence: 1, latest: now, orders: orders)
        return (machine, begun)
    }

    /// The root's part of the run, without the legs of sub-flows.
    package var state: RunState { tree.legs[0].run }

    /// The flow of the root run.
    package var flow: RunningFlow { tree.legs[0].flow }

    /// The root run first, then the legs of sub-flows in the order in which they began.
    package var legs: [Leg] { tree.legs }

    /// Whether the root has reached a final; see `isOver`.
    package var isEnded: Bool { tree.isEnded(0) }

    /// Whether the run and every leg have ended; a leg may outlive its parent for as long as its `cancel` takes.
    package var isOver: Bool { tree.isEnded }

    /// When something happens next by itself: a timer fires that the leg's state does not hold back, or the time for an effect's reply is
    /// over (its limit). Nil where nothing will.
    package var nextDue: Instant? {
        if recovery.planted == .forgetsTimers { return nil }
        return tree.nextDue?.instant.advanced(byMilliseconds: -plantedHaste)
    }

    /// By how many milliseconds everything happens too early: 0 but for the fault that a test plants.
    var plantedHaste: Int64 { recovery.planted == .hurriesTimers ? 1_000 : 0 }

    /// The calls by which the run holds `singleton` sources, in the order of calling: of each source the last.
    package var calls: [SourceCall] {
        sourceCalls.indices.filter { place in
            !sourceCalls[(place + 1)...].contains { $0.source == sourceCalls[place].source }
        }.map { sourceCalls[$0] }
    }

    /// Whether a leg waits for the order's answer: the leg has not ended, and has not closed the order.
    package func isAwaited(_ order: EffectOrder.ID) -> Bool { tree.leg(waitingFor: order) != nil }

    /// Whether the flow has closed the order: the flow waited for an answer when it gave the order, and does so no more.
    ///
    /// An order for whose answer nobody ever waits is never closed, and is to be performed.
    package func isClosed(_ order: LegOrder) -> Bool { order.isAwaited && !isAwaited(order.order.id) }

    /// Whether a callback with this identity came to the run before, so that one which comes with it does nothing.
    package func knowsCallback(_ id: String) -> Bool { (try? answered.answer(to: .callback, id: id)) != nil }

    /// For each leg, by its position, which of these numbers of retained callbacks it has heard.
    package func heardNumbers(of retained: [UInt64]) -> [[UInt64]] { heard.map { $0.heard(of: retained) } }

    /// Sets which retained callbacks each leg has heard, as another process noted it: no record says so.
    package mutating func setHeardNumbers(_ numbers: [[UInt64]]) { heard = numbers.map { HeardCallbacks($0) } }

    /// Whether a leg stands in line for a lane that it does not hold.
    package var awaitsLane: Bool { lanes.contains { awaitsGrant(of: $0) } }

    /// Whether the order has not ended yet, by an answer or by the end of its handler.
    package func isOpen(_ order: EffectOrder.ID) -> Bool { orders.contains(order) }

    /// Whether the leg waits for the lane that it asked for with this request.
    package func awaitsGrant(of request: LaneRequest) -> Bool {
        lanes.contains(request) && tree.legs[request.leg].run.running.contains(.lane(request.lane, isHeld: false))
    }

    /// The key of an order of this run.
    package func key(of order: EffectOrder.ID) -> EffectOrder.Key {
        EffectOrder.Key(run: run, order: order, salt: orders.salt(of: order))
    }

    /// Whether no process must go on with the run: its standing is `over`.
    package var isFinished: Bool {
        // Nobody goes on with a shadow, so no log lists it among the open runs.
        kind == .shadow || orders.isEmpty && lanes.isEmpty && isOver
    }

    /// Whether a process must go on with the run, and which records it needs for open orders, lanes and calls.
    ///
    /// A log keeps this beside the records, to list open runs without knowing their flows.
    package var standing: Standing {
        if isFinished { return .over }
        // The sequences of orders are in order, and each is there once.
        if lanes.isEmpty, sourceCalls.isEmpty { return .open(neededRecords: orders.sequences) }
        let needed = orders.sequences + lanes.map(\.sequence) + calls.map(\.sequence)
        return .open(neededRecords: Set(needed).sorted())
    }
}

extension RunMachine {
    /// How many steps got no record since the last one that was `taken`, because the log has enough records like them.
    package var omittedSteps: UInt64 { keeping.omittedSteps }
}
