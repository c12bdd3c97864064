/// What happened between two configurations of a product.
enum ProductStep: Hashable {
    /// The run began, in the way that stands at this position in `LegSystem.beginnings`.
    case begun(beginning: Int)
    /// The app, the backend, the clock, or a provider that answers a call: the legs' input at this position.
    case own(Int)
    /// A word reached the run; where `isKept`, the word also stays in its channel to come again.
    case told(Telling)
    /// The word at this place of its channel is lost.
    case lost(place: Int, word: Int)
    /// The row at this position among those of all providers happened.
    case turn(row: Int)
    /// A provider that begins to be heard turns out to have come to one of several situations.
    case settled(provider: Int)
    /// The app dies and comes back, while nothing else happens.
    case crash
    /// A run that has come back performs what it still has to; nothing was overdue any more.
    case wentOn

    /// Marks a step amid whose effects the app dies and comes back.
    static let crashing: UInt32 = 1 << 31

    /// How a word reaches the run.
    struct Telling: Hashable {
        /// The word's place in its channel; 0 for a lasting word, which waits in none.
        var place: Int
        /// By its position among the words of all providers.
        var word: Int
        /// Whether it is of an earlier attempt, leg or run.
        var isOld: Bool
        /// Whether it stays in the channel to come again.
        var isKept: Bool
    }

    /// The step in 31 bits: two for the kind, and the rest for its numbers; the top bit is left for `crashing`.
    ///
    /// `turn`, `crash`, `wentOn`, `begun` and `settled` share a kind, and bits 28 to 30 tell the last four from a turn.
    var packed: UInt32 {
        switch self {
        case .own(let input): UInt32(truncatingIfNeeded: input) << 2
        case .turn(let row): UInt32(truncatingIfNeeded: row) << 2 | 1
        case .crash: 1 << 30 | 1
        case .wentOn: 3 << 29 | 1
        case .begun(let number): 1 << 28 | UInt32(truncatingIfNeeded: number) << 2 | 1
        case .settled(let provider): 1 << 29 | UInt32(truncatingIfNeeded: provider) << 2 | 1
        case .lost(let place, let word): UInt32(truncatingIfNeeded: place << 16 | word) << 2 | 2
        case .told(let telling):
            UInt32(
                truncatingIfNeeded: telling.place << 16 | (telling.isOld ? 1 << 24 : 0) | (telling.isKept ? 1 << 25 : 0)
                    | telling.word) << 2 | 3
        }
    }

    init(_ packed: UInt32) {
        let number = Int((packed & ~Self.crashing) >> 2)
        let (place, word) = (number >> 16 & 0xFF, number & 0xFFFF)
        switch packed & 3 {
        case 0: self = .own(number)
        case 1 where packed & 3 << 29 == 3 << 29: self = .wentOn
        case 1 where packed & 1 << 30 != 0: self = .crash
        case 1 where packed & 1 << 29 != 0: self = .settled(provider: number & 0xFF)
        case 1 where packed & 1 << 28 != 0: self = .begun(beginning: number & 0xFF_FFFF)
        case 1: self = .turn(row: number)
        case 2: self = .lost(place: place, word: word)
        default:
            self = .told(
                Telling(place: place, word: word, isOld: number & 1 << 24 != 0, isKept: number & 1 << 25 != 0))
        }
    }
}
