/// A set of numbers from 0 to below a count; sets that are compared or combined are made with the same count.
///
/// It is no `NumberedSet` of FlowSearch, which has 64 numbers at most: a flow that is checked may have more variables, timers or effects.
/// And it is no `Set`, which would allocate memory: each step makes, compares and hashes several of these.
struct Bits: Hashable {
    /// The numbers below 64; most flows have no others, and such a set allocates nothing.
    private var low: UInt64 = 0
    /// The numbers from 64 on, 64 in each word.
    private var high: [UInt64]

    init(count: Int) {
        high = count > 64 ? [UInt64](repeating: 0, count: (count - 1) / 64) : []
    }

    static func == (left: Bits, right: Bits) -> Bool {
        left.low == right.low && (left.high.isEmpty || left.high == right.high)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

    /// All bits mixed into one number, for a hash.
    var mixed: UInt64 {
        var mixed = low
        for word in high { mixed = mixed.mixed(with: word) }
        return mixed
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

    mutating func formIntersection(_ other: Bits) {
        low &= other.low
        for word in high.indices { high[word] &= other.high[word] }
    }

    mutating func subtract(_ other: Bits) {
        low &= ~other.low
        for word in high.indices { high[word] &= ~other.high[word] }
    }
}

extension UInt64 {
    /// Combines both numbers into one for a hash.
    ///
    /// The factor is odd, so that no bit is lost. It is 2 to the 64th divided by the golden ratio: its bits have no pattern, so they spread
    /// what they are multiplied with.
    func mixed(with other: UInt64) -> UInt64 { (self ^ (self >> 29)) &* 0x9E37_79B9_7F4A_7C15 &+ other }
}
