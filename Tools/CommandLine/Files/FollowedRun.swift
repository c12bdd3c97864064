import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

/// A recorded run, decided once more by a player up to where its history ends.
///
/// The player gets what came to the run when it came: a deadline that the app let pass late passes late again, a lane is granted when it was
/// granted, and another process goes on where one did. Values that the log does not have are made up.
struct FollowedRun {
    let history: RunHistory
    /// How a refusal names the log.
    private let log: String
    /// From the first to the last that counts.
    private let records: ArraySlice<Record>
    /// What the records tell, for each step of the history.
    private let entries: [Replay.Timeline.Entry]
    /// The callbacks that are found for words which the run heard, by the sequences of the first records that tell of them.
    private let callbacks: [UInt64: RawValue]
    /// For each record in which a leg heard a retained callback that no leg heard when it was said, by the record's sequence: the sequence
    /// of the first such record of that callback.
    private let firstHearings: [UInt64: UInt64]
    /// The sequences of the records that heard a callback when it was said, where a source may have retained that callback.
    private let retainable: Set<UInt64>

    /// - Parameters:
    ///   - records: all of the run; what legs heard behind the history's end tells more of a callback that came before.
    ///   - log: how a refusal names the log.
    ///   - machine: the flow of the run, as its spec declares it.
    init(
        _ history: RunHistory, of records: [Record], in log: String, machine: Machine
    ) throws(Replay.Failure) {
        self.history = history
        self.log = log
        let last = history.machine.nextSequence
        self.records = records.prefix { $0.sequence < last }
        entries = try Replay(of: records, until: last &- 1).timeline.entries
        let spoken = SpokenWords(machine)
        var callbacks: [UInt64: RawValue] = [:]
        var firstHearings: [UInt64: UInt64] = [:]
        var retainable: Set<UInt64> = []
        let whole = (try? RunHistory(of: records)) ?? history
        for word in whole.words {
            let first = word.hearings[0].record.sequence
            callbacks[first] = spoken.callback(of: word)
            if !word.isHeardAtOnce {
                for hearing in word.hearings { firstHearings[hearing.record.sequence] = first }
            } else if let callback = callbacks[first], whole.hears(callback, nowhereBesides: word) {
                retainable.insert(first)
            }
        }
        self.callbacks = callbacks
        self.firstHearings = firstHearings
        self.retainable = retainable
    }

    /// What was chosen for the flow's parameters, by their positions among its variables.
    var parameters: [Int: Value] { history.flow.table.parameters(in: history.beginning.outcome.context) }

    /// The callbacks that sources had kept from before the run, and that the run heard when it began.
    var retained: [RawValue] { callbacksHeard(behind: records.startIndex) }

    /// When the history ends, in milliseconds since the run began.
    var end: Int64 { history.machine.latest.milliseconds &- history.began.milliseconds }

    /// Leads a player that has begun the run to where the history ends.
    ///
    /// - Throws: `CallRefusal` where the run does not go as its records say, and `RunError`.
    func lead(_ player: inout Player, tell: (RunStep) -> Void) throws {
        var steps = player.beginningSteps
        var orders = (player.beginningOrders + steps.flatMap(\.orders)).map(\.id)
        func note(_ step: RunStep) {
            tell(step)
            orders += step.orders.map(\.id)
            if case .recorded = step.place { steps.append(step) }
        }
        var told = 0
        for place in records.indices.dropFirst() {
            let record = records[place]
            let now = Instant(milliseconds: record.time.milliseconds &- history.began.milliseconds)
            switch record.content {
            case .resumed:
                try player.comeBack(at: now, withValues: hasValues(behind: place)) { note($0) }
            case .event, .legBegan:
                if steps.count == told {
                    // What legs hear that begin by this step, or this leg now, no leg heard before.
                    for callback in callbacksHeard(at: place) + callbacksHeard(behind: place) {
                        _ = player.retain(callback)
                    }
                    guard let input = input(of: history.steps[told], &player, orders) else {
                        throw refusal(of: entries[told])
                    }
                    try player.take(input, at: now) { note($0) }
                }
                guard told < steps.count, isSame(steps[told], as: told) else { throw refusal(of: entries[told]) }
                told += 1
            case .began, .closed, .commandBeforeLeg, .appEnded, .takenOver: continue
            }
        }
        player.goOn()
    }

    // MARK: - What came

    /// What has to come to the player so that it makes the step; nil where nothing can bring it.
    private func input(of step: RunHistory.Step, _ player: inout Player, _ orders: [EffectOrder.ID]) -> Input? {
        guard let told = step.eventRecord else { return nil }
        let leg = Int(clamping: step.record.leg)
        let fields = step.flow.table.events[told.event].fields.madeUp(told.fields)
        func key() -> EffectOrder.Key? {
            let number = history.number(ofOrderAnsweredBy: told)
            return number.flatMap { $0 < orders.count ? player.machine.key(of: orders[$0]) : nil }
        }
        func finished(_ closing: Closing) -> Input? { key().map { .finished($0, leg: leg, closing) } }
        switch told.cause {
        case .asked: return .command(KeywayRuns.Command(told.event, fields: fields, to: step.leg))
        case .heard: return hearing(of: step, told, fields, &player)
        case .retained: return .retained(leg: leg)
        case .replied: return key().map { .reply($0, leg: leg, event: told.event, fields: fields) }
        case .failed: return finished(.failed)
        case .refused: return finished(.refused)
        case .interrupted: return finished(.interrupted)
        case .valueGone: return finished(.valueGone)
        case .timer: return .timeReached
        case .limit:
            // At a later instant only what is past ends: an order whose limit is that very instant may still be answered.
            let now = step.record.time.milliseconds &- history.began.milliseconds
            let limit = player.machine.tree.nextLimit?.open.limit.milliseconds ?? now
            return limit < now ? .timeReached : .instantEnded
        case .granted:
            let lanes = step.flow.table.lanes
            let request = player.machine.lanes.first { $0.leg == leg && lanes[$0.lane].event == told.event }
            return request.map { .granted(leg: leg, lane: $0.lane, asked: $0.sequence) }
        case .restored, .owed, .overrun: return nil
        }
    }

    /// The callback that the step heard. The leg of the step hears it, whatever other legs may read it.
    private func hearing(
        of step: RunHistory.Step, _ told: EventRecord, _ fields: [Value?], _ player: inout Player
    ) -> Input? {
        let leg = Int(clamping: step.record.leg)
        guard player.machine.legs.indices.contains(leg) else { return nil }
        let sequence = step.record.sequence
        let callback = callbacks[sequence]
        let number = retainable.contains(sequence) ? callback.flatMap { player.retain($0) } : nil
        let root = player.machine.flow
        if told.unread != nil, let callback {
            return .callback(CallbackReading(callback, by: root), answering: nil, number: number)
        }
        let running = player.machine.legs[leg].run.attempt
        let word = RunInputs.Input.Recorded(step, told)
        let call = word.stampedAttempt(during: running).map { ProviderCall(attempt: $0, leg: leg) }
        return .callback(
            CallbackReading(told.event, fields: fields, readBy: step.flow, of: root), answering: call,
            number: number)
    }

    /// Whether the run had its personal and secret values when another process went on with it by the record at this place.
    private func hasValues(behind place: Int) -> Bool {
        for record in records[(place + 1)...] {
            switch record.content {
            case .resumed: return false
            case .event(let told) where told.cause == .restored: if told.fields.contains(.bool(true)) { return true }
            default: continue
            }
        }
        return false
    }

    /// The retained callback that the leg of the record at this place heard, if no leg heard it before.
    private func callbacksHeard(at place: Int) -> [RawValue] {
        let sequence = records[place].sequence
        return firstHearings[sequence] == sequence ? callbacks[sequence].map { [$0] } ?? [] : []
    }

    /// The retained callbacks that legs heard in the steps that the record at this place brought, directly behind it, and that no leg heard
    /// before.
    private func callbacksHeard(behind place: Int) -> [RawValue] {
        var found: [RawValue] = []
        for next in records.indices[(place + 1)...] {
            switch records[next].content {
            case .legBegan: continue
            case .event(let told):
                switch told.cause {
                case .owed, .restored: continue
                case .retained: found += callbacksHeard(at: next)
                default: return found
                }
            default: return found
            }
        }
        return found
    }

    // MARK: - Comparing

    /// Whether the played step is the recorded one: all that the log has of it is as the player decided it.
    private func isSame(_ step: RunStep, as place: Int) -> Bool {
        let formatter = TimelineFormatter(of: history.flow, annotated: history.annotations)
        let (own, entry) = (formatter.entry(of: step, since: Instant(milliseconds: 0)), entries[place])
        let isAlike =
            (own.leg, own.at, own.event, own.disposition, own.state)
            == (entry.leg, entry.at, entry.event, entry.disposition, entry.state)
        return isAlike && own.fields == entry.fields
            && zip(step.outcome.context, history.steps[place].after.context).allSatisfy { $1 == .withheld || $0 == $1 }
    }

    private func refusal(of entry: Replay.Timeline.Entry) -> CallRefusal {
        let name = entry.leg.map { "\($0).\(entry.event)" } ?? entry.event
        return CallRefusal(
            "it cannot be forked there: decided anew from what came to it, record \(entry.sequence), \(name), goes another way",
            at: log)
    }
}
