/// The configurations found so far, in the order in which they were found, and where each of them is.
///
/// Takes 20 bytes for a configuration and its parent, and between 5 and 11 for its place in the table of positions.
struct ConfigurationStore {
    /// Stands for no position: a beginning has no parent.
    static let none = UInt32.max

    private(set) var configurations: [Configuration] = []
    private(set) var parents: [UInt32] = []
    /// Positions by hash, with open addressing; `none` where free. Its count is a power of two.
    private var table = [UInt32](repeating: none, count: 1 << 10)
    /// What the table has where each target of the steps at hand is looked for first.
    private var expected: [UInt32] = []

    var count: Int { configurations.count }

    /// Where the configuration is; nil where it was never found.
    func position(of configuration: Configuration) -> Int? {
        let position = table[slot(of: configuration)]
        return position == Self.none ? nil : Int(position)
    }

    /// Keeps the targets that were not found before.
    ///
    /// Nearly all the time goes into waiting for memory, so all first looks are made before the first is judged.
    mutating func insertTargets(of steps: [Step], from parent: UInt32) {
        expected.removeAll(keepingCapacity: true)
        for step in steps { expected.append(table[firstSlot(of: step.target)]) }
        for (step, position) in zip(steps, expected) {
            if position != Self.none, configurations[Int(position)] == step.target { continue }
            insert(step.target, from: parent)
        }
    }

    private mutating func insert(_ configuration: Configuration, from parent: UInt32) {
        let slot = slot(of: configuration)
        guard table[slot] == Self.none else { return }
        table[slot] = UInt32(truncatingIfNeeded: configurations.count)
        configurations.append(configuration)
        parents.append(parent)
        if configurations.count > table.count / 4 * 3 { grow() }
    }

    /// Where the configuration stands in the table, or where it would.
    private func slot(of configuration: Configuration) -> Int {
        var slot = firstSlot(of: configuration)
        while true {
            let position = table[slot]
            if position == Self.none || configurations[Int(position)] == configuration { return slot }
            slot = (slot &+ 1) & (table.count &- 1)
        }
    }

    private func firstSlot(of configuration: Configuration) -> Int {
        Int(truncatingIfNeeded: configuration.scattered) & (table.count &- 1)
    }

    private mutating func grow() {
        let count = table.count * 2
        table = []  // given back before its successor is asked for
        table = [UInt32](repeating: Self.none, count: count)
        for (position, configuration) in configurations.enumerated() {
            var slot = firstSlot(of: configuration)
            while table[slot] != Self.none { slot = (slot &+ 1) & (count &- 1) }
            table[slot] = UInt32(truncatingIfNeeded: position)
        }
    }
}
