extension Product {
    /// Where a list of operations leads; nil where it may lead to several configurations.
    mutating func end(of list: Int32, from configuration: ProductConfiguration) -> ProductConfiguration? {
        guard list > 0 else { return configuration }
        let first = makeCaches(for: list)
        var next = configuration
        var isOne = true
        // Every provider is asked, even once one leads to several situations: the question also notes broken demands.
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
        return legs.operationLists[Int(list)].reduce([configuration]) { carryOut($1, in: $0) }
    }

    /// Where an operation leads from the configurations, each end once, however many ways lead there.
    private mutating func carryOut(
        _ operation: ProviderOperation, in configurations: [ProductConfiguration]
    ) -> [ProductConfiguration] {
        let provider = operation.provider
        let ends = configurations.flatMap { configuration in
            providers[provider].situations(after: operation, from: configuration[provider]).map { situation in
                var next = configuration
                next[provider] = situation
                return next
            }
        }
        return ends.eachOnce
    }

    /// Makes the list's caches, one for each provider, unless they are there; returns the position of the first.
    private mutating func makeCaches(for list: Int32) -> Int {
        let first = Int(list) * providers.count
        while operationCaches.count <= first {
            let operations = legs.operationLists[operationCaches.count / providers.count]
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
        let ends = operationCaches[cache].operations.reduce([situation]) { possible, operation in
            noteMisuse(of: provider, in: possible)
            return possible.flatMap { providers[provider].situations(after: operation, from: $0) }.eachOnce
        }
        operationCaches[cache].remember(ends, from: situation)
        return operationCaches[cache].end(from: situation)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each where it stands first.
    var eachOnce: [Element] {
        guard count > 1 else { return self }
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

/// The provider's situation after a list of operations, for each situation before it; each is worked out once.
struct OperationCache {
    /// The operations of the list that concern the provider.
    let operations: [ProviderOperation]
    /// For each situation the one to which the operations lead, or one of the two values below.
    private var ends: [Int32] = []

    /// Stands for an end that is not known yet.
    static let unknown: Int32 = -1
    /// Stands for more than one end.
    static let several: Int32 = -2

    init(operations: [ProviderOperation]) { self.operations = operations }

    func end(from situation: Int32) -> Int32 { situation < ends.count ? ends[Int(situation)] : Self.unknown }

    /// `found`: where the operations lead, each end once.
    mutating func remember(_ found: [Int32], from situation: Int32) {
        if ends.count <= situation { ends += repeatElement(Self.unknown, count: Int(situation) + 1 - ends.count) }
        ends[Int(situation)] = found.count == 1 ? found[0] : Self.several
    }
}
