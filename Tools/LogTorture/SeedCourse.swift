/// What a seed leads to: something is tortured, and all that is told of it is held against laws.
protocol SeedCourse: SendableMetatype {
    /// A mistake that is made on purpose.
    associatedtype Mistake: RawRepresentable<String>, CaseIterable, Sendable
    associatedtype Tally: CourseTally

    init(seed: UInt64, mistake: Mistake?, telling: Bool)
    var tally: Tally { get }
    /// Each step in words, where it is told.
    var story: [String] { get }

    /// Lives the whole course.
    mutating func live() async
}

extension SeedCourse {
    /// What comes of the course of a seed.
    static func tally(of seed: UInt64, mistake: Mistake?) async -> Tally {
        var course = Self(seed: seed, mistake: mistake, telling: false)
        await course.live()
        return course.tally
    }
}
