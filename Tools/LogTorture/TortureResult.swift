/// What the program says at its end, for scripts and for people.
struct TortureResult {
    /// The members of the JSON object, each with its value as JSON text.
    private var members: [(name: String, value: String)]
    /// Whether every law holds, or every mistake was found.
    let isFine: Bool
    /// The first breaches, and the first one of each law, as sentences with their seeds.
    let breaches: [String]

    init<Tally: CourseTally>(_ tally: Tally) {
        members = [("seeds", "\(tally.seeds)"), ("digest", Self.quoted(Self.hex(tally.digest)))]
        members += tally.counts.map { ($0.name, "\($0.count)") }
        let broken = Tally.Law.allCases.compactMap { law -> String? in
            guard let first = tally.firstBreach(of: law) else { return nil }
            return "{\"law\": \(Self.quoted(law.rawValue)), \"seed\": \(first.seed)}"
        }
        members.append(("broken", "[\(broken.joined(separator: ", "))]"))
        breaches = tally.breaches.enumerated()
            .filter { $0.offset < 20 || $0.element == tally.firstBreach(of: $0.element.law) }
            .map(\.element.description)
        isFine = tally.breaches.isEmpty
    }

    init(kills tally: TortureTally) {
        members = [
            ("kills", "\(tally.crashes)"), ("openings", "\(tally.openings)"), ("acknowledged", "\(tally.acknowledged)"),
            ("acknowledgedLost", "\(tally.acknowledgedLost)"), ("silentDamage", "\(tally.silentDamage)"),
        ]
        breaches = tally.breaches.map(\.description)
        isFine = breaches.isEmpty
    }

    /// - Parameter found: each mistake by its name, with the seed in which it was found and the law that did not hold; nil where no seed showed
    ///   the mistake.
    init(mistakes found: [(name: String, breach: (seed: UInt64, law: String)?)]) {
        let list = found.map { name, breach in
            let how = breach.map { ", \"seed\": \($0.seed), \"law\": \(Self.quoted($0.law))" } ?? ""
            return "{\"name\": \(Self.quoted(name)), \"caught\": \(breach != nil)\(how)}"
        }
        members = [("planted", "[\n  \(list.joined(separator: ",\n  "))\n]")]
        isFine = found.allSatisfy { $0.breach != nil }
        breaches = []
    }

    init(_ rehearsal: Rehearsal) {
        members = rehearsal.members
        let broken = rehearsal.breaches
        members.append(("broken", "[\(broken.map { Self.quoted($0.law.rawValue) }.joined(separator: ", "))]"))
        members.append(("unmodelled", Self.quoted(Rehearsal.unmodelled)))
        breaches = broken.map(\.description)
        isFine = broken.isEmpty
    }

    var json: String { "{\(members.map { "\(Self.quoted($0.name)): \($0.value)" }.joined(separator: ", "))}\n" }

    var text: String { members.map { "\($0.name): \($0.value)\n" }.joined() }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The text as a JSON string; a quotation mark is the only character in these texts that needs an escape.
    private static func quoted(_ text: String) -> String {
        "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }
}
