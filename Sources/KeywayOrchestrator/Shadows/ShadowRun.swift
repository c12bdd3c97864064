package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// The sign-in that a shadow follows: a run machine whose effects nobody performs, and what is yet to be written of it.
package struct ShadowRun {
    /// The most outcomes of the app that are written, so that a handler that tells two by turns for ever does not fill the log.
    private static let greatestOutcomeCount = 8

    private let flow: RunningFlow
    private let version: FlowVersion
    private let parameters: [Value]
    private let log: any EventLog
    /// Nil before the first sign-in, and where a sign-in cannot be followed any more.
    private var machine: RunMachine?
    /// The app's own name for the sign-in; nil where it gave none.
    private var reference: String?
    /// How the app's handler has ended the sign-in, each outcome that differs from the one before.
    private var outcomes: [AppOutcome] = []
    /// The last order of each effect: the app may still answer it after the flow's limit for the answer.
    private var orders: [(leg: Int, order: EffectOrder)] = []
    /// The time up to which everything that was due is decided.
    private var now = Instant(milliseconds: .min)
    /// What the SDKs said that later sign-ins must hear.
    private var retained = RetainedCallbacks()
    /// Memory for the next decision, which is used again and again.
    private var decision = RunDecision(tellsSteps: false)
    /// Decided, and not handed to the log yet.
    private var records: [Record] = []
    /// Whether the log may flush the records later, together with others.
    private var isLazy = true
    /// Why a sign-in was not followed, the last such reason; nil as long as all were.
    package private(set) var failure: RunError?

    /// The identity that the next sign-in gets; nil draws one at random.
    package var nextID: RunID?
    /// The identity of the present sign-in; nil where none is followed.
    package var id: RunID? { machine?.run }

    package init(of flow: RunningFlow, version: FlowVersion, choosing parameters: [Value], in log: any EventLog) {
        (self.flow, self.version, self.parameters, self.log) = (flow, version, parameters, log)
        if let fault = flow.table.fault { failure = .unreadableFlow(fault) }
    }

    // MARK: - What comes

    /// What an app's handler tells its shadow.
    package enum Told: Sendable {
        case asked(Command, reference: String? = nil)
        /// `isCurrent`: whether the callback answers the handler's latest call; nil where the handler cannot tell.
        case heard(RawValue, isCurrent: Bool? = nil)
        /// An answer to an effect, both by their positions in the flow of the leg.
        case answered(effect: Int, event: Int, fields: [Value?], leg: String? = nil)
        case ended(AppOutcome, reference: String? = nil)
    }

    /// Decides what the handler tells, and hands the log the records.
    ///
    /// - Parameters:
    ///   - told: what the handler tells.
    ///   - moment: when; what was due before is decided first.
    ///   - report: is called later, on the log's own thread, where the log has lost records of a run.
    package mutating func take(
        _ told: Told, at moment: Instant,
        report: @escaping @Sendable (LogError, RunID) -> Void = { _, _ in }
    ) {
        letPass(until: moment)
        // An append is of one run, and the handler may be about to begin another.
        write(report)
        switch told {
        case .asked(let command, let reference): ask(command, reference: reference)
        case .heard(let callback, let isCurrent): decide(callback, isCurrent: isCurrent)
        case .answered(let effect, let event, let fields, let leg): answer(effect, event, fields, inLeg: leg)
        case .ended(let outcome, let reference): end(outcome, reference: reference)
        }
        write(report)
    }

    private mutating func ask(_ command: Command, reference: String?) {
        if let begun = beginning(with: command, reference: reference) {
            machine = begun.machine
            (self.reference, outcomes, orders, nextID) = (reference, [], [], nil)
            takeIn(begun.decision)
        }
        decide(.command(command))
    }

    private mutating func decide(_ callback: RawValue, isCurrent: Bool?) {
        let reading = CallbackReading(callback, by: flow)
        let number = retained.retain(callback, as: reading.retained)
        guard let machine else { return }
        let call = isCurrent.map { isCurrent in
            let listener = reading.listener(in: machine.tree).leg
            // No attempt has the number -1, so the callback counts as one of an earlier attempt.
            return ProviderCall(attempt: isCurrent ? machine.legs[listener].run.attempt : -1)
        }
        decide(.callback(reading, answering: call, number: number))
    }

    /// Answers the open order of the effect. Where none is open, answers its last order, which is closed: the answer is then
    /// stale (rule 22), or late in a leg that has ended. An answer to an effect that was never ordered is dropped.
    private mutating func answer(_ effect: Int, _ event: Int, _ fields: [Value?], inLeg name: String?) {
        guard let machine, let leg = name.map({ machine.tree.leg(named: $0) }) ?? 0 else { return }
        let open = machine.legs[leg].run.openEffects.first { $0.effect == effect }?.order
        guard let order = open ?? orders.last(where: { $0.leg == leg && $0.order.effect == effect })?.order.id else {
            return
        }
        decide(.reply(machine.key(of: order), leg: leg, event: event, fields: fields))
    }

    private mutating func end(_ outcome: AppOutcome, reference: String?) {
        if isOther(reference) { return }
        guard machine != nil, outcomes.last != outcome, outcomes.count < Self.greatestOutcomeCount else { return }
        outcomes.append(outcome)
        // An app may be killed right after its handler has ended the sign-in: the record must not wait for others.
        isLazy = false
        decide(.appEnded(outcome))
    }

    // MARK: - Deciding

    /// Another sign-in, where the command may begin one and does not belong to the present one; nil otherwise.
    private mutating func beginning(
        with command: Command, reference: String?
    ) -> (machine: RunMachine, decision: RunDecision)? {
        guard flow.table.fault == nil, command.leg == nil else { return nil }
        if let machine, outcomes.isEmpty, !machine.isOver, !isOther(reference) {
            var present = machine
            let answer = try? present.decide(.command(command), at: now, hearing: retained).answer
            guard case .rejected? = answer else { return nil }
        }
        do throws(RunError) {
            let chosen = try flow.chosen(parameters)
            try RunError.checkReference(reference)
            var generator = SystemRandomNumberGenerator()
            let begun = RunMachine.begin(
                nextID ?? RunID.random(using: &generator), of: flow, version: version, reference: reference,
                choosing: chosen,
                kind: .shadow, salt: log.salt, at: now, hearing: retained)
            var trial = begun.machine
            let answer = try trial.decide(.command(command), at: now, hearing: retained).answer
            // With a command that ends it at once, as `cancel` does, no sign-in begins.
            return answer == .accepted && !trial.isEnded ? begun : nil
        } catch {
            // What the app tells from here on is of another sign-in than the present one.
            failure = error
            machine = nil
            return nil
        }
    }

    /// Whether the app says by a reference that it means another sign-in than the present one.
    private func isOther(_ reference: String?) -> Bool {
        reference.map { !$0.isSameReference(as: self.reference) } ?? false
    }

    /// Lets each deadline and limit pass when it was due, although the shadow hears of the time only now.
    private mutating func letPass(until moment: Instant) {
        while let due = machine?.nextDue, due < moment {
            now = max(now, due)
            decide(.instantEnded)
        }
        now = max(now, moment)
    }

    private mutating func decide(_ input: Input) {
        do throws(RunError) {
            try machine?.decide(input, at: now, hearing: retained, into: &decision)
        } catch {
            // The app told something that the flow cannot hear, such as a longer text than the flow takes: from here on
            // the flow is no shadow of the app.
            failure = error
            machine = nil
            return
        }
        takeIn(decision)
    }

    private mutating func takeIn(_ decision: RunDecision) {
        guard machine != nil else { return }
        records += decision.records
        var requests: [LaneRequest] = []
        for consequence in decision.consequences {
            switch consequence {
            case .perform(let order):
                orders.removeAll { $0.leg == order.leg && $0.order.effect == order.order.effect }
                orders.append((order.leg, order.order))
            // The app's handler stands in no queue, so the flow beside it does not wait in one.
            case .ask(let request): requests.append(request)
            case .leaveUnperformed, .cancel, .free: break
            }
        }
        for request in requests where self.machine?.awaitsGrant(of: request) == true {
            decide(.granted(leg: request.leg, lane: request.lane, asked: request.sequence))
        }
    }

    // MARK: - Writing

    /// Hands the log what was decided.
    private mutating func write(_ report: @escaping @Sendable (LogError, RunID) -> Void) {
        defer {
            records.removeAll(keepingCapacity: true)
            isLazy = true
        }
        guard let first = records.first, let machine, machine.run == first.run else { return }
        let run = machine.run
        // An overloaded log has only a little room, and that is for live runs: they lose more than a shadow.
        if log.isOverloaded { return lose(run, because: .overloaded) }
        let append = Append(run: run, records: records, standing: machine.standing, isLazy: isLazy)
        do throws(LogError) {
            _ = try log.append(append) { error in error.map { report($0, run) } }
        } catch {
            lose(run, because: error)
        }
    }

    /// Follows the run no more, because the log lacks some of its records.
    package mutating func lose(_ run: RunID, because error: LogError) {
        failure = .log(error)
        if machine?.run == run { machine = nil }
    }
}
