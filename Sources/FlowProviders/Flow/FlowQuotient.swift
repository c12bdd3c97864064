import FlowMachine
import KeywayCore

/// The quotient of one flow of a run with legs: of configurations whose difference nothing outside the flow can see, one stands for
/// all.
///
/// The search follows that one, and goes through fewer configurations with the same result. While the quotient is found, any final
/// of a sub-flow may come at any moment. A flow that is too large for this is searched without a quotient.
struct FlowQuotient {
    /// What of a flow the others of its run can see, besides its steps.
    struct View {
        /// The effects whose order calls a provider, one bit for each.
        var calls: UInt64
        /// For each final that the parent hears of, how it hears of it.
        var endings: [Int: LegEnding]
    }

    /// The most configurations of a flow that is surveyed, and the most rounds in which alike ones are looked for.
    private static let (greatestCount, greatestRoundCount) = (1 << 16, 1 << 8)

    /// For each configuration its steps, with the positions of their inputs.
    private var outgoing: [[(input: Int32, step: FlowStep)]] = []
    /// For each configuration the one in which a new process goes on without the run's key; itself where the app never dies.
    private var restarted: [Int32] = []
    /// For each configuration the one that stands for it, which may be itself.
    private(set) var substitutes: [Int32] = []
    /// For each configuration the sub-flows that may begin from there on in the same process, one bit for each.
    private(set) var beginnable: [UInt64] = []
    /// The same for the sub-flows that may begin from there on also after restarts.
    private(set) var beginnableAfterRestart: [UInt64] = []
    /// The answers of which nothing comes, and which the search leaves out.
    private(set) var idleAnswers = IdleAnswers()
    /// For each configuration whether nothing outside the flow can see what still happens to it.
    ///
    /// From such a configuration on the flow orders no effect, has no sub-flow or lane, and shows nothing that a
    /// requirement asks for: at most timers run.
    private(set) var isInert: [Bool] = []

    /// Finds the quotient of a flow; nil where the flow is too large.
    ///
    /// `words`: what may come to the flow in any configuration, such as its readings of its providers' words. `comesBack`: whether the app
    /// may die.
    init?(of system: inout FlowSystem, hearing words: [FlowInput], seenAs view: View, comesBack: Bool) {
        for chosen in system.choosable { _ = system.begin(choosing: chosen) }
        var position = 0
        while position < system.configurations.count {
            let at = Int32(clamping: position)
            var inputs = system.isFinal(at) ? [] : system.ownInputs(from: at)
            if !system.isFinal(at) {
                inputs += words + system.finals(from: at) + system.repliesOfProviders(in: at)
            }
            outgoing.append(
                inputs.map { input in
                    let step = system.step(input, from: at)
                    return (step.input, step)
                })
            restarted.append(comesBack ? system.restarted(at, withValues: false) : at)
            position += 1
            guard system.configurations.count <= Self.greatestCount else { return nil }
        }
        substitutes = outgoing.indices.map { Int32(clamping: $0) }
        beginnable = findBeginnable(afterRestart: false, system)
        beginnableAfterRestart = findBeginnable(afterRestart: true, system)
        isInert = findInert(system)
        idleAnswers.surveyed = outgoing.map { steps in
            IdleAnswers.Surveyed(steps: steps.map { ($0.step.event, $0.step.target) })
        }
        dropIdleAnswers(system, calls: view.calls)
        mergeLikes(system, endings: view.endings)
    }

    /// The greatest set of configurations with nothing open and nothing begun, whose every step leads into the set unseen.
    private func findInert(_ system: FlowSystem) -> [Bool] {
        var isInert = system.configurations.map { configuration in
            configuration.open == 0 && configuration.running.isEmpty
        }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for position in isInert.indices.reversed() where isInert[position] {
                isInert[position] = outgoing[position].allSatisfy { _, step in
                    step.effects.isEmpty && step.scopeChanges.isEmpty && step.facts == 0 && isInert[Int(step.target)]
                }
                if !isInert[position] { isSettled = false }
            }
        }
        return isInert
    }

    /// For each configuration the sub-flows that may begin on ways from it. `afterRestart`: whether new processes may go on meanwhile.
    private func findBeginnable(afterRestart: Bool, _ system: FlowSystem) -> [UInt64] {
        var found = [UInt64](repeating: 0, count: outgoing.count)
        var isSettled = false
        while !isSettled {
            isSettled = true
            for position in found.indices.reversed() {
                var children = found[position]
                if afterRestart { children |= found[Int(restarted[position])] }
                for (input, step) in outgoing[position]
                where afterRestart || system.inputs[Int(input)].origin != .restored {
                    children |= found[Int(step.target)]
                    for case .begins(let child, _, _) in step.scopeChanges { children.insert(child) }
                }
                if children != found[position] {
                    found[position] = children
                    isSettled = false
                }
            }
        }
        return found
    }

    /// Treats an open effect as closed where no answer to it changes anything or breaks a requirement, here and wherever it stays open.
    ///
    /// `calls`: the effects that call a provider, which makes a difference to that provider: it is called again where the app dies
    /// while the call is open, and it sees which of its answers is taken.
    private mutating func dropIdleAnswers(_ system: FlowSystem, calls: UInt64) {
        let forbiddenLater = system.facts.forbiddenLater
        for effect in system.machine.effects.indices
        where !calls.has(effect) && system.staleReplies[effect].isEmpty {
            var idle = Set(
                outgoing.indices.filter { position in
                    system.configurations[position].open.has(effect)
                        && outgoing[position].allSatisfy { input, step in
                            !system.inputs[Int(input)].answers(effect)
                                || step.isIdle && step.facts & forbiddenLater == 0
                        }
                })
            var size = -1
            while size != idle.count {
                size = idle.count
                idle = idle.filter { position in
                    outgoing[position].allSatisfy { _, step in
                        let next = Int(step.target)
                        return idle.contains(next) || step.effects.contains(effect)
                            || !system.configurations[next].open.has(effect)
                    }
                }
            }
            for position in idle {
                for (input, step) in outgoing[position] where system.inputs[Int(input)].answers(effect) {
                    idleAnswers.surveyed[position].parts.formUnion(step.parts)
                    idleAnswers.surveyed[position].targets.insert(step.target)
                }
                let answer = outgoing[position].first { system.inputs[Int($0.input)].answers(effect) }
                if let answer { substitutes[position] = answer.step.target }
            }
        }
        for position in substitutes.indices { substitutes[position] = representative(of: position) }
    }

    /// The last of a chain of substitutes, which arises where several effects are dropped one after the other.
    private func representative(of position: Int) -> Int32 {
        var position = position
        while substitutes[position] != position { position = Int(substitutes[position]) }
        return Int32(clamping: position)
    }

    /// Merges configurations of one state in which the same is going on, if equal inputs lead from them to alike ones.
    ///
    /// Source of the method: Moore, Gedanken-experiments on sequential machines, 1956.
    ///
    /// `endings`: two finals are alike only where the parent is told the same.
    private mutating func mergeLikes(_ system: FlowSystem, endings: [Int: LegEnding]) {
        var outlines = NumberedValues<Outline>()
        var classes = outgoing.indices.map { position in
            let configuration = system.configurations[Int(substitutes[position])]
            return outlines.number(
                of: Outline(
                    state: configuration.state, timers: configuration.timers, open: configuration.open,
                    running: configuration.running, late: configuration.late, perishable: configuration.perishable,
                    gone: configuration.gone, unperformed: configuration.unperformed,
                    toldToParent: endings[configuration.state]?.fields(from: configuration.values) ?? []))
        }
        let steps = visibleSteps(system)
        var count = outlines.count
        for round in 0... {
            guard round < Self.greatestRoundCount else { return }
            var refined = NumberedValues<Refinement>()
            classes = outgoing.indices.map { position in
                refined.number(
                    of: Refinement(
                        like: classes[position], restarted: classes[Int(restarted[position])],
                        steps: steps[Int(substitutes[position])].leading(to: classes)))
            }
            if refined.count == count { break }
            count = refined.count
        }
        var first: [Int32: Int32] = [:]
        for position in outgoing.indices where substitutes[position] == position {
            if first[classes[position]] == nil { first[classes[position]] = Int32(clamping: position) }
        }
        substitutes = outgoing.indices.map { first[classes[$0]] ?? substitutes[$0] }
    }

    /// For each configuration that stands for itself its steps, as far as something outside the flow can see them, by number: two steps
    /// have one number if they differ in nothing but their targets. To number them once takes much less time than to compare them anew in
    /// each round.
    private func visibleSteps(_ system: FlowSystem) -> [[NumberedStep]] {
        var visible = NumberedValues<VisibleStep>()
        return outgoing.indices.map { position in
            guard substitutes[position] == position else { return [] }
            return outgoing[position].map { input, step in
                let chosen = system.chosen(by: step, from: Int32(clamping: position))
                let number = visible.number(of: VisibleStep(input: input, step, choosing: chosen))
                return NumberedStep(number: number, target: Int(step.target))
            }
        }
    }

    /// A step by the number of what of it can be seen, and the configuration that it leads to.
    fileprivate struct NumberedStep {
        var number: Int32
        var target: Int
    }

    /// What two configurations have in common at least if they are alike.
    private struct Outline: Hashable {
        var state: Int
        var timers: UInt64
        var open: UInt64
        var running: [Running]
        var late: LateHandlers
        var perishable: UInt64
        var gone: UInt64
        var unperformed: UInt64
        /// What the parent is told where the state is a final; else empty.
        var toldToParent: [Value?]
    }

    /// What two configurations have in common if they are alike after one more round.
    private struct Refinement: Hashable {
        /// The class of the configuration in the round before.
        var like: Int32
        /// The class of the configuration in which a new process goes on.
        var restarted: Int32
        /// What of its steps can be seen from outside, with the classes that they lead to: see `leading(to:)`.
        var steps: [Int64]
    }

    /// All of a step that can be seen from outside the flow, but for where it leads.
    private struct VisibleStep: Hashable {
        var input: Int32
        var effects: [Int]
        var incomplete: [Int]
        var scopeChanges: [ScopeChange]
        /// The row and the branches that decided: what they set a timer to may differ where all else of two steps is the
        /// same, and each of them counts as tried by itself.
        var parts: [FlowPart]
        var disposition: Disposition
        var decision: FlowStep.Decision
        var isActedOn: Bool
        var facts: UInt64
        var untouched: UInt64

        /// For each sub-flow that begins what is chosen for its parameters.
        var chosen: [[Int: Value]]

        init(input: Int32, _ step: FlowStep, choosing chosen: [[Int: Value]]) {
            self.chosen = chosen
            self.input = input
            effects = step.effects
            incomplete = step.incomplete
            scopeChanges = step.scopeChanges
            parts = step.parts
            disposition = step.disposition
            decision = step.decision
            isActedOn = step.isActedOn
            facts = step.facts
            untouched = step.untouched
        }
    }
}

extension [FlowQuotient.NumberedStep] {
    /// The steps' numbers, each with the class of the step's target, in ascending order and each pair once.
    fileprivate func leading(to classes: [Int32]) -> [Int64] {
        var pairs = map { step in Int64(step.number) << 32 | Int64(classes[step.target]) }
        pairs.sort()
        var last: Int64?
        pairs.removeAll { pair in
            defer { last = pair }
            return pair == last
        }
        return pairs
    }
}

extension FlowStep {
    /// Whether a row decides the event and nothing comes of it, but that the answer is no longer awaited.
    fileprivate var isIdle: Bool {
        decision == .row && !isActedOn && end == nil && effects.isEmpty && scopeChanges.isEmpty
    }
}

extension FlowInput {
    /// Whether the input closes an order of the effect, as a reply or because its limit passes.
    fileprivate func answers(_ effect: Int) -> Bool {
        origin == .reply(effect: effect) || origin == .limit(effect: effect)
    }
}

extension FlowSystem {
    /// What a step chooses for the parameters of the sub-flows that it begins, one after the other.
    fileprivate func chosen(by step: FlowStep, from position: Int32) -> [[Int: Value]] {
        step.scopeChanges.compactMap { change in
            guard case .begins(let child, _, _) = change else { return nil }
            return machine.children[child].chosen(by: values(in: position))
        }
    }

    /// The finals of the sub-flows that run here, with all that they may keep.
    fileprivate func finals(from position: Int32) -> [FlowInput] {
        configurations[Int(position)].running.flatMap { running -> [FlowInput] in
            guard case .child(let child) = running else { return [] }
            return machine.events.indices.filter { machine.events[$0].signature.origin == .child(child) }
                .flatMap { variants(of: $0, .child(child), in: configurations[Int(position)]) }
        }
    }
}
