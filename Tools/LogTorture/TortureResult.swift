/// What the program says at its end, for scripts and for people.
struct TortureResult {
    /// Members of the JSON object, their values rendered.
    private var members: [(name: String, value: String)]
    let isFine: Bool
    let breaches: [TortureBreach]

    init(_ tally: TortureTally) {
        members = [
            ("seeds", "\(tally.seeds)"), ("digest", Self.quoted(Self.hex(tally.digest))),
            ("crashes", "\(tally.crashes)"), ("faults", "\(tally.faults)"), ("rotten", "\(tally.rotten)"),
            ("openings", "\(tally.openings)"), ("refusals", "\(tally.refusals)"),
            ("acknowledged", "\(tally.acknowledged)"), ("acknowledgedLost", "\(tally.acknowledgedLost)"),
            ("silentDamage", "\(tally.silentDamage)"), ("onceTwice", "\(tally.onceTwice)"),
        ]
        let broken = TortureLaw.allCases.compactMap { law -> String? in
            guard let first = tally.breaches.first(where: { $0.law == law }) else { return nil }
            return "{\"law\": \(Self.quoted(law.rawValue)), \"seed\": \(first.seed)}"
        }
        members.append(("broken", "[\(broken.joined(separator: ", "))]"))
        breaches = Array(tally.breaches.prefix(20))
        isFine = tally.breaches.isEmpty
    }

    init(kills tally: TortureTally) {
        members = [
            ("kills", "\(tally.crashes)"), ("openings", "\(tally.openings)"), ("acknowledged", "\(tally.acknowledged)"),
            ("acknowledgedLost", "\(tally.acknowledgedLost)"), ("silentDamage", "\(tally.silentDamage)"),
        ]
        breaches = tally.breaches
        isFine = breaches.isEmpty
    }

    init(planted found: [(plant: Plant, breach: TortureBreach?)]) {
        let list = found.map { plant, breach in
            let how = breach.map { ", \"seed\": \($0.seed), \"law\": \(Self.quoted($0.law.rawValue))" } ?? ""
            return "{\"name\": \(Self.quoted(plant.rawValue)), \"caught\": \(breach != nil)\(how)}"
        }
        members = [("planted", "[\n  \(list.joined(separator: ",\n  "))\n]")]
        isFine = found.allSatisfy { $0.breach != nil }
        breaches = []
    }

    var json: String { "{\(members.map { "\(Self.quoted($0.name)): \($0.value)" }.joined(separator: ", "))}\n" }

    var text: String { members.map { "\($0.name): \($0.value)\n" }.joined() }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Nothing that is said here needs more of JSON's escapes.
    private static func quoted(_ text: String) -> String {
        "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }
}
