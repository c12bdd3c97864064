extension Product {
    /// Where a list of operations leads; nil where it may lead to several configurations.
    mutating func end(of list: Int32, from configuration: ProductConfiguration) -> ProductConfiguration? {
        guard list > 0 else { return configuration }
        let first = firstCache(of: list)
        var next = configuration
        var isOne = true
        // Each provider is asked, also behind one that leads to several, because asking notes demands that are broken.
        for provider in providers.indices where !operationCaches[first + provider].operations.isEmpty {
            let end = end(by: first + provider, of: provider, from: configuration[provider])
            isOne = isOne && end != OperationCache.several
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

    /// The position of a list's first cache; each provider has one.
    private mutating func firstCache(of list: Int32) -> Int {
        let first = Int(list) * providers.count
        while operationCaches.count <= first {
            let operations = legs.operationLists[Int32(clamping: operationCaches.count / providers.count)]
            operationCaches += providers.indices.map { provider in
                OperationCache(operations: operations.filter { $0.provider == provider })
            }
        }
        return first
    }

    /// The situation to which the operations of a cache lead the provider; `OperationCache.several` where there may be more than one.
    private mutating func end(by cache: Int, of provider: Int, from situation: Int32) -> Int32 {
        let known = operationCaches[cache].end(from: situation)
        if known != OperationCache.unknown { return known }
        let ends = operationCaches[cache].operations.reduce([situation]) { open, operation in
            noteMisuse(of: provider, in: open)
            return open.flatMap { providers[provider].situations(after: operation, from: $0) }
        }
        operationCaches[cache].remember(ends, from: situation)
        return operationCaches[cache].end(from: situation)
    }
}

/// The provider's situation after a list of operations, for each situation before it; each is worked out once.
struct OperationCache {
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
