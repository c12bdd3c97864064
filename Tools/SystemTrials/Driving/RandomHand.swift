import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting

/// Chooses at random what happens next in a driven system: what the person, the backend, the SDKs or the clock do, or the app's death.
struct RandomHand {
    var generator: SeededGenerator
    private let system: LoadedSystem

    init(_ system: LoadedSystem, generator: SeededGenerator) {
        self.system = system
        self.generator = generator
    }

    /// The kinds of steps, of which one is drawn by weight; most are named as in `TrialStep.Content`.
    ///
    /// `reply` and `lateReply` are the backend's, to an open and to a closed order; `answer` is that of a provider's model. The callbacks
    /// of `otherSource` and `unread` are the two kinds of `ForeignCallbacks`.
    private enum Happening {
        case command, reply, lateReply, failure, finish, turn, answer, tell, lose, otherSource, unread, grant, wait,
            death
    }

    /// The choices of whoever begins the run: a value for most parameters, for durations often an end of the range.
    mutating func choices() -> [TrialStep] {
        var steps: [TrialStep] = []
        for parameter in system.machine.parameters where !oneIn(3) {
            var value = value(of: system.machine.variables[parameter].field.kind, among: system.machine.enumerations)
            if case .duration(let bounds) = system.machine.variables[parameter].field.kind {
                let any = Int64.random(in: bounds, using: &generator)
                value = .duration([bounds.lowerBound, bounds.upperBound, any].randomElement(using: &generator) ?? any)
            }
            steps.append(step(.chosen(parameter: parameter, value)))
        }
        return steps
    }

    /// The words that earlier runs left in their sources: some of those that decoders retain.
    mutating func left() -> [TrialStep] {
        var steps: [TrialStep] = []
        guard system.text.behaviors.contains(.leftWords) else { return [] }
        for (provider, word) in system.retainable.shuffled(using: &generator) where oneIn(3) {
            steps.append(step(.left(provider: provider, word: word)))
        }
        return steps
    }

    /// A step that can be done now; nil where six draws found none. Another call may find one.
    ///
    /// Handlers of what was ordered begin first, unless they may be slow.
    mutating func next(in world: inout World) -> TrialStep? {
        if system.text.crashes, oneIn(world.isOver ? 8 : 40) {
            let performed = Int.random(in: 0...max(world.unperformed.count, 1), using: &generator)
            let pause: Int64 = [0, 1, 500, 3_000, 30_000].randomElement(using: &generator) ?? 0
            let hasValues = system.flow.takesValuesBack && Bool.random(using: &generator)
            return step(.death(performed: performed, milliseconds: pause, withValues: hasValues))
        }
        if !system.text.behaviors.contains(.slowHandlers) { world.perform() }
        for _ in 0..<6 {
            if let content = content(pick(in: world), in: world) { return step(content) }
        }
        return nil
    }

    private mutating func pick(in world: World) -> Happening {
        var kinds: [(Happening, Int)] = [(.turn, 24), (.answer, 14)]
        if world.providers.contains(where: { !$0.words.isEmpty }) {
            kinds.append((.tell, 30))
            if system.text.channel.drops { kinds.append((.lose, 4)) }
        }
        let isAnyoneAtWork = world.orders.contains { $0.isWorking }
        let behaviors = system.text.behaviors
        if isAnyoneAtWork { kinds += [(.reply, 22), (.failure, 3), (.finish, 6)] }
        if isAnyoneAtWork, behaviors.contains(.staleReplies) { kinds.append((.lateReply, 5)) }
        if !world.isOver {
            kinds += [(.command, 16), (.wait, 16)]
            if behaviors.contains(.otherSources), !system.foreignCallbacks.ofOtherSources.isEmpty {
                kinds.append((.otherSource, 12))
            }
            if behaviors.contains(.unreadCallbacks), !system.foreignCallbacks.unread.isEmpty {
                kinds.append((.unread, 4))
            }
            if !world.grants.isEmpty { kinds.append((.grant, 12)) }
        }
        var number = Int.random(in: 0..<kinds.reduce(0) { $0 + $1.1 }, using: &generator)
        for (kind, weight) in kinds {
            number -= weight
            if number < 0 { return kind }
        }
        return .wait
    }

    /// What a step of this kind does, drawn at random; nil where the draw found nothing that can be done now.
    private mutating func content(_ kind: Happening, in world: World) -> TrialStep.Content? {
        switch kind {
        case .command: return command(in: world)
        case .reply: return reply(in: world, isLate: false)
        case .lateReply: return reply(in: world, isLate: true)
        case .failure: return order(in: world) { $0.expectsReply }.map { .failure($0.name) }
        case .finish: return order(in: world) { !$0.expectsReply }.map { .finish($0.name) }
        case .turn: return turn(in: world)
        case .answer: return answer(in: world)
        case .tell:
            guard let provider = speaking(in: world) else { return nil }
            return .tell(
                provider: provider, place: place(in: world.providers[provider].words),
                isKept: system.text.channel.doubles && oneIn(4))
        case .lose:
            guard let provider = speaking(in: world) else { return nil }
            return .lose(
                provider: provider,
                place: Int.random(in: world.providers[provider].words.indices, using: &generator))
        case .otherSource:
            let stamp: TrialStep.Stamp = [.none, .current, .stale].randomElement(using: &generator) ?? .none
            return system.foreignCallbacks.ofOtherSources.randomElement(using: &generator).map { .foreign($0, stamp) }
        case .unread:
            return system.foreignCallbacks.unread.randomElement(using: &generator).map { .foreign($0, .none) }
        case .grant: return .grant
        case .wait: return .wait(wait(), isAsleep: oneIn(4))
        case .death: return nil
        }
    }

    // MARK: - The person and the clock

    private mutating func command(in world: World) -> TrialStep.Content? {
        guard let leg = world.run.legs.filter({ !$0.isEnded }).randomElement(using: &generator) else { return nil }
        let machine = system.machine(ofLeg: leg.name)
        let commands = machine.events.indices.filter { machine.events[$0].signature.origin == .command }
        guard let command = commands.randomElement(using: &generator) else { return nil }
        // `cancel` is kept in one of three cases only, or most runs would end early.
        if machine.events[command].name == "cancel", !oneIn(3) { return nil }
        return .command(leg: leg.name, event: command, fields: fields(of: command, in: machine))
    }

    private mutating func wait() -> TrialStep.Wait {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...3: .nextDue(0)
        case 4: .nextDue(-1)
        case 5: .nextDue([1, 1_000, 20_000].randomElement(using: &generator) ?? 1)
        case 6: .milliseconds(Int64.random(in: 0...3_000, using: &generator))
        default: .milliseconds([1, 1_000, 10_000, 60_000, 1_300_000].randomElement(using: &generator) ?? 1)
        }
    }

    // MARK: - Handlers

    /// Some order that fits and whose handler is at work; nil where there is none.
    private mutating func order(in world: World, where fits: (World.GivenOrder) -> Bool) -> World.GivenOrder? {
        world.orders.filter { $0.isWorking && fits($0) }.randomElement(using: &generator)
    }

    /// A reply of the backend; `isLate`: to an order that is closed already.
    private mutating func reply(in world: World, isLate: Bool) -> TrialStep.Content? {
        let order = order(in: world) {
            $0.expectsReply && world.run.isAwaited($0.key.order) != isLate && !world.isModelAnswered($0.name)
        }
        guard let order else { return nil }
        let machine = system.machine(ofLeg: order.name.leg)
        let replies = machine.effects[order.name.effect].signature.replies?.events ?? []
        guard let reply = Set(replies).sorted().randomElement(using: &generator) else { return nil }
        return .reply(order.name, event: reply, fields: fields(of: reply, in: machine))
    }

    /// An answer that a provider's model gives to an order.
    private mutating func answer(in world: World) -> TrialStep.Content? {
        guard let provider = world.providers.indices.randomElement(using: &generator), world.isAwake(provider) else {
            return nil
        }
        let model = system.models[provider]
        let rows = world.providers[provider].running.ownRows.filter { model.answer(of: $0) != nil }
        guard let row = rows.randomElement(using: &generator), let answer = model.answer(of: row) else { return nil }
        let system = system
        let mayBeLate = system.text.behaviors.contains(.lateAnswers)
        let order = order(in: world) {
            $0.expectsReply && (mayBeLate || world.run.isAwaited($0.key.order) || world.isOver)
                && system.call(by: $0.name.effect, of: $0.name.leg)?.provider == provider
        }
        guard let order else { return nil }
        let machine = system.machine(ofLeg: order.name.leg)
        guard let reply = machine.replies(to: order.name.effect, named: answer.reply.text).first else { return nil }
        var fields = fields(of: reply, in: machine)
        let declared = machine.events[reply].signature.fields
        for (field, value) in (try? answer.values(of: declared, among: machine.enumerations)) ?? [:] {
            fields[field] = value
        }
        return .answer(provider: provider, row: row, order.name, event: reply, fields: fields)
    }

    // MARK: - Providers

    /// A row of a provider's model that speaks or falls silent.
    private mutating func turn(in world: World) -> TrialStep.Content? {
        guard let provider = world.providers.indices.randomElement(using: &generator), world.isAwake(provider) else {
            return nil
        }
        let model = system.models[provider]
        let stand = world.providers[provider]
        let rows = stand.running.ownRows.filter { row in
            switch model.rows[row].happening {
            case .speech(let spoken): stand.hasRoom(for: spoken.count, in: system.text)
            case .silence: true
            case .call, .answer: false
            }
        }
        return rows.randomElement(using: &generator).map { .turn(provider: provider, row: $0) }
    }

    /// A provider with a word in its channel.
    private mutating func speaking(in world: World) -> Int? {
        world.providers.indices.filter { !world.providers[$0].words.isEmpty }.randomElement(using: &generator)
    }

    /// The place in the channel of the word that is told: the first, or any where the channel reorders.
    private mutating func place(in words: [ProviderStand.WaitingWord]) -> Int {
        system.text.channel.reorders ? Int.random(in: words.indices, using: &generator) : 0
    }

    // MARK: - Values

    private mutating func fields(of event: Int, in machine: Machine) -> [Value?] {
        machine.events[event].signature.fields.map { field in
            if field.isOptional, oneIn(3) { return nil }
            return value(of: field.kind, among: machine.enumerations)
        }
    }

    private mutating func value(of kind: Kind, among enumerations: [Enumeration]) -> Value {
        switch kind {
        case .bool: .bool(Bool.random(using: &generator))
        case .integer(let bounds): .integer(Int64.random(in: bounds, using: &generator))
        case .duration(let bounds): .duration(max(bounds.lowerBound, min(bounds.upperBound, 2_000)))
        case .text(let bounds): .text(text(bounds))
        case .enumCase(let enumeration):
            .enumCase(Int.random(in: enumerations[enumeration].cases.indices, using: &generator))
        case .set(let enumeration):
            .set(UInt64.random(in: 0...enumerations[enumeration].setOfAllCases, using: &generator))
        }
    }

    /// A random text, mostly of four letters, so that two texts are seldom equal: requirements tell the latest from an older one.
    private mutating func text(_ bounds: ClosedRange<Int>) -> String {
        let letters: [Character] = ["a", "b", "c", "d"]
        let count = min(max(bounds.lowerBound, 4), bounds.upperBound)
        return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
    }

    /// True in one of `count` cases.
    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func step(_ content: TrialStep.Content) -> TrialStep {
        TrialStep(content, salt: generator.next())
    }
}
