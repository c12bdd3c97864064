/// A flow's requirements over bits, held against the facts of its steps.
struct DemandMasks {
    private let always: UInt64
    private let never: UInt64
    private let wanted: UInt64
    private let consequences: UInt64
    private let expected: UInt64
    private let facts: FactTable

    init(_ facts: FactTable) {
        self.facts = facts
        func mask(_ bit: (FactTable.Demand.Content) -> Int?) -> UInt64 {
            facts.demands.reduce(into: 0) { mask, demand in bit(demand.content).map { mask.insert($0) } }
        }
        always = mask { if case .always(let bit) = $0 { bit } else { nil } }
        never = mask { if case .never(let bit) = $0 { bit } else { nil } }
        wanted = mask { if case .sometimes(let bit) = $0 { bit } else { nil } }
        consequences = facts.demands.reduce(into: 0) { mask, demand in
            switch demand.content {
            case .onlyAfter(let bit, _): mask.insert(bit)
            case .latest(let older, let missing, _):
                mask.insert(older)
                mask.insert(missing)
            case .always, .never, .sometimes, .eventually: break
            }
        }
        expected = mask { if case .eventually(let bit) = $0 { bit } else { nil } }
    }

    /// What the facts of a step show; `memory` is what was so before it.
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
            case .latest(let older, let missing, let given):
                now.has(older) || now.has(missing) && remembered.has(given) ? .broken(requirement: position) : nil
            case .onlyAfter(let bit, let others):
                now.has(bit) && !isPreceded(bit, by: others, now, memory) ? .broken(requirement: position) : nil
            }
        }
    }

    /// The requirements of which the first fact is so at a step, where that is what they ask something of.
    func antecedents(of now: UInt64) -> [Int] {
        guard now != 0 else { return [] }
        return facts.demands.indices.filter { position in
            switch facts.demands[position].content {
            case .onlyAfter(let bit, _): now.has(bit)
            case .latest(_, _, let given): now.has(given)
            case .always, .never, .sometimes, .eventually: false
            }
        }
    }

    private func isPreceded(_ bit: Int, by others: [Int], _ now: UInt64, _ memory: UInt64) -> Bool {
        // What the event itself brings about comes after it, and so does what it makes the run forget.
        let before = facts.isEvent(bit) ? memory | now & facts.events : facts.left(of: memory, at: now) | now
        return others.contains { before.has($0) }
    }
}
