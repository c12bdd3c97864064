import FlowMachine
import FlowProviders

/// A provider's SDK in a driven system, with the words that it has spoken and that nobody has heard yet.
struct ProviderStand: Sendable {
    struct WaitingWord: Sendable {
        /// By its position among the model's words.
        var word: Int
        /// How often an attempt or a leg had begun when it was spoken.
        var epoch: Int
        /// Whether the row that spoke it reads a ghost.
        var isGhostly: Bool
    }

    var running: RunningModel
    /// The next one first.
    var words: [WaitingWord] = []
    /// How often an attempt or a leg that knows the provider has begun.
    var epoch = 0

    init(_ model: ProviderModel) {
        running = RunningModel(model)
    }

    /// Whether a word is of an earlier attempt or run (rule 29e).
    func isOld(_ word: WaitingWord) -> Bool { word.isGhostly || word.epoch < epoch }

    /// Whether so many words more find a place; what is longer than the channel needs it empty.
    func hasRoom(for count: Int, in text: SystemText) -> Bool {
        words.isEmpty && text.behaviors.contains(.longEmits) || words.count + count <= text.channel.capacity
    }

    mutating func speak(_ spoken: [Int], isGhostly: Bool) {
        words += spoken.map { WaitingWord(word: $0, epoch: epoch, isGhostly: isGhostly) }
    }

    /// The app has died, and what was on its way with it.
    mutating func beginAnew() {
        running.beginAnew()
        words = []
    }
}

/// A model's word that reaches a run.
struct HeardWord: Sendable {
    var name: String
    var isOld: Bool
    var isSuccess: Bool
}
