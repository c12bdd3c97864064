/// All that happens by one seed, from beginning to end: the seed draws each event, and at the end of the course the laws have been checked.
protocol SeedCourse: SendableMetatype {
    /// A mistake that is made on purpose.
    associatedtype Mistake: RawRepresentable<String>, CaseIterable, Sendable
    associatedtype Tally: CourseTally

    /// - Parameters:
    ///   - mistake: the mistake that is made throughout the course; nil for none.
    ///   - telling: whether each step is told in `story`.
    init(seed: UInt64, mistake: Mistake?, telling: Bool)
    /// How courses are played beside each other.
    static var pace: Torture.Pace { get }
    var tally: Tally { get }
    /// Each step in words; empty unless the course was made with `telling`.
    var story: [String] { get }

    /// Plays the whole course, from its beginning to the last check.
    mutating func play() async
}

extension SeedCourse {
    /// As many at once as keep a few cores busy.
    static var pace: Torture.Pace { Torture.Pace() }

    /// Plays the course of a seed, and returns what was counted and which laws were broken.
    static func tally(of seed: UInt64, mistake: Mistake?) async -> Tally {
        var course = Self(seed: seed, mistake: mistake, telling: false)
        await course.play()
        return course.tally
    }
}
