/// What a run remembers for the requirements that speak of more than one step, in the low bits of a 64-bit number.
///
/// Within a step the event comes first; what it brings about, effects, choices and the state, comes behind it.
struct DemandMemory {
    /// The bits of facts that are remembered as soon as they have held, and those in which windows and counts stand.
    var remembered: UInt64 = 0
    /// The bits of facts that are events.
    var events: UInt64 = 0
    /// What a run forgets when the event with the bit `since` comes, as an `only after ... since` says, one bit for
    /// each.
    var forgotten: [(since: Int, causes: UInt64)] = []
    var windows: [Demand.Window] = []
    var counts: [Demand.Count] = []

    /// What is remembered behind a step at which these facts are so; `before`: what was remembered before the step.
    func bits(_ before: UInt64, after now: UInt64) -> UInt64 {
        var bits = left(of: before, at: now) | now & remembered
        for window in windows {
            let isOpen = isOpen(window, isOpen(window, at: now, before), behind: now & ~events)
            bits = isOpen ? bits | 1 << UInt64(window.openBit) : bits & ~(1 << UInt64(window.openBit))
        }
        for count in counts {
            let ends = count.resetting.map { !events.has($0) && now.has($0) } ?? false
            bits = count.number.setting(ends ? 0 : number(of: count, at: now, before), in: bits)
        }
        return bits
    }

    /// The facts from before a step that still count at it: an `only after ... since` makes the run forget some.
    func left(of before: UInt64, at now: UInt64) -> UInt64 {
        forgotten.reduce(before) { now.has($1.since) ? $0 & ~$1.causes : $0 }
    }

    /// Whether the fact holds while the window is open.
    func isForbidden(_ fact: Int, by window: Demand.Window, at now: UInt64, _ before: UInt64) -> Bool {
        guard now.has(fact) else { return false }
        if events.has(fact) { return before.has(window.openBit) }
        // A fact that closes the window at the same step comes at the same moment, so the window forbids nothing there.
        if let closing = window.closing, !events.has(closing), now.has(closing) { return false }
        return isOpen(window, at: now, before)
    }

    /// How often what is counted has happened with this step, up to one more than may be.
    func number(of count: Demand.Count, at now: UInt64, _ before: UInt64) -> UInt64 {
        let isReset = count.resetting.map { events.has($0) && now.has($0) } ?? false
        let number = isReset ? 0 : count.number.value(in: before)
        return now.has(count.counted) ? min(number + 1, count.most.greatest + 1) : number
    }

    /// Whether the window is open behind the event of the step and before what that brings about.
    private func isOpen(_ window: Demand.Window, at now: UInt64, _ before: UInt64) -> Bool {
        isOpen(window, before.has(window.openBit), behind: now & events)
    }

    /// Whether the window is open behind these facts: where both are among them, what opens the window comes behind what closes it.
    ///
    /// `before`: whether the window was open before them.
    private func isOpen(_ window: Demand.Window, _ before: Bool, behind facts: UInt64) -> Bool {
        facts.has(window.opening) || before && !(window.closing.map(facts.has) ?? false)
    }
}
