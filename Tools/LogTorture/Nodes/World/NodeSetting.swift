import KeywayLog
import KeywayNodes
import KeywayTesting

/// How a seed's world is made: how many nodes and people there are, and how much goes wrong. Times are in milliseconds.
struct NodeSetting {
    /// From this time on nothing goes wrong any more, so that all that must happen can happen.
    static let peace: Int64 = 60_000
    /// How long a node waits for an answer of the engine.
    static let answerTimeout: Int64 = 2_000

    let hosts: Int
    let people: Int
    /// How many devices there are. Several people may share one; the last person has none.
    let devices: Int
    /// How long nodes wait for what, and how much they take at once.
    var terms = NodeTerms()
    /// How many of 1,000 statements never reach the engine.
    let lost: Int
    /// How many of 1,000 statements the engine refuses to do.
    let refused: Int
    /// How many of 1,000 statements are done, and their answer is lost.
    let unanswered: Int
    /// How many of 1,000 statements are done only after the node has stopped waiting for the answer.
    let late: Int
    /// How many of 1,000 statements and their answers take long, though less than `answerTimeout`.
    let slow: Int
    /// How many of 1,000 appends find their run held by another statement, so that the engine does not do them.
    let heldAppends: Int
    /// In how many of 10,000 cases a node dies just before something that it wants done is done.
    let deadly: Int
    /// How many of 1,000 questions the key store does not answer.
    let keyless: Int
    /// How many faults strike a host or the engine.
    let faults: Int
    /// When the service gets its next version: nodes that start later are of that version. Nil where it gets none.
    let release: Int64?

    init(using chance: inout SeededGenerator) {
        hosts = .random(in: 3...6, using: &chance)
        people = .random(in: 3...6, using: &chance)
        devices = .random(in: 1...3, using: &chance)
        // In one of eight worlds nothing goes wrong at all.
        let isQuiet = Int.random(in: 0..<8, using: &chance) == 0
        func drawn(_ most: Int, _ chance: inout SeededGenerator) -> Int {
            isQuiet ? 0 : Int.random(in: 0...most, using: &chance)
        }
        lost = drawn(60, &chance)
        refused = drawn(60, &chance)
        unanswered = drawn(60, &chance)
        late = drawn(60, &chance)
        slow = drawn(60, &chance)
        heldAppends = drawn(40, &chance)
        deadly = drawn(12, &chance)
        keyless = drawn(20, &chance)
        faults = drawn(10, &chance)
        terms.greatestSet = .random(in: 1...8, using: &chance)
        terms.greatestCache = .random(in: 0...6, using: &chance)
        release = Bool.random(using: &chance) ? .random(in: 0...Self.peace, using: &chance) : nil
    }

    /// The device of a person; nil for the last one.
    func device(of person: Int) -> DeviceID? { person == people - 1 ? nil : Self.device(person % devices) }

    static func device(_ number: Int) -> DeviceID { DeviceID("device \(number)") }
}
