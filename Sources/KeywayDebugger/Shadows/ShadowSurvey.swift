package import KeywayCore
import KeywayLog
import KeywayReplay

/// What the shadowed sign-ins of one version of a flow have in common.
///
/// A shadow is a run that follows a flow beside the app's own handler, and performs nothing.
package struct ShadowSurvey: Sendable {
    /// A way in which a success is lost: how the app ended, what the flow came to, and by which event.
    package struct LossKind: Hashable, Sendable {
        /// How the app's own handler ended the sign-in, in words.
        package var app: String
        /// The final that the flow came to, or `waiting in` and its state.
        package var flow: String
        /// The event that ended the flow, or the last callback where it still waits for an answer.
        package var event: String
        /// The answers that have to be assumed for a success; empty if the flow came to a success without assuming any.
        package var answers: [AssumedAnswer]
    }

    /// The sign-ins that were lost in one way.
    package struct Loss: Sendable {
        /// How many sign-ins these are.
        package var count = 0
        /// The one with the fewest steps.
        package var shortest: ShadowStory
        /// How many steps `shortest` has.
        fileprivate var length: Int
    }

    /// A callback that no decoder row reads, nor any row of a sub-flow that had not begun.
    package struct UnreadCallback: Sendable {
        /// How often a leg heard it.
        package var count = 0
        /// The first run that heard it.
        package var run: RunID
        /// Its fields, as `path: type`, of all that came.
        package var shape: Set<String> = []
        /// Whether an SDK says one of this name and status by its model; nil where no model was named, or not each source has its model.
        ///
        /// The flow may leave a callback that an SDK says to `unrecognised`. All the same nobody reads what it says.
        package var isModelled: Bool?
        /// The row that the flow lacks, with `CALLBACK` in the place of the event; nil where the callback has no name.
        package var row: String?
    }

    /// How many sign-ins were added, those of which nothing can be said included.
    package private(set) var runCount = 0
    /// How many sign-ins had each outcome of the app, and with it each outcome of the flow.
    package private(set) var outcomes: [String: Tally] = [:]
    package private(set) var losses: [LossKind: Loss] = [:]
    /// How many sign-ins there are of which nothing can be said, by the reason.
    package private(set) var notJudged = Tally()
    /// Sign-ins in which the app's handler succeeded after the flow had failed, by the flow's final.
    package private(set) var flowFailures = Tally()
    /// The callbacks for which the flow lacks a decoder row, by name and status.
    package private(set) var unread: [String: UnreadCallback] = [:]
    /// How often callbacks came that the flow reads and that the SDK never says by its model; by the event and those of its fields that
    /// are bools or enum cases.
    package private(set) var unmodelled = Tally()
    /// How often nothing came after a call that the app made too, by the call and what ended the waiting: a deadline of the flow, or the
    /// app.
    package private(set) var silences = Tally()
    /// How often a leg heard the same callback twice in a row, with the same values, none of them withheld, and with no command or call
    /// between; by the event.
    package private(set) var doubled = Tally()

    package init() {}

    /// Sign-ins in which the flow came to a success and the app's handler did not.
    package var lostCount: Int { count { $0.answers.isEmpty } }
    /// Sign-ins in which the flow comes to a success only with answers that nobody told the shadow, and the app's handler to none.
    package var lostIfAnsweredCount: Int { count { !$0.answers.isEmpty } }

    private func count(where isCounted: (LossKind) -> Bool) -> Int {
        losses.reduce(0) { $0 + (isCounted($1.key) ? $1.value.count : 0) }
    }

    /// The losses, the most frequent first; of equally frequent ones in the order of their words.
    package var sortedLosses: [(kind: LossKind, loss: Loss)] {
        losses.sorted { left, right in
            (right.value.count, left.key.words, left.key.event) < (left.value.count, right.key.words, right.key.event)
        }.map { ($0.key, $0.value) }
    }

    package mutating func add(_ run: ShadowedRun, beside behavior: (any ProviderBehavior)?) {
        let history = run.history
        runCount += 1
        outcomes[run.app?.words ?? "no end told", default: Tally()].add(run.flowOutcome)
        switch run.verdict {
        case .alike: break
        case .lost: note(run, answers: [])
        case .lostIfAnswered(let answers): note(run, answers: answers)
        case .flowFailed: flowFailures.add(run.flowOutcome)
        case .notJudged(let reason): notJudged.add(reason.words)
        }
        for step in history.steps { noteCallback(step, of: history, beside: behavior) }
        noteSilences(in: history)
        noteDoubles(in: history)
    }

    // MARK: - Losses

    private mutating func note(_ run: ShadowedRun, answers: [AssumedAnswer]) {
        let history = run.history
        let event = history.endingStep.map { history.steps[$0].event } ?? history.lastHeard
        let kind = LossKind(
            app: run.app?.words ?? "", flow: run.flowOutcome, event: event ?? "nothing", answers: answers)
        let length = history.steps.count
        var loss =
            losses[kind]
            ?? Loss(shortest: ShadowStory(of: history), length: length)
        loss.count += 1
        if length < loss.length { (loss.shortest, loss.length) = (ShadowStory(of: history), length) }
        losses[kind] = loss
    }

    // MARK: - Callbacks

    private mutating func noteCallback(
        _ step: RunHistory.Step, of history: RunHistory, beside behavior: (any ProviderBehavior)?
    ) {
        guard let told = step.eventRecord, let heard = step.asHeard else { return }
        if let callback = told.unread {
            // Sub-flows that have not begun may read the callback: then no row is missing.
            guard history.laterReaders(of: step).isEmpty else { return }
            var known = unread[callback.shortWords] ?? UnreadCallback(run: history.run)
            known.count += 1
            known.shape.formUnion(callback.shape)
            known.row = known.row ?? history.flow.row(for: callback)
            if let meaning = behavior?.meaning(of: heard) {
                known.isModelled = meaning != .unknown && known.isModelled ?? true
            }
            unread[callback.shortWords] = known
        } else if behavior?.meaning(of: heard) == .unknown {
            unmodelled.add(step.eventWithFiniteFields)
        }
    }

    private mutating func noteDoubles(in history: RunHistory) {
        var last: (leg: UInt32, event: EventRecord)?
        for step in history.steps {
            guard let told = step.eventRecord else { continue }
            let effects = step.flow.table.effects
            if told.unread != nil { last = nil }
            if told.cause == .heard, told.unread == nil {
                if let last, last.leg == step.record.leg, last.event.event == told.event,
                    last.event.fields == told.fields, !told.fields.contains(.withheld)
                {
                    doubled.add(step.event)
                }
                last = (step.record.leg, told)
            }
            if told.cause == .asked || step.effects.contains(where: { effects[$0].calls != nil }) { last = nil }
        }
    }

    /// Counts the calls that the app made too, and to which nothing came until a deadline of the flow ended a state, or until the
    /// app gave up.
    private mutating func noteSilences(in history: RunHistory) {
        let end = history.appOutcomes.first?.sequence ?? .max
        var call: String?
        for step in history.steps where step.record.sequence < end {
            guard let told = step.eventRecord else { continue }
            switch told.cause {
            // Only calls ordered by a command, or by a step that it owes, count: the app's handler need not make the
            // flow's later calls.
            case .asked, .owed: call = step.effects.lazy.compactMap { step.flow.table.effects[$0].calls }.first ?? call
            case .heard: call = nil
            case .replied where history.answersCall(told): call = nil
            case .timer where step.disposition == .taken && step.before?.state != step.after.state:
                if let call { silences.add("\(call): \(step.event)") }
                call = nil
            default: break
            }
        }
        if let call, history.appOutcomes.first?.outcome.ending == .failed { silences.add("\(call): the app gave up") }
    }
}

extension ShadowSurvey.LossKind {
    /// One sentence without its full stop.
    package var words: String {
        let way = "the app \(app), and the flow came to \(flow) by \(event)"
        if answers.isEmpty { return way }
        let assumed = answers.map { "\($0.effect) had answered \($0.reply)" }.joined(separator: " and ")
        return "the app \(app) with the SDK's success, and the flow, \(flow) after \(event), succeeds if \(assumed)"
    }
}

extension RunHistory {
    /// Whether the answered effect calls a provider, so that an SDK gave the answer.
    fileprivate func answersCall(_ told: EventRecord) -> Bool {
        order(answeredBy: told).map { flow(ofLeg: $0.leg).table.effects[$0.effect].calls != nil } ?? false
    }

    fileprivate var lastHeard: String? { steps.last { $0.eventRecord?.cause == .heard }?.event }
}

extension RunHistory.Step {
    /// The event with those of its fields that have few values: `sdkFailed failure: network`.
    fileprivate var eventWithFiniteFields: String {
        guard let told = eventRecord else { return event }
        let table = flow.table
        let fields = zip(table.events[told.event].fields, told.fields).compactMap { field, value -> String? in
            switch field.kind {
            case .enumCase, .bool: "\(field.name): \(field.described(value, among: table.enumerations))"
            default: nil
            }
        }
        return ([event] + fields).joined(separator: " ")
    }
}
