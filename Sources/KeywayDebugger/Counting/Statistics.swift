import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// What many runs have in common: how they ended, how far they came, where their time went, and what was dropped.
package struct Statistics: Sendable {
    /// A flow in one version.
    package struct Version: Hashable, Sendable {
        /// The name of the flow.
        package var name: String
        /// The version number that the flow's declaration states.
        package var number: Int

        package init(name: String, number: Int) {
            (self.name, self.number) = (name, number)
        }
    }

    /// In the order in which the flows first came up.
    package private(set) var flows: [(version: Version, counts: FlowStatistics)] = []
    /// Where each version stands in `flows`.
    private var places: [Version: Int] = [:]
    /// How many runs of shadows were left out: they perform nothing, so nobody signed in by them.
    package private(set) var shadowCount = 0

    package init() {}

    /// Counts the run; of a shadow only that there is one.
    package mutating func add(_ history: RunHistory) {
        if history.beginning.kind == .shadow {
            shadowCount += 1
            return
        }
        let version = history.version
        let place = places[version] ?? flows.count
        if place == flows.count {
            places[version] = place
            flows.append((version, FlowStatistics()))
        }
        flows[place].counts.add(history)
    }

    package var runCount: Int { flows.reduce(0) { $0 + $1.counts.runCount } }

    /// How many runs ended in each final, over all flows; runs that go on or are cut by damage are not among them.
    package var outcomes: Tally { flows.reduce(into: Tally()) { $0.add($1.counts.outcomes) } }

    /// How often runs and their sub-flows ended in each final, by provider, over all flows: `OTPless: failed`.
    package var providers: Tally { flows.reduce(into: Tally()) { $0.add($1.counts.providers) } }
}

extension RunHistory {
    /// The flow that the run itself follows, and its version.
    package var version: Statistics.Version {
        Statistics.Version(name: flow.table.name, number: flow.table.version)
    }
}

/// What the runs of one version of a flow have in common.
package struct FlowStatistics: Sendable {
    package private(set) var runCount = 0
    /// How many runs ended in each final.
    package private(set) var outcomes = Tally()
    /// How many runs ended in each final, with all bools, enum cases and sets that it keeps: `failed: refusal = wrong,
    /// channel = sms`.
    ///
    /// Each run that ended counts once, so that failures can be told apart by way, channel and reason together.
    package private(set) var endings = Tally()
    /// How many runs have not ended and stand in each state, of a log that is not damaged.
    package private(set) var unended = Tally()
    /// How many runs have lost their further records in damage, so that nobody knows how they went on, by the state that they were last in.
    package private(set) var cut = Tally()
    /// How many runs have not ended in what is left of a damaged log, and may have ended in the damaged part, by the state that they were
    /// last in.
    package private(set) var perhapsCut = Tally()
    /// How often a run or a sub-flow's part of it ended in each final, by the provider whose calls its flow makes: `OTPless: failed`.
    ///
    /// So a way that fails is counted also where the run goes on by another.
    package private(set) var providers = Tally()
    /// How often a final was reached with each bool, enum case or set that it keeps, each by itself: `failed: why = refused`, of a sub-flow
    /// behind the name of its leg: `silent.failed: why = refused`.
    private var cases = Tally()
    /// The same of plain numbers and texts, which may be an SDK's codes: `failed: status = "LOCKED"`.
    private var codes = CodeTally()
    /// How many runs were at least once in each state, of a sub-flow behind the name of its leg.
    package private(set) var reached = Tally()
    /// For each state, of a sub-flow behind the name of its leg, how long each stay took that is over, in milliseconds. A move into the
    /// same state goes on with the stay.
    package private(set) var stays: [String: [Int64]] = [:]
    /// How often each deadline passed, by its event, and the limit of each effect, as `limit of send`.
    package private(set) var deadlines = Tally()
    /// How often effects were not done, by effect and what became of it: `redeem failed` where the app's handler threw; `redeem was not
    /// performed` where the handler was not called, or its process ended first.
    package private(set) var failures = Tally()
    /// How often nothing came of an event, by disposition and event: `late oneTap`; also of a command for a sub-flow that had not begun.
    package private(set) var dropped = Tally()
    /// How often callbacks came that no decoder row reads, by name and status: `INITIATE 302`, and `SDK_READY before silent` where only a
    /// sub-flow that had not begun has rows for the name.
    package private(set) var unread = Tally()
    /// How many steps got no record of their own: a later record only counts them.
    package private(set) var omittedSteps: UInt64 = 0

    mutating func add(_ history: RunHistory) {
        runCount += 1
        let table = history.flow.table
        if history.endingStep != nil {
            outcomes.add(history.state.name)
        } else {
            switch history.loss {
            case .nothing: unended.add(history.state.name)
            case .possible: perhapsCut.add(history.state.name)
            case .certain: cut.add(history.state.name)
            }
        }
        /// Where each leg stands, by its position, and since how many milliseconds after the run's beginning.
        var stands: [Int: (state: String, since: Int64)] = [:]
        var seen: Set<String> = []
        func enter(_ leg: Int, _ name: String, at: Int64) {
            stands[leg] = (name, at)
            if seen.insert(name).inserted { reached.add(name) }
        }
        enter(0, table.states[history.beginning.outcome.state].name, at: 0)
        for step in history.steps {
            if step.isEnding { addEnding(by: step, of: history) }
            let leg = Int(clamping: step.record.leg)
            let stateName = step.flow.table.states[step.after.state].name
            let name = step.leg.map { "\($0).\(stateName)" } ?? stateName
            let at = history.at(step)
            if let stay = stands[leg], stay.state != name { stays[stay.state, default: []].append(at &- stay.since) }
            if stands[leg]?.state != name { enter(leg, name, at: at) }
            count(step, of: history)
        }
        for (command, _) in history.commandsBeforeLegs { dropped.add("\(Disposition.rejected) \(command)") }
        for note in history.notes where [.handlerFailed, .notPerformed].contains(note.kind) {
            addFailure(of: note.effect, hasThrown: note.kind == .handlerFailed)
        }
        omittedSteps &+= history.machine.omittedSteps
    }

    private mutating func count(_ step: RunHistory.Step, of history: RunHistory) {
        guard let told = step.eventRecord else { return }
        omittedSteps &+= told.omittedSteps
        if step.isPassedDeadline {
            let effect = told.cause == .limit ? history.effect(answeredBy: told) : nil
            deadlines.add(effect.map { "limit of \($0)" } ?? step.event)
        }
        if step.isWithoutAnswer {
            addFailure(of: history.effect(answeredBy: told), hasThrown: told.cause == .failed)
        }
        if ![.taken, .stayed].contains(told.disposition) { dropped.add("\(told.disposition) \(step.event)") }
        if let words = history.unreadWords(of: step) { unread.add(words) }
    }

    /// Counts the final that the run, or a sub-flow's part of it, reached by the step, with what it keeps.
    private mutating func addEnding(by step: RunHistory.Step, of history: RunHistory) {
        let table = step.flow.table
        let state = table.states[step.after.state].name
        for provider in table.providers { providers.add("\(provider): \(state)") }
        let final = step.leg.map { "\($0).\(state)" } ?? state
        let results = ExplanationWriter(of: history).results(of: step)
        let kept = results.filter(\.value.isFinite).map { "\($0)" }
        for value in kept { cases.add("\(final): \(value)") }
        for result in results where result.value.mayBeCode {
            codes.add("\(result.value)", of: "\(final): \(result.name)")
        }
        if step.leg == nil { endings.add(kept.isEmpty ? final : "\(final): \(kept.joined(separator: ", "))") }
    }

    /// How often a final was reached with each bool, enum case, set, plain number or text that it keeps, each by itself, of a sub-flow
    /// behind the name of its leg; of numbers and texts as many different ones as `CodeTally` counts, and the rest as `others`.
    package var results: Tally {
        var results = cases
        for (words, count) in codes.counts { results.add(words, count) }
        return results
    }

    private mutating func addFailure(of effect: String?, hasThrown: Bool) {
        if let effect { failures.add("\(effect) \(hasThrown ? "failed" : "was not performed")") }
    }
}

extension Table {
    /// The providers whose calls the flow's effects make, each once: `OTPless`.
    fileprivate var providers: Set<Substring> {
        Set(effects.compactMap { $0.calls?.prefix { $0 != "." } })
    }
}

extension Replay.ShownValue {
    /// Whether it is one of a few values, so that counting it says something.
    fileprivate var isFinite: Bool {
        switch self {
        case .bool, .name, .names: true
        case .integer, .duration, .text, .present: false
        }
    }

    /// Whether it may be a code of an SDK, which the spec does not list.
    fileprivate var mayBeCode: Bool {
        switch self {
        case .integer, .text: true
        case .bool, .duration, .name, .names, .present: false
        }
    }
}

/// How often each of some texts came up, such as names of finals or events.
package struct Tally: Equatable, Sendable {
    package private(set) var counts: [String: Int] = [:]

    mutating func add(_ text: String, _ count: Int = 1) { counts[text, default: 0] += count }

    mutating func add(_ other: Tally) {
        for (text, count) in other.counts { add(text, count) }
    }

    /// The texts with their counts: the most frequent first, equally frequent ones in the order of the alphabet.
    package var sorted: [(text: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}

extension [Int64] {
    /// The smallest value that at least so many percent of all values do not exceed; nil where there are no values.
    package func percentile(_ percent: Int) -> Int64? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.max(0, (count * percent + 99) / 100 - 1)]
    }
}
