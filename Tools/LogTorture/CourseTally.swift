/// What was counted, and which laws were broken, in the course of one seed (`SeedCourse`); also the sum over many seeds in their order.
protocol CourseTally: Sendable {
    associatedtype Law: TorturedLaw

    init()
    /// How many courses were counted, each of one seed.
    var seeds: Int { get set }
    /// A checksum of what happened: two calls with the same digest went the same way.
    var digest: UInt64 { get set }
    var breaches: [Breach<Law>] { get set }
    /// What else was counted, by its name in the result.
    var counts: [(name: String, count: Int)] { get }

    /// Adds the counts of another course.
    mutating func count(_ other: Self)
    /// Adds to the count that breaches of this law belong to, where there is such a count.
    mutating func count(_ law: Law, _ count: Int)
}

extension CourseTally {
    /// The digest before anything happened. Source of this number and the factor in `mix`: the hash FNV-1a with 64 bits.
    static var firstDigest: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// Whether a law did not hold.
    var isBroken: Bool { !breaches.isEmpty }

    func firstBreach(of law: Law) -> Breach<Law>? { breaches.first { $0.law == law } }

    /// Takes the number into the digest.
    mutating func mix(_ number: UInt64) {
        digest = (digest ^ number) &* 0x0000_0100_0000_01B3
        digest ^= digest >> 31
    }

    /// Adds the tally of the next course, and takes its digest into this one's.
    mutating func add(_ other: Self) {
        mix(other.digest)
        seeds += other.seeds
        count(other)
        for breach in other.breaches { add(breach, ofMost: 100) }
    }

    /// Notes a breach of this course; `times` is how often it counts, such as the number of lost records.
    mutating func note(_ breach: Breach<Law>, count times: Int = 1) {
        count(breach.law, times)
        add(breach, ofMost: 20)
    }

    /// Keeps the breach while there are fewer than the limit, which is enough to see what is wrong; the first of each law is always kept.
    private mutating func add(_ breach: Breach<Law>, ofMost limit: Int) {
        guard breaches.count < limit || firstBreach(of: breach.law) == nil else { return }
        breaches.append(breach)
    }
}
