/// The configurations of a system, each one a whole state of it, in the order in which a search found them, with a hash table that
/// finds the position of each in that order.
///
/// A configuration takes 16 bytes, the position of its parent 4, and its entry in the hash table between 5 and 11, free slots
/// included.
struct ConfigurationStore {
    /// Stands for no position: of a parent, in a free slot of the table, or in an entry that was not read yet.
    static let none = UInt32.max
    /// The most configurations that a search may keep.
    ///
    /// A position has 28 bits, which is room for 268,435,456. The difference is room for the targets of one more configuration, which are
    /// added before the search compares its count with this limit again.
    static let greatestCount = 268_000_000

    private(set) var configurations: [Configuration] = []
    /// For each configuration the position of its parent, from which a step first led to it; `none` where the system begins in it.
    private(set) var parents: [UInt32] = []
    /// The hash table, with open addressing: entries as `entry(_:at:)` packs them, `none` in a free slot. Its count is a power of two.
    private var table = [UInt32](repeating: none, count: 1 << 10)
    /// Targets that came lately. Each of them is in `sought` or in the table, so `take` skips it when it comes again.
    private var recent = RecentConfigurations()
    /// The targets that are still to be looked for, in the order in which they came.
    private var sought: [Sought] = []
    /// How many targets are collected before they are looked for together.
    private static let batch = 256

    /// A target that is still to be looked for.
    private struct Sought {
        var configuration: Configuration
        /// The configuration's hash; see `Configuration.tableHash`.
        var hash: UInt64
        var parent: UInt32
        /// The table's entry in the first slot in which the configuration may stand; `none` until `settle` reads it.
        var entry = ConfigurationStore.none
    }

    var count: Int { configurations.count }

    /// The position of the configuration, in the order in which they were found; nil where it was never found.
    func position(of configuration: Configuration) -> Int? {
        let entry = table[slot(of: configuration, hash: configuration.tableHash)]
        return entry == Self.none ? nil : Self.position(in: entry)
    }

    /// How many configurations there are if each target that is still to be looked for turns out to be new.
    var countIfAllAreNew: Int { count + sought.count }

    /// Collects the targets of steps; `settle` keeps those of them that were not found before.
    ///
    /// Nearly all the time goes into waiting for memory. So a target is not looked for where its step leaves the
    /// configuration as it is, or leads to where another step has just led. And `settle` reads the table's entries for
    /// many targets before it compares the first of them, because the processor then waits for many reads together.
    mutating func take(targetsOf steps: [Step], from parent: UInt32) {
        let source = configurations.indices.contains(Int(parent)) ? configurations[Int(parent)] : nil
        for step in steps where step.target != source {
            let hash = step.target.tableHash
            guard recent.insert(step.target, hash: hash) else { continue }
            sought.append(Sought(configuration: step.target, hash: hash, parent: parent))
        }
        if sought.count >= Self.batch { settle() }
    }

    /// Keeps the targets taken so far that were not found before.
    mutating func settle() {
        for place in sought.indices { sought[place].entry = table[firstSlot(sought[place].hash)] }
        for target in sought where !isOf(target.configuration, target.hash, target.entry) { insert(target) }
        sought.removeAll(keepingCapacity: true)
    }

    private mutating func insert(_ target: Sought) {
        let slot = slot(of: target.configuration, hash: target.hash)
        guard table[slot] == Self.none else { return }
        table[slot] = Self.entry(target.hash, at: configurations.count)
        configurations.append(target.configuration)
        parents.append(target.parent)
        if configurations.count > table.count / 4 * 3 { grow() }
    }

    /// The slot of the hash table in which the configuration stands, or the free one in which it would be put.
    private func slot(of configuration: Configuration, hash: UInt64) -> Int {
        var slot = firstSlot(hash)
        while true {
            let entry = table[slot]
            if entry == Self.none || isOf(configuration, hash, entry) { return slot }
            slot = (slot &+ 1) & (table.count &- 1)
        }
    }

    /// The slot at which looking for this hash begins; where it is taken by another configuration, the next slot is tried.
    private func firstSlot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (table.count &- 1) }

    /// Doubles the hash table, and enters each configuration anew.
    private mutating func grow() {
        let count = table.count * 2
        table = []  // Frees the old table before the new one is made.
        table = [UInt32](repeating: Self.none, count: count)
        for (position, configuration) in configurations.enumerated() {
            let hash = configuration.tableHash
            var slot = firstSlot(hash)
            while table[slot] != Self.none { slot = (slot &+ 1) & (count &- 1) }
            table[slot] = Self.entry(hash, at: position)
        }
    }
}

extension ConfigurationStore {
    /// An entry of the table: a position in 28 bits, and above it four bits of the hash as a tag.
    ///
    /// An entry with another tag is of another configuration, which need not be read from memory to see that.
    private static func entry(_ hash: UInt64, at position: Int) -> UInt32 {
        tag(hash) | UInt32(truncatingIfNeeded: position)
    }

    private static func position(in entry: UInt32) -> Int { Int(entry & 0x0FFF_FFFF) }

    /// The four bits of the hash that an entry has, at the place that they have there.
    private static func tag(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & 0xF000_0000
    }

    /// Whether the entry is that of the configuration, which has this hash; false for the entry of a free slot.
    private func isOf(_ configuration: Configuration, _ hash: UInt64, _ entry: UInt32) -> Bool {
        entry != Self.none && entry & 0xF000_0000 == Self.tag(hash)
            && configurations[Self.position(in: entry)] == configuration
    }
}
