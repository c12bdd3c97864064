import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// A driven system: a run of its flow on a virtual clock, its providers with their channels, and its handlers.
struct World: Sendable {
    /// An order whose handler has begun.
    struct GivenOrder: Sendable {
        let key: EffectOrder.Key
        /// The position of the order's leg among the legs of the run.
        let leg: Int
        /// The name by which steps find the order.
        let name: TrialStep.Order
        /// Whether the effect has replies, of which the handler gives one.
        let expectsReply: Bool
        /// Whether its handler may still say something.
        var isWorking = true
    }

    let system: LoadedSystem
    var run: RunMachine
    /// The time of the virtual clock.
    var now = Instant(milliseconds: 0)
    /// For each model of the system its provider, in the models' order.
    var providers: [ProviderStand]
    /// The orders whose handlers have begun, also those that are over.
    var orders: [GivenOrder] = []
    /// The callbacks that sources retain.
    var retained = RetainedCallbacks()
    var judge: Judge
    /// Orders whose handlers have not begun yet.
    var unperformed: [LegOrder] = []
    /// The salt of the last trial step: it decides which of several model rows takes a call whose handler begins before the next step.
    var salt: UInt64 = 0
    /// How many steps have begun a sub-flow's leg or an attempt, so that words and beginnings can be put in order.
    private(set) var beginningCount = 0
    /// The value of `beginningCount` behind the step that began each leg, or the latest attempt of it, by the leg's position among the legs
    /// of the run; none for the root before its first attempt.
    private var latestBeginnings: [UInt32: Int] = [:]
    /// Requests for lanes that are granted and not told yet.
    private(set) var grants: [LaneRequest] = []
    /// The requests that hold lanes or wait for them.
    private var lanes = LaneQueue()
    /// What the last input brought.
    private var decision = RunDecision()
    /// The run's records as a log has them, for the app's death or for whoever asked for them; where the app can die, its log has a key
    /// store. Else empty.
    private(set) var records: [Record] = []
    private let isRecording: Bool
    /// Stands in for the app's key store, which has the run's key.
    private let sealer = ValueSealer(UnencryptedKey())
    /// The orders of `once` effects that were begun, in any process.
    private var begunOnce: Set<EffectOrder.Key> = []
    /// How often the app has died.
    private var deaths: UInt32 = 0

    /// Begins the run.
    ///
    /// - Parameters:
    ///   - steps: all steps of the run; only those that come before its beginning are done here.
    ///   - telling: whether the judge keeps what happens as text, from the beginning on.
    ///   - recording: whether the run's records are kept also where the app cannot die.
    init(
        _ system: LoadedSystem, after steps: [TrialStep] = [], telling: Bool = false, recording: Bool = false
    ) {
        self.system = system
        isRecording = recording
        providers = system.models.map { ProviderStand($0) }
        var retained = RetainedCallbacks()
        var chosen: [Int: Value] = [:]
        for step in steps {
            if case .chosen(let parameter, let value) = step.content { chosen[parameter] = value }
            guard case .left(let provider, let word) = step.content,
                let callback = system.callback(of: word, by: provider)
            else { continue }
            _ = retained.retain(callback, as: CallbackReading(callback, by: system.flow).retained)
        }
        self.retained = retained
        (run, decision) = RunMachine.begin(
            RunID(high: 0, low: 1), of: system.flow, version: system.version, choosing: chosen, kind: .live, salt: 1,
            at: now, hearing: retained)
        judge = Judge(system, telling: telling)
        judge.begin(decision, timers: run.tree.legs[0].run.timers.map(\.timer))
        takeIn(hearing: nil)
    }

    /// Whether the run and every leg have ended.
    var isOver: Bool { run.isOver }

    /// Whether a handler of an order that calls the provider is at work.
    func isCalled(_ provider: Int) -> Bool {
        orders.contains { $0.isWorking && system.call(by: $0.name.effect, of: $0.name.leg)?.provider == provider }
    }

    /// Whether the provider still does something: the run goes on or, where `afterEnd` is allowed, a call is at work.
    func isAwake(_ provider: Int) -> Bool {
        !isOver || system.text.behaviors.contains(.afterEnd) && isCalled(provider)
    }

    // MARK: - Deciding

    /// Decides an input and notes all that follows; false where it is no input of this run.
    @discardableResult
    mutating func decide(_ input: Input, hearing heard: HeardWord? = nil) -> Bool {
        do throws(RunError) {
            try run.decide(input, at: now, hearing: retained, into: &decision)
        } catch {
            return false
        }
        takeIn(hearing: heard)
        return true
    }

    /// Takes what the last decision brought: records, steps for the judge, orders and requests for lanes.
    private mutating func takeIn(hearing heard: HeardWord?) {
        if system.text.crashes {
            do throws(KeyError) { records += try run.sealed(decision, by: sealer) } catch {
                preconditionFailure("a key that encrypts nothing does not fail")
            }
        } else if isRecording {
            records += decision.records
        }
        judge.note(decision.steps, hearing: heard)
        judge.noteRest(run.tree)
        for step in decision.steps { noteBeginnings(step) }
        for consequence in decision.consequences {
            switch consequence {
            case .perform(let order): unperformed.append(order)
            case .ask(let request): if lanes.ask(request) { grants.append(request) }
            case .free(let request):
                grants.removeAll { $0 == request }
                if let next = lanes.free(request) { grants.append(next) }
            // A cancelled handler may go on all the same, and answer although nobody waits.
            case .leaveUnperformed, .cancel: break
            }
        }
    }

    /// Notes that the step begins an attempt or a leg: to that leg the words that wait are from now on of an earlier attempt.
    private mutating func noteBeginnings(_ step: RunStep) {
        var begins = false
        if case .legBegan = step.record.content { begins = true }
        let effects = system.machine(ofLeg: step.legName).effects
        begins = begins || step.orders.contains { effects[$0.effect].signature.startsAttempt }
        guard begins else { return }
        beginningCount += 1
        latestBeginnings[step.record.leg] = beginningCount
    }

    /// Whether a word counts as one of an earlier attempt or run for the leg that hears it (rule 29e of `Specs/README.md`).
    func isOld(_ word: ProviderStand.WaitingWord, toLeg leg: Int) -> Bool {
        word.isGhostly || word.spoken < latestBeginnings[UInt32(clamping: leg)] ?? 0
    }

    /// Takes the first granted request out; nil where none is granted.
    mutating func takeGrant() -> LaneRequest? { grants.isEmpty ? nil : grants.removeFirst() }

    // MARK: - Performing

    /// Begins the handlers of what was ordered, at most `count` of them, in the order of ordering.
    mutating func perform(_ count: Int = .max) {
        var left = count
        while left > 0, !unperformed.isEmpty {
            left -= 1
            begin(unperformed.removeFirst())
        }
    }

    private mutating func begin(_ order: LegOrder) {
        // The run came back without a value of the order, so no handler is called.
        guard order.order.isComplete else {
            if run.isOpen(order.order.id) { decide(.finished(order.key, leg: order.leg, .valueGone)) }
            return
        }
        if order.effect.calls != nil, !order.flow.singletons.isEmpty, !retained.words.isEmpty {
            // The leg first hears what the source retained, which may close the order.
            decide(.retained(leg: order.leg))
            if run.isClosed(order) { return }
        }
        if order.effect.isOnce, !begunOnce.insert(order.key).inserted { judge.noteBegunTwice() }
        if let place = orders.firstIndex(where: { $0.key == order.key }) {
            orders[place].isWorking = true
        } else {
            let number = orders.count { $0.name.leg == order.legName && $0.name.effect == order.order.effect }
            let name = TrialStep.Order(leg: order.legName, effect: order.order.effect, number: number)
            orders.append(GivenOrder(key: order.key, leg: order.leg, name: name, expectsReply: order.expectsReply))
        }
        guard let (provider, call) = system.call(by: order.order.effect, of: order.legName) else { return }
        let rows = providers[provider].running.rows(taking: call)
        guard !rows.isEmpty else { return }
        providers[provider].running.follow(rows[Int(salt % UInt64(rows.count))])
        judge.note(providers[provider].running)
    }

    // MARK: - Dying

    /// The app dies and runs again later from its log, with the run's personal and secret values or without them.
    mutating func die(for milliseconds: Int64, withValues hasValues: Bool) {
        unperformed = []
        for place in orders.indices { orders[place].isWorking = false }
        for provider in providers.indices { providers[provider].beginAnew() }
        retained = RetainedCallbacks()
        (lanes, grants) = (LaneQueue(), [])
        do {
            run = try RunMachine.redoing(records, by: system.flow, openedBy: hasValues ? sealer : nil)
        } catch {
            preconditionFailure("the same machine decided these records: \(error)")
        }
        now = now.advanced(byMilliseconds: milliseconds)
        deaths += 1
        run.comeBack(
            as: Resumption(epoch: deaths, wallTime: now, salt: UInt64(deaths) + 1), at: now, hasValues: hasValues)
        for request in run.lanes where lanes.ask(request) { grants.append(request) }
        if run.wantsToResume(at: now) { decide(.timeReached) }
    }
}

extension LoadedSystem {
    /// The raw callback of a model's word; nil where no flow has its source.
    func callback(of word: Int, by provider: Int) -> RawValue? {
        guard models.indices.contains(provider), models[provider].words.indices.contains(word),
            let source = machines.values.lazy.flatMap(\.sources)
                .first(where: { $0.source.name == models[provider].source?.text })
        else { return nil }
        return models[provider].words[word].callback(by: source.source.by)
    }
}
