/// Seeds that are others in each run of the tests; a failure names the seed.
enum FreshSeeds {
    static let all: [UInt64] = {
        var generator = SystemRandomNumberGenerator()
        let first = UInt64.random(in: 0...(.max - 1000), using: &generator)
        return (0..<200).map { first + $0 }
    }()
}
