import KeywayLog
import KeywayNodes
import KeywayTesting

/// How a seed's world is made: how many nodes and people, and how much goes wrong.
struct NodeSetting {
    /// Nothing goes wrong after so many milliseconds, so that what must happen can.
    static let peace: Int64 = 60_000
    /// How long a node waits for an answer of the engine.
    static let deadline: Int64 = 2_000

    let hosts: Int
    let people: Int
    /// Several people may have one device, and the last one has none.
    let devices: Int
    var terms = NodeTerms()
    /// How often of 1,000 times a statement is lost, refused, answered to nobody, or done after it was given up.
    let lost: Int
    let refused: Int
    let unanswered: Int
    let late: Int
    /// How often a statement and its answer take a good while.
    let slow: Int
    /// How often another statement has a run locked when a set of runs is looked at, which then passes over it.
    let lockedRuns: Int
    /// How often a node dies in the middle of what it wants done.
    let deadly: Int
    /// How often the key store does not answer.
    let keyless: Int
    let faults: Int
    /// When the service gets its next version: nodes that start later are of that one. Nil where it gets none.
    let release: Int64?

    init(using chance: inout SeededGenerator) {
        hosts = .random(in: 3...6, using: &chance)
        people = .random(in: 3...6, using: &chance)
        devices = .random(in: 1...3, using: &chance)
        let isQuiet = Int.random(in: 0..<8, using: &chance) == 0
        func drawn(_ most: Int, _ chance: inout SeededGenerator) -> Int {
            isQuiet ? 0 : Int.random(in: 0...most, using: &chance)
        }
        lost = drawn(60, &chance)
        refused = drawn(60, &chance)
        unanswered = drawn(60, &chance)
        late = drawn(60, &chance)
        slow = drawn(60, &chance)
        lockedRuns = drawn(40, &chance)
        deadly = drawn(12, &chance)
        keyless = drawn(20, &chance)
        faults = drawn(10, &chance)
        terms.greatestSet = .random(in: 1...8, using: &chance)
        terms.greatestCache = .random(in: 0...6, using: &chance)
        release = Bool.random(using: &chance) ? .random(in: 0...Self.peace, using: &chance) : nil
    }

    /// The device of a person.
    func device(of person: Int) -> DeviceID? { person == people - 1 ? nil : Self.device(person % devices) }

    static func device(_ number: Int) -> DeviceID { DeviceID("device \(number)") }
}
