/// How long things took, in microseconds: a histogram whose buckets tell lengths apart to three percent.
struct Spread: Equatable, Sendable {
    /// Lengths from one power of two to the next share this many buckets of equal width; shorter ones have a bucket each.
    private static let parts: Int64 = 32

    /// How many lengths are in each bucket.
    private var counts: [Int] = []
    /// How many lengths were added.
    private(set) var count = 0
    /// The greatest length that was added.
    private(set) var worst: Int64 = 0

    mutating func add(_ length: Int64) {
        let place = Self.place(of: max(length, 0))
        if place >= counts.count { counts += Array(repeating: 0, count: place + 1 - counts.count) }
        counts[place] += 1
        count += 1
        worst = max(worst, length)
    }

    mutating func add(_ other: Spread) {
        if counts.count < other.counts.count {
            counts += Array(repeating: 0, count: other.counts.count - counts.count)
        }
        for place in other.counts.indices { counts[place] += other.counts[place] }
        count += other.count
        worst = max(worst, other.worst)
    }

    /// The length that `percent` of a hundred things do not exceed; 0 where nothing was added.
    func percentile(_ percent: Int) -> Int64 {
        var left = (count * percent + 99) / 100
        for place in counts.indices {
            left -= counts[place]
            if left <= 0, count > 0 { return min(Self.greatest(in: place), worst) }
        }
        return 0
    }

    /// The bucket of the length.
    private static func place(of length: Int64) -> Int {
        if length < parts { return Int(length) }
        // 5 bits behind the highest one tell the 32 buckets apart; the bits below them are dropped.
        let shift = Int64(63 - length.leadingZeroBitCount) - 5
        return Int((shift + 1) * parts + (length >> shift) - parts)
    }

    /// The greatest length in the bucket.
    private static func greatest(in place: Int) -> Int64 {
        let place = Int64(place)
        if place < parts { return place }
        let shift = place / parts - 1
        return ((place % parts + parts + 1) << shift) - 1
    }
}
