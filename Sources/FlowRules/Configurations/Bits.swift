/// A set of small numbers below a count that is the same for all sets that meet.
struct Bits: Hashable {
    /// The first 64, which are all in most flows: no allocation.
    private var low: UInt64 = 0
    private var high: [UInt64]

    init(count: Int) {
        high = count > 64 ? [UInt64](repeating: 0, count: (count - 1) / 64) : []
    }

    func contains(_ number: Int) -> Bool {
        if number < 64 { return low & (1 << UInt64(number)) != 0 }
        return high[number / 64 - 1] & (1 << UInt64(number % 64)) != 0
    }

    mutating func insert(_ number: Int) {
        if number < 64 { low |= 1 << UInt64(number) } else { high[number / 64 - 1] |= 1 << UInt64(number % 64) }
    }

    mutating func remove(_ number: Int) {
        if number < 64 { low &= ~(1 << UInt64(number)) } else { high[number / 64 - 1] &= ~(1 << UInt64(number % 64)) }
    }

    mutating func removeAll() {
        low = 0
        for word in high.indices { high[word] = 0 }
    }

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    mutating func formUnion(_ other: Bits) {
        low |= other.low
        for word in high.indices { high[word] |= other.high[word] }
    }

    mutating func formIntersection(_ other: Bits) {
        low &= other.low
        for word in high.indices { high[word] &= other.high[word] }
    }

    mutating func subtract(_ other: Bits) {
        low &= ~other.low
        for word in high.indices { high[word] &= ~other.high[word] }
    }
}
