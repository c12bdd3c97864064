import FlowMachine
import KeywayCore

/// A run with all of its legs: its configurations and the steps between them, each found once and remembered.
struct LegSystem {
    /// The root first, then its sub-flows and theirs, as their parents declare them.
    var flows: [LegFlow]
    /// The words of the models beside the run.
    let words: ProviderWords
    /// For each word whether a flow retains it.
    let isRetained: [Bool]
    /// The ways in which a run may begin: each choice of its parameters, with each list of words that earlier runs may
    /// have left in sources that retain.
    let beginnings: [Beginning]
    /// For each flow itself and those that may begin below it, one bit for each.
    let family: [UInt64]
    /// For each word whether no flow reads it although some flow should.
    let isUnread: [Bool]
    private let interception: Interception
    /// Whether a callback that nobody reads may make a difference to the root, as `Machine.hearsUnread` says.
    let rootHearsUnread: Bool
    /// Which lists of retained words make a difference to the legs that hear them.
    let retainedLists: RetainedLists

    /// The configurations found so far; anything else names them by their positions here.
    private(set) var configurations = NumberedValues<LegsConfiguration>()
    /// What holds in each configuration.
    private(set) var conditions: [Condition] = []
    /// The steps found so far; those that `ownSteps(from:)` finds for one configuration stand together.
    private(set) var steps: [LegsStep] = []
    /// For each configuration where the steps that `ownSteps(from:)` finds stand in `steps`; nil where they are not found yet.
    private var ownSteps: [Range<Int>?] = []
    /// For each configuration where in `steps` the steps on each word stand, as a fresh one and then as an old one; empty where they are
    /// not found yet.
    private var wordSteps: [Range<Int32>] = []
    /// The steps on answers of providers found so far.
    var answerSteps: [AnswerPlace: [LegsStep]] = [:]
    /// What every step so far has left alone, as `LegsStep.untouched` has it; `.max` before the first step. Steps with which a run begins
    /// or is over do not count.
    private(set) var alwaysUntouched = UInt64.max
    /// What the search met, by which reports say what a verdict rests on.
    private(set) var evidence: Evidence
    /// The inputs found so far, which steps name by their positions here.
    private(set) var inputs = NumberedValues<LegInput>()
    /// Lists of effects that steps order, of what they do to the providers, and of what is found by steps or in configurations; the first
    /// of each kind is empty.
    private(set) var effectLists = NumberedValues<[LegEffect]>(beginningWith: [])
    var operationLists = NumberedValues<[ProviderOperation]>(beginningWith: [])
    var findingLists = NumberedValues<[Finding]>(beginningWith: [])

    /// The choices and callbacks with which a run begins.
    struct Beginning {
        /// What is chosen for its parameters, by position among the variables of the root.
        var parameters: [Int: Value]
        /// What earlier runs have left in sources that retain, the earliest word first.
        var retained: [Int]
    }

    /// What holds in a configuration, whatever may happen to it.
    struct Condition {
        /// Whether the run and every leg have ended.
        var isOver: Bool
        /// What waits in all legs, one bit for each timer, effect and sub-flow.
        var waiting: UInt64
        /// What is found in it while nothing happens, by its list's position.
        var findings: Int32
        /// The providers that count as heard now, one bit for each: those that a live leg hears or calls, and some others that are followed
        /// (`findCondition`).
        var heard: UInt8
        /// The providers that count as heard now, or that a leg may hear or call later, one bit for each. For an SDK, which is new in each
        /// process, later means in this process; for a model without an SDK it means in any.
        var needed: UInt8

        /// What holds before a run begins: every provider is heard and needed.
        static let beginning = Condition(isOver: false, waiting: 0, findings: 0, heard: .max, needed: .max)
    }

    /// `merges`: whether lists of retained words that make no difference are followed as one.
    init(_ flows: [LegFlow], hearing words: ProviderWords, merging merges: Bool) {
        self.flows = flows
        self.words = words
        evidence = Evidence(flowCount: flows.count)
        isRetained = words.entries.indices.map { word in flows.contains { $0.retains[word] } }
        guard let leftBefore = words.leftBefore(runsOf: flows.map(\.machine)) else {
            preconditionFailure("Feasibility refuses a flow whose runs can begin in too many ways")
        }
        beginnings = flows[0].system.choosable.flatMap { chosen in
            leftBefore.map { Beginning(parameters: chosen, retained: $0) }
        }
        family = flows.indices.map { flow in
            flows.indices.reduce(into: UInt64(0)) { bits, other in
                var ancestor: Int? = other
                while let at = ancestor, at != flow { ancestor = flows[at].parent }
                if ancestor == flow { bits.insert(other) }
            }
        }
        rootHearsUnread = flows[0].machine.hearsUnread
        interception = Interception(among: flows.map(\.machine))
        retainedLists = merges && flows.count > 1 ? RetainedLists(of: words, heardBy: flows) : RetainedLists()
        isUnread = words.entries.indices.map { flows.leaveUnread($0, of: words) }
    }

    var root: LegFlow { flows[0] }

    func condition(of position: Int32) -> Condition { conditions[Int(position)] }

    /// Whether a new process has still to decide what was overdue, and to tell the legs that the run came back.
    func isReturning(_ position: Int32) -> Bool { configurations[Int(position)].returning != nil }

    // MARK: - Steps

    /// Where a run begins, in the order of its beginnings.
    mutating func begin() -> [LegsStep] {
        beginnings.map { step(by: block(of: $0), input: 0, from: nil) }
    }

    /// What a run does when it begins so.
    mutating func block(of beginning: Beginning) -> LegBlock { .beginning(beginning, among: &flows) }

    /// Whatever can happen next but words and answers of the models, by its places among the steps: what the app, the backend and the clock
    /// do, the grant of a lane, a callback of a source without a model, the end of a sub-flow that is not followed as a leg, and what a run
    /// that has come back still decides.
    mutating func ownSteps(from position: Int32) -> Range<Int> {
        if let known = ownSteps[Int(position)] { return known }
        let configuration = configurations[Int(position)]
        var inputs = configuration.legs.enumerated().flatMap { place, leg -> [LegInput] in
            let system = flows[leg.flow].system
            guard !system.isFinal(leg.position) else { return [] }
            let own =
                configuration.returning == nil
                ? system.ownInputs(from: leg.position) : system.inputsOfReturn(from: leg.position)
            return own.filter { configuration.allows($0, in: place, among: flows) }
                .filter { $0.origin != .callback || isHeard($0.event, in: place, of: configuration) }
                .map { LegInput(place: place, input: $0) }
        }
        if let (place, event) = configuration.nextUntold(among: flows), let returning = configuration.returning {
            let machine = flows[configuration.legs[place].flow].machine
            let input = FlowInput.restored(event, of: machine, withValues: returning.hasValues)
            inputs.append(LegInput(place: place, input: input))
        }
        var found = inputs.flatMap { input in
            steps(by: blocks(of: input, from: position), input: number(of: input), from: position)
        }
        if configuration.returning != nil, !configuration.isStillDeciding(among: flows) {
            var block = LegBlock(from: configuration, among: flows)
            block.goOn(among: flows)
            found.append(step(by: block, input: LegsStep.goingOn, from: position))
        }
        let places = steps.places(adding: found)
        ownSteps[Int(position)] = places
        return places
    }

    /// Whether a callback of a source without a model may come to the leg, and newer legs do not surely read it
    /// instead.
    private func isHeard(_ event: Int, in place: Int, of configuration: LegsConfiguration) -> Bool {
        let newer = configuration.legs[(place + 1)...].reduce(into: UInt64(0)) { newer, leg in
            if !flows[leg.flow].system.isFinal(leg.position) { newer.insert(leg.flow) }
        }
        return !interception.takes(event, of: configuration.legs[place].flow, among: newer)
    }

    /// What a provider's word does, by its places among the steps: several where a leg begins that hears what may have been retained.
    mutating func steps(from position: Int32, word: Int, isOld: Bool) -> Range<Int32> {
        let words = words.entries.count
        let place = Int(position) * 2 * words + (isOld ? words + word : word)
        if !wordSteps[place].isEmpty { return wordSteps[place] }
        let found = steps(hearing: word, isOld: isOld, from: position)
        let first = Int32(clamping: steps.count)
        steps += found
        wordSteps[place] = first..<Int32(clamping: steps.count)
        return wordSteps[place]
    }

    private mutating func steps(hearing word: Int, isOld: Bool, from position: Int32) -> [LegsStep] {
        var found = isUnread[word] ? [Finding(flow: 0, content: .unread(word: word))] : []
        let input = hearer(of: word, isOld: isOld, in: position)
        let heard = HeardWord(word: word, isOld: isOld, isSuccess: words.entries[word].isSuccess)
        if heard.isSuccess, !isOld, let lost = deserted(by: input, of: word, in: position) { found.append(lost) }
        return steps(by: blocks(of: input, hearing: heard, from: position), input: 0, from: position, finding: found)
    }

    /// What each leg does, in each way in which it may: where a leg begins that hears a provider which was not followed, every list of
    /// retained words that may have come about is one way.
    mutating func blocks(of input: LegInput?, hearing word: HeardWord? = nil, from position: Int32) -> [LegBlock] {
        let block = block(of: input, hearing: word, from: position)
        guard isOpenWhatIsRetained(before: block, from: position) else { return [block] }
        return retainedLists.listsReached(from: configurations[Int(position)].retained)
            .map { self.block(of: input, hearing: word, from: position, retained: $0) }
    }

    /// Whether a leg begins in the block that hears a provider which no leg heard before, so that it is open what its sources retain.
    ///
    /// From then on the provider is followed, and what is retained has to be known, also where this leg itself hears nothing retained. A
    /// run that comes back decides at once, and its provider has said nothing yet.
    func isOpenWhatIsRetained(before block: LegBlock, from position: Int32) -> Bool {
        guard let provider = retainedLists.unfollowed, !isReturning(position),
            !UInt64(condition(of: position).heard).has(provider)
        else { return false }
        return block.newLegs.bits.contains { flows[$0].providers.has(provider) }
    }

    /// What each leg does, the one that is told first; nothing where nobody hears the word.
    ///
    /// `retained`: the words that sources retain; nil for those that the configuration has.
    mutating func block(
        of input: LegInput?, hearing word: HeardWord? = nil, from position: Int32, retained: [Int]? = nil
    ) -> LegBlock {
        var configuration = configurations[Int(position)]
        if let retained { configuration.retained = retained }
        var block = LegBlock(from: configuration, among: flows)
        if let word = word?.word, isRetained[word] { block.retain(word, of: words) }
        if let input { block.take(input, hearing: word, among: &flows) }
        return block
    }

    /// The steps that blocks are.
    mutating func steps(
        by blocks: [LegBlock], input: Int32, from position: Int32, finding more: [Finding] = []
    ) -> [LegsStep] {
        blocks.map { step(by: $0, input: input, from: position, finding: more) }
    }

    /// The step that a block is, with what it does to the providers; notes what the block showed.
    ///
    /// `position`: the configuration before it; nil where a run begins.
    mutating func step(
        by block: LegBlock, input: Int32, from position: Int32?, finding more: [Finding] = []
    ) -> LegsStep {
        let target = number(of: block.configuration)
        for met in block.met { evidence.note(met) }
        let (before, after) = (position.map { condition(of: $0) } ?? .beginning, condition(of: target))
        if position != nil, !after.isOver { alwaysUntouched &= block.leftAlone }
        let operations = operations(of: block, from: before, to: target)
        return LegsStep(
            input: input, target: target, effects: effectLists.number(of: block.effects),
            operations: operationLists.number(of: operations),
            findings: findingLists.number(of: more + block.findings),
            facts: block.facts | (after.isOver ? FactTable.ended : 0), untouched: block.leftAlone)
    }

    /// The effects that a block orders, by their list's position.
    mutating func effects(of block: LegBlock) -> Int32 { effectLists.number(of: block.effects) }

    // MARK: - Numbers

    mutating func number(of configuration: LegsConfiguration) -> Int32 {
        var configuration = configuration
        let live = configuration.legs.filter { !flows[$0.flow].system.isFinal($0.position) }
        if live.first?.flow != 0 { configuration.deserted = 0 }
        if live.isEmpty {
            // Of a run that is over the search follows only providers and deaths, so nothing of a return may be left to decide.
            precondition(configuration.returning == nil, "A run that is over has nothing to decide as it comes back")
            // Behind the end of a run nothing is asked but what providers demand.
            configuration.unfinished.removeAll { order in
                flows[order.flow].calls[order.effect].map { words.models[$0.provider].requirements.isEmpty } ?? true
            }
        }
        let isReturning = configuration.returning != nil
        let beginnable = live.reduce(0) { $0 | self.beginnable(by: $1, afterRestart: isReturning) }
        // Which flows have begun makes a difference only to a root that hears what no leg reads.
        if !rootHearsUnread { configuration.begun = 1 }
        let heard = heard(by: live, deserted: configuration.deserted)
        let isFollowed = isReturning || retainedLists.unfollowed.map { heard.has($0) } ?? true
        configuration.retained.removeAll { word in
            !beginnable.bits.contains { flows[$0].retains[word] }
        }
        configuration.retained =
            isFollowed
            ? retainedLists.substitute(for: configuration.retained)
            : retainedLists.substituteWhileUnheard(for: configuration.retained)
        let position = configurations.number(of: configuration)
        // One that is known has its condition already.
        guard position == conditions.count else { return position }
        ownSteps.append(nil)
        wordSteps += repeatElement(0..<0, count: words.entries.count * 2)
        conditions.append(
            findCondition(of: live, heard: heard, beginning: beginnable, followingRetained: isFollowed))
        return position
    }

    mutating func number(of input: LegInput) -> Int32 { inputs.number(of: input) }
}

extension LegsConfiguration {
    /// Whether the input can come to the leg at that place: while a run comes back, deadlines are reached first, and last the
    /// interrupted orders get their `otherwise`.
    ///
    /// A run takes these in the order of ordering, of which a configuration knows nothing: any of them may be the first.
    fileprivate func allows(_ input: FlowInput, in place: Int, among flows: [LegFlow]) -> Bool {
        guard let returning else { return true }
        switch input.origin {
        case .timer: return returning.mayBeOverdue
        case .limit(let effect):
            let isInterrupted = openOrders(of: place, among: flows).contains {
                $0.effect == effect && returning.interrupted.contains($0)
            }
            return returning.mayBeOverdue || nextUntold(among: flows) == nil && isInterrupted
        case .child: return true
        case .command, .callback, .word, .reply, .late, .lane, .restored: return false
        }
    }
}
