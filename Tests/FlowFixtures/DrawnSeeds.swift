/// The seeds from which a test draws its cases at random; a failure names the seed.
///
/// Only with the fixed seeds does a test also check that its cases occurred: with fresh ones a rare case is missing by chance now
/// and then.
package enum DrawnSeeds: CaseIterable, Sendable {
    /// The same in each run of the tests.
    case fixed
    /// Others in each run of the tests.
    case fresh

    private static let firstFresh: UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return .random(in: 0...(.max - 1000), using: &generator)
    }()

    /// So many seeds, one number after the other.
    ///
    /// - Parameter count: at most 1,000.
    package func first(_ count: Int) -> [UInt64] {
        let first = self == .fixed ? 1 : Self.firstFresh
        return (0..<UInt64(count)).map { first + $0 }
    }
}
