import FlowSearch

/// Everything of a flow, its provider and the channel between them that can decide what happens next, in two words.
struct ProductConfiguration: Hashable {
    /// What a live run was told of success.
    enum Success: UInt64 {
        case untold, accepted, lost
    }

    /// The flow's configuration in 22 bits, the model's in 16, the facts that were so in 16, success in 2.
    private var low: UInt64
    var words: WaitingWords

    static let memoryWidth = 16
    static let greatestFlowPosition: Int32 = 1 << 22 - 1
    static let greatestModelPosition: Int32 = 1 << 16 - 1

    init(flow: Int32, model: Int32) {
        low = 0
        words = WaitingWords()
        self.flow = flow
        self.model = model
    }

    init(_ packed: Configuration) {
        low = packed.low
        words = WaitingWords(bits: packed.high)
    }

    var packed: Configuration { Configuration(low: low, high: words.bits) }

    var flow: Int32 {
        get { Int32(truncatingIfNeeded: low & 0x3F_FFFF) }
        set { low = low & ~0x3F_FFFF | UInt64(UInt32(bitPattern: newValue)) & 0x3F_FFFF }
    }

    var model: Int32 {
        get { Int32(truncatingIfNeeded: low >> 22 & 0xFFFF) }
        set { low = low & ~(0xFFFF << 22) | (UInt64(UInt32(bitPattern: newValue)) & 0xFFFF) << 22 }
    }

    /// Which of the remembered facts have been so.
    var memory: UInt64 {
        get { low >> 38 & 0xFFFF }
        set { low = low & ~(0xFFFF << 38) | (newValue & 0xFFFF) << 38 }
    }

    var success: Success {
        get { Success(rawValue: low >> 54 & 3) ?? .untold }
        set { low = low & ~(3 << 54) | newValue.rawValue << 54 }
    }
}
