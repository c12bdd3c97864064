import KeywayLog
import KeywayTesting

/// What goes wrong in one opening of the log, from some append on.
struct Trouble {
    enum Kind: CaseIterable {
        /// Nothing.
        case none
        /// Each append is refused, behind those that are spared; as unavailable where `struck` is 1, else for a fault of the storage.
        case refuses
        /// So many appends are kept and reported in doubt, and each later one is refused.
        case keepsInDoubt
        /// So many appends are lost and reported in doubt, and each later one is refused.
        case losesInDoubt
        /// So many appends are kept and so many more lost, all reported in doubt, and each later one is refused.
        case keepsSomeInDoubt
        /// One append is lost and reported as not written, as where a disk is full for a moment. Later ones are taken.
        case losesOne
        /// One append is refused, because the log has too much.
        case refusesOne
        /// The log says that it has too much, and takes what comes all the same.
        case isOverloaded
        /// The disk below, if there is one, is full for a number of its calls.
        case fullDisk
        /// A flush of the disk below, if there is one, fails.
        case failedFlush
    }

    var kind: Kind
    /// How many appends are taken before it begins; for a full disk, a quarter of the calls before it; for a failed flush, the flushes of
    /// log files before it.
    var spared: Int
    /// How many appends are kept in doubt, or lost in doubt, or as many of both; for a full disk, how many times 30 calls it stays full.
    /// Where each append is refused, it only chooses the error. Other kinds do not use it.
    var struck: Int

    static let sound = Trouble(kind: .none, spared: 0, struck: 0)

    init(kind: Kind, spared: Int, struck: Int) {
        (self.kind, self.spared, self.struck) = (kind, spared, struck)
    }

    init(using chance: inout SeededGenerator) {
        kind = Kind.allCases.randomElement(using: &chance) ?? .none
        spared = Int.random(in: 0...[3, 12, 40].randomElement(using: &chance)!, using: &chance)
        struck = Int.random(in: 1...3, using: &chance)
    }

    /// What becomes of an append.
    enum Fate: Equatable {
        case kept
        case keptInDoubt
        case lost(LogError)
        case refused(LogError)
    }

    static let fault = StorageFault(operation: "flush", subject: "failing log", number: 5, reason: "the seed says so")

    /// The fate of the append of this number, counted from 0.
    func fate(of append: Int) -> Fate {
        let place = append - spared
        if place < 0 { return .kept }
        let rest = Fate.refused(.storage(Self.fault))
        switch kind {
        case .none, .isOverloaded, .fullDisk, .failedFlush: return .kept
        case .refuses: return struck == 1 ? .refused(.unavailable(retryAfter: nil)) : rest
        case .keepsInDoubt: return place < struck ? .keptInDoubt : rest
        case .losesInDoubt: return place < struck ? .lost(.inDoubt(Self.fault)) : rest
        case .keepsSomeInDoubt:
            return place < struck ? .keptInDoubt : place < 2 * struck ? .lost(.inDoubt(Self.fault)) : rest
        case .losesOne: return place == 0 ? .lost(.storage(Self.fault)) : .kept
        case .refusesOne: return place == 0 ? .refused(.overloaded) : .kept
        }
    }
}
