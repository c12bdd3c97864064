import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// The time after a word in which nothing else comes. The leg may end in it by a deadline or a time limit that the word's own step has set,
/// by one that follows from these, or by the end of a sub-flow that the word began and that ends in the same way. Then the word counts as
/// ending the leg (rule 30).
///
/// The silence is over as soon as anything else comes. A step does not tell whether it has set a running timer anew, so a timer that
/// ran before the step counts as not set by it: an end by such a timer is not found.
///
/// A sub-flow's leg has a silence also after its beginning, by which its parent knows whether the leg ends by itself.
struct Silence: Sendable {
    /// An end that comes so many milliseconds after the word, or later, does not count as the word's doing.
    private static let greatestLength: Int64 = 1000

    /// When the word came.
    private let beginning: Instant
    /// Whether the word is of an earlier attempt or run.
    private let isOld: Bool
    /// Whether the leg, or one below it to which it listens, had accepted a success before the word.
    private let followsSuccess: Bool
    /// The timers and orders that follow from the word.
    private var timers: Set<Int> = []
    private var orders: Set<EffectOrder.ID> = []
    /// The sub-flows that have begun by the word.
    private var children: Set<Int> = []
    /// Whether the command is still to come with which the leg begins.
    private var awaitsCommand = false

    /// - Parameters:
    ///   - step: the step that the word brought.
    ///   - timersBefore: the timers that ran before the step.
    ///   - isOld: whether the word is of an earlier attempt or run.
    ///   - followsSuccess: whether the leg, or one below it to which it listens, had accepted a success before the word.
    init(after step: RunStep, timersBefore: Set<Int>, isOld: Bool, followsSuccess: Bool) {
        beginning = step.time
        self.isOld = isOld
        self.followsSuccess = followsSuccess
        add(step, timersBefore)
    }

    /// The silence after the beginning of a sub-flow's leg.
    init(afterBeginning step: RunStep) {
        self.init(after: step, timersBefore: [], isOld: false, followsSuccess: false)
        awaitsCommand = true
    }

    /// Whether the step follows from the word alone, and soon enough.
    ///
    /// - Parameters:
    ///   - step: the next step of the leg.
    ///   - machine: the leg's flow.
    ///   - timersBefore: the timers that ran before the step.
    ///   - endsInSilence: whether the sub-flow whose end the step tells has ended in the silence after its beginning.
    mutating func goesOn(
        with step: RunStep, of machine: Machine, timersBefore: Set<Int>, endsInSilence: Bool
    ) -> Bool {
        let length = step.time.milliseconds - beginning.milliseconds
        guard let told = step.eventRecord, length < Self.greatestLength else { return false }
        var before = timersBefore
        switch (told.cause, machine.events[told.event].signature.origin) {
        case (.timer, .timer(let timer)):
            guard timers.contains(timer) else { return false }
            before.remove(timer)
        case (.limit, _), (.valueGone, _):
            guard let order = told.answers, orders.contains(order) else { return false }
        case (.owed, .child(let child)):
            guard endsInSilence, children.remove(child) != nil else { return false }
        case (.owed, .command):
            guard awaitsCommand else { return false }
            awaitsCommand = false
        default: return false
        }
        add(step, before)
        return true
    }

    private mutating func add(_ step: RunStep, _ timersBefore: Set<Int>) {
        let running = Set(step.timers)
        timers = timers.intersection(running).union(running.subtracting(timersBefore))
        orders.formUnion(step.orders.map(\.id))
        for change in step.scopeChanges {
            switch change {
            case .begins(let child, command: _, arguments: _): children.insert(child)
            case .leaves(let child): children.remove(child)
            case .asks, .frees: break
            }
        }
    }

    /// The parts of rule 30 that the word breaks where it ends the leg.
    ///
    /// - Parameter isGood: whether the leg ends in a success.
    func partsBroken(endingWell isGood: Bool) -> [String] {
        (followsSuccess && !isGood ? ["30.iv"] : []) + (isOld ? ["30.v"] : [])
    }
}
