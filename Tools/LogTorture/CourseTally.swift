/// What comes of the course of a seed, and of many of them in their order.
protocol CourseTally: Sendable {
    associatedtype Law: TorturedLaw

    init()
    var seeds: Int { get set }
    /// A number that is the same when everything was.
    var digest: UInt64 { get set }
    var breaches: [Breach<Law>] { get set }
    /// What was counted besides, by its name in the result.
    var counts: [(name: String, count: Int)] { get }

    /// Adds what was counted in other courses.
    mutating func count(_ other: Self)
    /// Counts a breach that is noted.
    mutating func count(_ law: Law, _ count: Int)
}

extension CourseTally {
    static var firstDigest: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// Whether a law did not hold.
    var isBroken: Bool { !breaches.isEmpty }

    func firstBreach(of law: Law) -> Breach<Law>? { breaches.first { $0.law == law } }

    mutating func mix(_ number: UInt64) {
        digest = (digest ^ number) &* 0x0000_0100_0000_01B3
        digest ^= digest >> 31
    }

    mutating func add(_ other: Self) {
        mix(other.digest)
        seeds += other.seeds
        count(other)
        for breach in other.breaches { keep(breach, ofMost: 100) }
    }

    mutating func note(_ breach: Breach<Law>, count times: Int = 1) {
        count(breach.law, times)
        keep(breach, ofMost: 20)
    }

    /// Keeps as many breaches as are enough to see what is wrong, and the first of each law in any case.
    private mutating func keep(_ breach: Breach<Law>, ofMost limit: Int) {
        guard breaches.count < limit || firstBreach(of: breach.law) == nil else { return }
        breaches.append(breach)
    }
}
