/// The nearest values to some wishes that do not fall from one to the next.
///
/// Source: Barlow, Bartholomew, Bremner, Brunk: Statistical inference under order restrictions, 1972, on pooling.
enum Isotonic {
    /// By pooling neighbours that would fall.
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
