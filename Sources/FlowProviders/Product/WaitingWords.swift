/// The words in a provider's channel, the next one first; eight bits for each, so that all fit into 64 bits.
struct WaitingWords: Hashable {
    /// Of each eight bits the low six are one more than the word's position, the two others say why it is old; 0 is no word.
    private(set) var bits: UInt64
    /// The words that were spoken before the root's last attempt began, one bit for each by its place, where a sub-flow reads the word as
    /// well: for a leg of that sub-flow the mark `outlived` counts.
    private(set) var outlivedByRoot: UInt8 = 0

    /// The most words that a provider may have, so that each fits into six bits.
    static let greatestWordCount = 62
    /// Marks a word that was old when it was spoken: it stands for what an earlier run left, which models call a ghost (rule 29b).
    private static let ghostly: UInt64 = 0x40
    /// Marks a word that was spoken before the last attempt of whoever hears it began, or before the leg that hears it began.
    private static let outlived: UInt64 = 0x80

    init(bits: UInt64 = 0) { self.bits = bits }

    var count: Int { 8 - bits.leadingZeroBitCount / 8 }

    private func entry(at place: Int) -> UInt64 { bits >> UInt64(place * 8) & 0xFF }

    func word(at place: Int) -> Int { Int(entry(at: place) & 0x3F) - 1 }

    /// Whether it is of an earlier attempt: a ghost's, or spoken before the last attempt began (rule 29e).
    func isOld(at place: Int) -> Bool { entry(at: place) & (Self.ghostly | Self.outlived) != 0 }

    /// The same for the root, of a word that a sub-flow reads as well.
    func isOldToRoot(at place: Int) -> Bool {
        entry(at: place) & Self.ghostly != 0 || UInt64(outlivedByRoot).has(place)
    }

    mutating func append(_ word: UInt8, isGhostly: Bool) {
        bits |= (UInt64(word) + 1 | (isGhostly ? Self.ghostly : 0)) << UInt64(count * 8)
    }

    mutating func remove(at place: Int) {
        let below: UInt64 = (1 << UInt64(place * 8)) - 1
        bits = bits & below | (place == 7 ? 0 : bits >> 8 & ~below)
        let lower: UInt8 = (1 << UInt8(place)) - 1
        outlivedByRoot = outlivedByRoot & lower | outlivedByRoot >> 1 & ~lower
    }

    /// A new attempt begins: those of these words that wait, one bit for each, were spoken before it.
    mutating func outlive(_ words: UInt64) {
        for place in 0..<count where words.has(word(at: place)) { bits |= Self.outlived << UInt64(place * 8) }
    }

    /// A new attempt of the root begins: those of these words that wait are old to it, whatever they are to a sub-flow.
    mutating func outlive(toRoot words: UInt64) {
        for place in 0..<count where words.has(word(at: place)) { outlivedByRoot |= 1 << UInt8(place) }
    }
}
