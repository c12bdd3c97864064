/// How far somebody has read the feed of a shared log: up to a block, which is read.
///
/// Store it together with what you have made of the blocks. Its `description`, and what it is encoded as, is one text.
public struct FeedPosition: Hashable, Sendable {
    /// Names the log, and the time since which it has given no transaction number twice: a log that was restored has a new one. A log
    /// refuses positions of another history.
    package let history: String
    /// The number of the transaction that appended the block.
    package let transaction: Int64
    /// Tells apart the blocks of one transaction: in a database it is the number of the run's row.
    package let place: Int64
    /// The sequence of the block's first record.
    package let first: Int64

    package init(history: String, transaction: Int64, place: Int64, first: Int64) {
        self.history = history
        self.transaction = transaction
        self.place = place
        self.first = first
    }

    /// Before the first block of a log.
    package static func beginning(of history: String) -> FeedPosition {
        FeedPosition(history: history, transaction: 0, place: 0, first: 0)
    }
}

extension FeedPosition: Comparable {
    /// In the order in which a log tells its blocks. That positions of two logs have an order means nothing.
    public static func < (left: FeedPosition, right: FeedPosition) -> Bool {
        (left.history, left.transaction, left.place, left.first)
            < (right.history, right.transaction, right.place, right.first)
    }
}

extension FeedPosition: CustomStringConvertible {
    /// A text without blanks.
    public var description: String { "\(history):\(transaction):\(place):\(first)" }

    /// Reads what `description` gives; nil for any other text.
    ///
    /// - Parameter description: a position as it was stored.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, let transaction = Int64(parts[1]), let place = Int64(parts[2]),
            let first = Int64(parts[3])
        else { return nil }
        self.init(history: String(parts[0]), transaction: transaction, place: place, first: first)
        guard self.description == description else { return nil }
    }
}

extension FeedPosition: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let position = FeedPosition(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no position of a feed")
        }
        self = position
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
