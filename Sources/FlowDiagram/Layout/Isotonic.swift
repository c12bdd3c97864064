/// Finds values as near as possible to the wished ones of which none is less than the value before it.
///
/// Source: Barlow, Bartholomew, Bremner, Brunk: Statistical inference under order restrictions, 1972, on pooling.
enum Isotonic {
    /// Neighbours of which the second would be less form a pool, and each of them gets the mean of the pool's wishes, rounded.
    static func nearest(to wishes: [Int]) -> [Int] {
        var pools: [(sum: Int, count: Int)] = []
        for wish in wishes {
            pools.append((wish, 1))
            while pools.count > 1, let last = pools.last {
                let before = pools[pools.count - 2]
                guard before.sum * last.count > last.sum * before.count else { break }
                pools.removeLast()
                pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
            }
        }
        return pools.flatMap { pool in
            Array(repeating: Int((Double(pool.sum) / Double(pool.count)).rounded()), count: pool.count)
        }
    }
}
