extension Product {
    /// Where a list of operations leads; nil where it may lead to several configurations.
    mutating func end(of list: Int32, from configuration: ProductConfiguration) -> ProductConfiguration? {
        guard list > 0 else { return configuration }
        let first = errands(on: list)
        var next = configuration
        var isOne = true
        // Each provider is asked, also behind one that leads to several, because asking notes demands that are broken.
        for provider in providers.indices where !errands[first + provider].operations.isEmpty {
            let end = end(of: first + provider, with: provider, from: configuration[provider])
            isOne = isOne && end != Errand.several
            next[provider] = end
        }
        return isOne ? next : nil
    }

    /// Everywhere that a list of operations may lead: a call may be answered in several ways.
    mutating func ends(of list: Int32, from configuration: ProductConfiguration) -> [ProductConfiguration] {
        if let end = end(of: list, from: configuration) { return [end] }
        return legs.operationLists[list].reduce([configuration]) { carryOut($1, in: $0) }
    }

    /// Where an operation leads from each of the configurations.
    mutating func carryOut(
        _ operation: ProviderOperation, in configurations: [ProductConfiguration]
    ) -> [ProductConfiguration] {
        let provider = operation.provider
        return configurations.flatMap { configuration in
            providers[provider].situations(after: operation, from: configuration[provider]).map { situation in
                var next = configuration
                next[provider] = situation
                return next
            }
        }
    }

    /// Where the errands of a list begin, one for each provider.
    private mutating func errands(on list: Int32) -> Int {
        let first = Int(list) * providers.count
        while errands.count <= first {
            let operations = legs.operationLists[Int32(clamping: errands.count / providers.count)]
            errands += providers.indices.map { provider in
                Errand(operations: operations.filter { $0.provider == provider })
            }
        }
        return first
    }

    /// The situation to which the errand leads the provider; `Errand.several` where it may lead to more than one.
    private mutating func end(of errand: Int, with provider: Int, from situation: Int32) -> Int32 {
        let known = errands[errand].end(from: situation)
        if known != Errand.unknown { return known }
        let ends = errands[errand].operations.reduce([situation]) { open, operation in
            noteMisuse(of: provider, in: open)
            return open.flatMap { providers[provider].situations(after: operation, from: $0) }
        }
        errands[errand].remember(ends, from: situation)
        return errands[errand].end(from: situation)
    }
}

/// What a list of operations does to one provider: where it leads from each of its situations, found once.
struct Errand {
    /// The operations of the list that concern the provider.
    let operations: [ProviderOperation]
    /// By situation where it leads, or one of the two values below.
    private var ends: [Int32] = []

    /// Stands for an end that is not known yet.
    static let unknown: Int32 = -1
    /// Stands for more than one end.
    static let several: Int32 = -2

    init(operations: [ProviderOperation]) { self.operations = operations }

    func end(from situation: Int32) -> Int32 { situation < ends.count ? ends[Int(situation)] : Self.unknown }

    mutating func remember(_ found: [Int32], from situation: Int32) {
        if ends.count <= situation { ends += repeatElement(Self.unknown, count: Int(situation) + 1 - ends.count) }
        ends[Int(situation)] = found.count == 1 ? found[0] : Self.several
    }
}
