import FlowLanguage
import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns

/// An explored run, played again by the run machine with concrete values, to learn at which times its moments can come.
///
/// A timer fires when it is due and not before, and an effect that is answered is answered within its limit.
struct Rehearsal {
    /// One thing that happens in the run.
    struct Moment {
        /// The moment's number in the timetable; the beginning of the run is 0.
        var number: Int
        /// What a transcript says then; nil for what comes without a line of it, as a timer does.
        var content: Transcript.Line.Content?
    }

    /// One performance of an effect that has replies.
    struct Performance {
        /// The position among `flows` of the flow that ordered it.
        var flow: Int
        /// The position of the leg that ordered it among those of the run.
        var leg: Int
        /// By its position among the effects of that flow.
        var effect: Int
        var order: EffectOrder.ID
        /// The number of the moment at which it was ordered.
        var ordered: Int
        /// The number of the moment at which it was answered; nil where it was not.
        var answered: Int?
        /// Whether the order was closed already when it was answered.
        var isAnsweredLate = false
        /// Whether its handler died with its process before it answered.
        var isLost = false
        /// The event that answered it; the `otherwise` of its effect until then.
        var reply: Int
        /// The values of that event's fields.
        var fields: [Value?]
    }

    /// The flow of the root first, then those of sub-flows, each with the name by which a leg of it is called.
    let flows: [Machine.NamedFlow]
    /// What providers say by their models, each word with the raw callback that stands for it.
    let words: ProviderWords
    /// What is chosen for parameters, by their positions among the variables of the root.
    let parameters: [Int: Value]
    /// The callbacks that earlier runs left in sources that retain, the earliest first.
    let left: [RawValue]
    /// The run so far, as the run machine decides it.
    var run: RunMachine
    /// What legs that begin later hear before their first command.
    var retained: RetainedCallbacks
    /// What the log of an app with a key store would have of the run, from which another process goes on.
    var records: [Record]
    /// Seals and opens the run's values; its key encrypts nothing, as all of this stays in memory.
    let sealer = ValueSealer(UnencryptedKey())
    /// What a new process still decides at once; nil where the app has not just died.
    var returning: Returning?
    var timetable = Timetable()
    var moments: [Moment] = []
    var performances: [Performance] = []
    /// The places of the run's legs in the queues for lanes, and the other runs of the app that have to stand there before them.
    var lanes = RehearsedLanes()
    /// What of the run no transcript can have, so far.
    var met: Set<Obstacle> = []

    init(of occurrences: [Occurrence], in machine: Machine, beside models: [ProviderModel]) {
        flows = machine.flowsOfLegs
        let words = ProviderWords(of: models, heardBy: flows.map(\.machine))
        self.words = words
        left = occurrences.compactMap { occurrence in
            if case .left(let word) = occurrence.kind { words.entries[word].callback } else { nil }
        }
        parameters = Dictionary(
            uniqueKeysWithValues: occurrences.compactMap { occurrence in
                if case .chosen(let parameter, let value) = occurrence.kind { (parameter, value) } else { nil }
            })
        let flow = RunningFlow(Table(of: machine))
        retained = RetainedCallbacks(left, readBy: flow)
        let version = FlowVersion(of: flow, annotations: Table.Annotations(file: "", rowLines: []))
        let decision: RunDecision
        (run, decision) = RunMachine.begin(
            RunID(high: 0, low: 0), of: flow, version: version, choosing: parameters, kind: .transcript, salt: 0,
            at: Self.instant(of: 0),
            hearing: retained)
        records = []
        note(decision)
        for case .perform(let order) in decision.consequences { note([order.order], of: order.leg, at: 0) }
        lanes.follow(run.lanes, at: 0)
        for (place, occurrence) in occurrences.enumerated() {
            if occurrence.kind == .crash {
                if !run.unperformedOrders.isEmpty { met.insert(.valueGone) }
                die(withValues: occurrences[(place + 1)...].comesBackWithValues)
            } else {
                take(occurrence)
            }
        }
        finishReturn()
        if isAtRest || endsByItself { lanes.wait() }
    }

    /// What of the run no transcript can have, without what the times of its moments show.
    var obstacles: Set<Obstacle> { lanes.hasTurnsOfNoLine ? met.union([.turns]) : met }

    var tree: LegTree { run.tree }

    /// The state or final that the root ends in.
    var state: Int { tree.root.run.state }

    /// Whether nothing is going on at the end, and yet the run has not ended.
    var isAtRest: Bool {
        let live = tree.legs.filter { !$0.isEnded }
        return !live.isEmpty && live.allSatisfy { $0.run.timers.isEmpty && $0.run.openEffects.isEmpty }
    }

    /// Whether the last moment is one that no line of a transcript says: it comes when the clock gets there.
    var endsByItself: Bool { moments.last.map { $0.content == nil } ?? false }

    /// Keeps records as a log would have them.
    private mutating func note(_ decision: RunDecision) {
        do throws(KeyError) { records += try run.sealed(decision, by: sealer) } catch {
            preconditionFailure("a key that encrypts nothing does not fail")
        }
    }

    // MARK: - One occurrence

    /// Lets the run decide what happens, and notes its moment with what this means for the times.
    private mutating func take(_ occurrence: Occurrence) {
        // The rehearsal's return is over although a leg is told `restored` only now: something came before that is no part of a return.
        // Only the end of a sub-flow whose own flow is not explored can be that.
        if occurrence.kind == .restored, returning == nil { met.insert(.endOnReturn) }
        let isOfReturn = isOfReturn(occurrence)
        if !isOfReturn, occurrence.event != nil { goOnFromReturn() }
        guard let said = said(by: occurrence) else {
            if case .late(let effect) = occurrence.kind {
                let ofEffect = performances.filter { $0.flow == occurrence.flow && $0.effect == effect }
                if ofEffect.filter(\.isAnsweredLate).count > 1 || ofEffect.contains(where: \.isLost) {
                    met.insert(.lateHandlers)
                }
            }
            return
        }
        let number: Int
        if isOfReturn, let returning {
            number = returning.moment
            requireTimeOfReturn(occurrence.kind, in: said.leg)
        } else if endsUnperformed(said) {
            // The `otherwise` comes at once, before anything else can.
            number = timetable.count - 1
            moments.append(Moment(number: number, content: nil))
        } else if let request = request(grantedBy: said) {
            number = moment(ofGrant: request)
        } else {
            lanes.wait()
            number = addMoment(saying: [said.content], besides: occurrence.kind, in: said.leg)
        }
        if case .callback(let callback, _)? = said.content {
            _ = retained.retain(callback, as: CallbackReading(callback, by: run.flow).retained)
        }
        guard let event = said.event else { return }
        if said.cause == .replied, let answered = performances.lastIndex(where: { $0.order == event.answers }) {
            performances[answered].answered = number
            if case .late = occurrence.kind { performances[answered].isAnsweredLate = true }
            performances[answered].reply = event.position
            performances[answered].fields = event.fields
        }
        let asked = run.unfinishedOrders.filter(\.isAwaited)
        let decision = run.decide(
            event, in: said.leg, because: said.cause, at: Self.instant(of: number), hearing: retained)
        note(decision)
        for step in decision.steps {
            if step.eventRecord?.cause == .restored, step.eventRecord?.disposition == .taken {
                giveUp(asked, of: step.leg)
            }
            note(step.orders, of: step.leg, at: number)
        }
        lanes.follow(run.lanes, at: number)
    }

    /// Whether what comes is the `otherwise` of an order that nobody performs, as the run came back without a value that the order needs.
    ///
    /// Notes an obstacle where such an order is open and something else comes first: no run lets that happen.
    private mutating func endsUnperformed(_ said: Said) -> Bool {
        let unperformed = run.unperformedOrders
        guard !unperformed.isEmpty else { return false }
        let ends = said.cause == .limit && unperformed.contains { $0.order.id == said.event?.answers }
        if !ends { met.insert(.valueGone) }
        if ends, unperformed.first?.order.id != said.event?.answers { met.insert(.outOfTurn) }
        return ends
    }

    /// Adds a moment, at which a transcript has a line for each of `contents` that is not nil; returns its number.
    private mutating func addMoment(
        saying contents: [Transcript.Line.Content?], besides kind: Occurrence.Kind, in leg: Int
    ) -> Int {
        let number = timetable.addMoment()
        moments += contents.map { Moment(number: number, content: $0) }
        requireTime(at: number, deciding: kind, in: leg)
        return number
    }

    /// The request for a lane that is granted; nil where something else comes than a grant.
    private func request(grantedBy said: Said) -> LaneRequest? {
        guard said.cause == .granted, let event = said.event else { return nil }
        let lanes = tree.legs[said.leg].table.lanes
        return run.lanes.first { $0.leg == said.leg && lanes[$0.lane].event == event.position }
    }

    /// The number of the moment at which a lane is granted.
    ///
    /// Where other runs stand before the leg, it is a new moment, at which the last of them leaves the line. Else it is
    /// the latest moment, which made the leg the first.
    private mutating func moment(ofGrant request: LaneRequest) -> Int {
        lanes.wait(besides: request)
        let others = lanes.grant(request)
        guard others == 0 else {
            let freed = Transcript.Line.Content.freed(provider: request.provider)
            return addMoment(saying: Array(repeating: freed, count: others), besides: .callback, in: request.leg)
        }
        let number = timetable.count - 1
        moments.append(Moment(number: number, content: nil))
        // A deadline that is held no longer since that moment, and is past, goes before the grant.
        requireTime(at: number, deciding: .callback, in: request.leg)
        return number
    }

    // MARK: - What is said

    /// What a leg hears.
    private struct Said {
        /// The leg's position in the tree.
        var leg: Int
        /// Nil where no leg hears the callback, which a source only retains.
        var event: Event?
        var cause: Cause
        /// What a transcript says so that it comes; nil where it comes without a line.
        var content: Transcript.Line.Content?
    }

    /// What a leg hears by an occurrence, and the transcript's line that lets this come; nil where no leg hears anything.
    private mutating func said(by occurrence: Occurrence) -> Said? {
        let flow = flows[occurrence.flow]
        guard let leg = flow.name.map({ tree.leg(named: $0) }) ?? 0 else { return nil }
        switch occurrence.kind {
        case .command:
            guard let event = concreteEvent(occurrence) else { return nil }
            let signature = flow.machine.events[event.position].signature
            let arguments = signature.fields.arguments(event.fields, among: flow.machine.enumerations)
            let name = flow.name.map { "\($0).\(signature.name)" } ?? signature.name
            return Said(leg: leg, event: event, cause: .asked, content: .command(name, arguments: arguments))
        case .reply(let effect):
            guard var event = concreteEvent(occurrence) else { return nil }
            event.answers = tree.legs[leg].run.openEffects.first { $0.effect == effect }?.order
            return event.answers == nil ? nil : Said(leg: leg, event: event, cause: .replied, content: nil)
        case .limit(let effect):
            guard let open = tree.legs[leg].run.openEffects.first(where: { $0.effect == effect }),
                let event = tree.legs[leg].flow.otherwise(of: open)
            else { return nil }
            return Said(leg: leg, event: event, cause: .limit, content: nil)
        case .late(let effect):
            guard var event = concreteEvent(occurrence) else { return nil }
            let open = tree.legs[leg].run.openEffects.map(\.order)
            event.answers =
                performances.first {
                    $0.leg == leg && $0.effect == effect && $0.answered == nil && !$0.isLost
                        && !open.contains($0.order)
                }?.order
            return event.answers == nil ? nil : Said(leg: leg, event: event, cause: .replied, content: nil)
        case .timer:
            return concreteEvent(occurrence).map { Said(leg: leg, event: $0, cause: .timer, content: nil) }
        case .callback:
            guard let event = occurrence.event, flow.machine.events.indices.contains(event) else { return nil }
            if case .lane = flow.machine.events[event].signature.origin {
                return Said(leg: leg, event: Event(event), cause: .granted, content: nil)
            }
            var (decoded, isOld) = (event, false)
            if case .stale(let current) = flow.machine.events[event].signature.origin {
                (decoded, isOld) = (current, true)
            }
            let newer = tree.legs[(leg + 1)...].filter { !$0.isEnded }.compactMap { leg in
                flows.first { $0.name == leg.name }?.machine
            }
            let signature = flow.machine.events[decoded].signature
            var search = CallbackSearch(
                machine: flow.machine, event: decoded,
                fields: zip(signature.fields, occurrence.fields).map { $0.wantedInSearch($1) }, newer: newer)
            if let callback = search.callback { return told(callback, isOld: isOld) }
            // A callback that newer legs read as well comes to this leg only as the answer to a call of its own.
            search.newer = []
            if !newer.isEmpty, search.callback != nil { met.insert(.olderLeg) }
            return nil
        case .told(let word, _, _):
            guard let callback = callback(of: word) else { return nil }
            if occurrence.event != nil { return told(callback, isOld: occurrence.kind.isOld) }
            let isRetained = flows.contains { words.reading(of: word, by: $0.machine)?.isRetained ?? false }
            return isRetained ? Said(leg: 0, cause: .heard, content: .callback(callback, attempt: nil)) : nil
        case .restored:
            return concreteEvent(occurrence).map { Said(leg: leg, event: $0, cause: .restored, content: nil) }
        // The run began with what was chosen and left, nobody hears the others, and `init` takes crashes by itself.
        case .chosen, .left, .lost, .spoken, .silent, .settled, .crash:
            return nil
        }
    }

    /// The event of the occurrence, with made-up texts and durations; nil where it is none of the flow's.
    private func concreteEvent(_ occurrence: Occurrence) -> Event? {
        let machine = flows[occurrence.flow].machine
        guard let event = occurrence.event, machine.events.indices.contains(event) else { return nil }
        let fields = machine.events[event].signature.fields
        return Event(event, fields: zip(fields, occurrence.fields).map { $0.concrete($1) })
    }

    /// The raw callback that the word stands for.
    private func callback(of word: Int) -> RawValue? {
        guard words.entries.indices.contains(word) else { return nil }
        return words.entries[word].callback
    }

    /// A raw callback as the legs' own decoders read it, stamped where its source stamps.
    private func told(_ callback: RawValue, isOld: Bool) -> Said? {
        let reading = CallbackReading(callback, by: run.flow)
        let (position, decoded) = reading.listener(in: tree)
        let leg = tree.legs[position]
        switch decoded {
        case .event(let event, let fields, _, _):
            var told = Event(event, fields: fields)
            var attempt: Int?
            let current = Int(clamping: leg.run.attempt)
            if reading.tellsAttempt(to: leg.flow), isOld || current > 0 {
                told.stamp = isOld ? .stale : .current
                // A stale word gets the number of an earlier attempt; in the first attempt, that of a later one, as from another run.
                attempt = !isOld ? current : current > 1 ? current - 1 : current + 1
            }
            return Said(leg: position, event: told, cause: .heard, content: .callback(callback, attempt: attempt))
        case .unrecognised:
            return leg.table.unrecognisedEvent.map {
                Said(leg: position, event: Event($0), cause: .heard, content: .callback(callback, attempt: nil))
            }
        }
    }

    // MARK: - Time

    /// The milliseconds between the instants of a moment and of the next one.
    ///
    /// They are so many that a deadline's instant tells both the moment from which it was counted and how long it is.
    static let stride: Int64 = 1 << 44

    static func instant(of moment: Int) -> Instant { Instant(milliseconds: Int64(moment) * stride) }

    /// Notes a performance for each of the orders whose effect has replies, but for orders that nobody performs.
    ///
    /// `position`: that of the leg which ordered them. `moment`: the number of the moment at which it did.
    mutating func note(_ orders: [EffectOrder], of position: Int, at moment: Int) {
        let leg = tree.legs[position]
        let flow = flows.firstIndex { $0.name == leg.name } ?? 0
        for order in orders where order.isComplete {
            guard let replies = leg.table.effects[order.effect].replies else { continue }
            performances.append(
                Performance(
                    flow: flow, leg: position, effect: order.effect, order: order.id, ordered: moment,
                    answered: nil,
                    reply: replies.otherwise, fields: replies.otherwiseFields))
        }
    }
}

extension RunMachine {
    /// The orders whose legs wait for an answer that no handler gives: the run came back without a value that they need.
    fileprivate var unperformedOrders: [UnfinishedOrder] {
        unfinishedOrders.filter { $0.isAwaited && !$0.order.isComplete }
    }
}

extension Occurrence.Kind {
    /// Whether its source stamps it as a word of an earlier attempt.
    fileprivate var isOld: Bool {
        switch self {
        case .told(_, let isOld, _): isOld
        // What a source retained has no stamp, whoever it was said to.
        default: false
        }
    }
}

extension ArraySlice<Occurrence> {
    /// Whether a leg is told, before the app dies again, that the run has its personal and secret values.
    fileprivate var comesBackWithValues: Bool {
        prefix { $0.kind != .crash }.contains { $0.kind == .restored && $0.fields.contains(.bool(true)) }
    }
}
