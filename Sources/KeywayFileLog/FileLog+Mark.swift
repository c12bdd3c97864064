extension FileLog {
    /// How far a log has come, for an app to keep in another place than the log: in a keychain, or on its backend.
    ///
    /// A folder that was copied back from a backup is a sound log that ends too early, and no byte of it tells so. The mark does, when
    /// it is handed to `FileLog` as the one to expect.
    public struct Mark: Hashable, Sendable {
        /// The identity of the log.
        public let log: FileLog.ID
        /// The number of the latest opening for writing that had left a segment, a block or a `head.index` in the folder.
        public let epoch: UInt32
        /// How many blocks the disk had flushed, counted from the log's first one.
        public let blocks: UInt64

        public init(log: FileLog.ID, epoch: UInt32, blocks: UInt64) {
            self.log = log
            self.epoch = epoch
            self.blocks = blocks
        }

        /// Whether a log at this mark may be the log that the earlier mark was taken of, in that state or a later one.
        func reaches(_ earlier: FileLog.Mark) -> Bool {
            log == earlier.log && epoch >= earlier.epoch && blocks >= earlier.blocks
        }
    }
}

extension FileLog.Mark: LosslessStringConvertible {
    /// The log's identity, the opening and the blocks, with dots between: a text that the app can store.
    public var description: String { "\(log).\(epoch).\(blocks)" }

    /// Reads what `description` prints; nil for any other text.
    ///
    /// - Parameter description: a text that `description` printed; the same text with capital letters or a plus sign in it gives nil.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let log = FileLog.ID(String(parts[0])), let epoch = UInt32(parts[1]),
            let blocks = UInt64(parts[2])
        else { return nil }
        self.init(log: log, epoch: epoch, blocks: blocks)
        // `UInt32` and `UInt64` also read other spellings, as "+1" or "01", which `description` never prints.
        guard self.description == description else { return nil }
    }
}
