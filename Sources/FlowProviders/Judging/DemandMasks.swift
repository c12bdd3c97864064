/// Checks a flow's requirements against the facts of its steps, each fact a bit; the masks rule out most steps at once.
struct DemandMasks {
    /// The facts that must be so at each step, one bit for each, as in the other masks.
    private let always: UInt64
    /// The facts that must never be so.
    private let never: UInt64
    /// The facts that must be so at some step.
    private let wanted: UInt64
    /// The facts that some requirement allows at some steps only, after or with others, outside a window or up to a count; and those that
    /// an order has an older text than the latest, or none. Each step with one of these facts is looked at more closely.
    private let consequences: UInt64
    /// The facts that must have held before the end.
    private let expected: UInt64
    private let facts: FactTable

    init(_ facts: FactTable) {
        self.facts = facts
        func mask(_ bit: (Demand.Content) -> Int?) -> UInt64 {
            facts.demands.reduce(into: 0) { mask, demand in bit(demand.content).map { mask.insert($0) } }
        }
        always = mask { if case .always(let bit) = $0 { bit } else { nil } }
        never = mask { if case .never(let bit) = $0 { bit } else { nil } }
        wanted = mask { if case .sometimes(let bit) = $0 { bit } else { nil } }
        consequences = facts.demands.reduce(into: 0) { mask, demand in
            switch demand.content {
            case .onlyAfter(let bit, _), .onlyWith(let bit, _), .neverWithin(let bit, _): mask.insert(bit)
            case .atMost(let count): mask.insert(count.counted)
            case .latest(let older, let missing, _):
                mask.insert(older)
                mask.insert(missing)
            case .always, .never, .sometimes, .eventually: break
            }
        }
        expected = mask { if case .eventually(let bit) = $0 { bit } else { nil } }
    }

    /// What the facts of a step break or show.
    ///
    /// `memory`: what `DemandMemory` has from before the step. `ends`: whether the step ends the leg.
    func findings(on now: UInt64, after memory: UInt64, ends: Bool) -> [Finding.Content] {
        let remembered = memory | now
        guard
            now & never != 0 || now & always != always || now & consequences != 0 || now & wanted != 0
                || ends && remembered & expected != expected
        else { return [] }
        return facts.demands.enumerated().compactMap { position, demand in
            switch demand.content {
            case .always(let bit): now.has(bit) ? nil : .broken(requirement: position)
            case .never(let bit): now.has(bit) ? .broken(requirement: position) : nil
            case .sometimes(let bit): now.has(bit) ? .witnessed(requirement: position) : nil
            case .eventually(let bit): ends && !remembered.has(bit) ? .endedBefore(requirement: position) : nil
            // `do EFFECT(x) with the latest y`: ordered with an older text than the last accepted command gave, or with none
            // although one gave it.
            case .latest(let older, let missing, let given):
                now.has(older) || now.has(missing) && remembered.has(given) ? .broken(requirement: position) : nil
            case .onlyAfter(let bit, let others):
                now.has(bit) && !isPreceded(bit, by: others, now, memory) ? .broken(requirement: position) : nil
            case .onlyWith(let bit, let other): now.has(bit) && !now.has(other) ? .broken(requirement: position) : nil
            case .neverWithin(let bit, let window):
                facts.memory.isForbidden(bit, by: window, at: now, memory) ? .broken(requirement: position) : nil
            case .atMost(let count):
                now.has(count.counted)
                    && facts.memory.number(of: count, at: now, memory) > count.most.value(at: now)
                    ? .broken(requirement: position) : nil
            }
        }
    }

    /// The requirements that ask something of this step: the fact that stands first holds or, of `with the latest`, a command gave a text.
    /// They are counted, so that a report can say how often a requirement was put to the test.
    func antecedents(of now: UInt64) -> [Int] {
        guard now != 0 else { return [] }
        return facts.demands.indices.filter { position in
            switch facts.demands[position].content {
            case .onlyAfter(let bit, _), .onlyWith(let bit, _), .neverWithin(let bit, _): now.has(bit)
            case .atMost(let count): now.has(count.counted)
            case .latest(_, _, let given): now.has(given)
            case .always, .never, .sometimes, .eventually: false
            }
        }
    }

    private func isPreceded(_ bit: Int, by others: [Int], _ now: UInt64, _ memory: UInt64) -> Bool {
        // Within a step its event comes first. What the event brings about, and what it makes the run forget, comes behind it.
        let before = facts.isEvent(bit) ? memory | now & facts.events : facts.memory.left(of: memory, at: now) | now
        return others.contains { before.has($0) }
    }
}
