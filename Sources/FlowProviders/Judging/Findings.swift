import FlowMachine

/// What was found on the way, each with the first place where it showed; with breadth first, the nearest.
struct Findings {
    /// Where a finding showed: at a step from a configuration, or in the configuration itself.
    struct Place {
        var configuration: ProductConfiguration
        var step: ProductStep?
    }

    private(set) var places: [Finding: Place] = [:]
    /// The findings in the order in which they showed.
    private(set) var order: [Finding] = []
    private let always: UInt64
    private let never: UInt64
    private let wanted: UInt64
    private var unseen: UInt64
    private let consequences: UInt64
    private let expected: UInt64
    private let facts: FactTable

    init(facts: FactTable) {
        self.facts = facts
        func mask(_ bit: (FactTable.Demand.Content) -> Int?) -> UInt64 {
            facts.demands.reduce(into: 0) { mask, demand in bit(demand.content).map { mask.insert($0) } }
        }
        always = mask { if case .always(let bit) = $0 { bit } else { nil } }
        never = mask { if case .never(let bit) = $0 { bit } else { nil } }
        wanted = mask { if case .sometimes(let bit) = $0 { bit } else { nil } }
        consequences = mask { if case .onlyAfter(let bit, _) = $0 { bit } else { nil } }
        expected = mask { if case .eventually(let bit) = $0 { bit } else { nil } }
        unseen = wanted
    }

    mutating func note(_ finding: Finding, at configuration: ProductConfiguration, _ step: ProductStep?) {
        guard places[finding] == nil else { return }
        places[finding] = Place(configuration: configuration, step: step)
        order.append(finding)
    }

    /// Holds the requirements of the spec against the facts of a step; `memory` is what was so before it.
    mutating func judge(
        _ now: UInt64, after memory: UInt64, ends: Bool, at configuration: ProductConfiguration, _ step: ProductStep?
    ) {
        let remembered = memory | now
        guard
            now & never != 0 || now & always != always || now & consequences != 0 || now & unseen != 0
                || ends && remembered & expected != expected
        else { return }
        for (position, demand) in facts.demands.enumerated() {
            switch demand.content {
            case .always(let bit):
                if !now.has(bit) { note(.broken(requirement: position), at: configuration, step) }
            case .never(let bit):
                if now.has(bit) { note(.broken(requirement: position), at: configuration, step) }
            case .sometimes(let bit):
                if now.has(bit) { note(.witnessed(requirement: position), at: configuration, step) }
            case .eventually(let bit):
                if ends, !remembered.has(bit) { note(.endedBefore(requirement: position), at: configuration, step) }
            case .onlyAfter(let bit, let others):
                guard now.has(bit) else { continue }
                // What the event itself brings about comes after it.
                let before = facts.isEvent(bit) ? memory | now & facts.events : remembered
                if !others.contains(where: { before.has($0) }) {
                    note(.broken(requirement: position), at: configuration, step)
                }
            }
        }
        unseen &= ~now
    }
}
