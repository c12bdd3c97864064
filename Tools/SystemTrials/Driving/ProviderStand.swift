import FlowMachine
import FlowProviders

/// A provider's SDK in a driven system: its model, and its channel of words that are spoken and not heard yet.
struct ProviderStand: Sendable {
    /// A word in the channel.
    struct WaitingWord: Sendable {
        /// The word's position among the model's words.
        var word: Int
        /// When it was spoken, as `World.beginningCount` counts.
        var spoken: Int
        /// Whether the word is of an earlier run: the row that spoke it reads a ghost, a model's variable that is true at first.
        var isGhostly: Bool
    }

    /// The model with its present state and values.
    var running: RunningModel
    /// The channel; the next word to be told is the first.
    var words: [WaitingWord] = []

    init(_ model: ProviderModel) {
        running = RunningModel(model)
    }

    /// Whether `count` more words go into the channel. More than its capacity go only into an empty channel, where `longEmits` is allowed.
    func hasRoom(for count: Int, in text: SystemText) -> Bool {
        words.isEmpty && text.behaviors.contains(.longEmits) || words.count + count <= text.channel.capacity
    }

    /// Puts words behind those in the channel; `isGhostly`: whether they are of an earlier attempt or run. `count`: when they are spoken,
    /// as `World.beginningCount` counts.
    mutating func speak(_ spoken: [Int], isGhostly: Bool, at count: Int) {
        words += spoken.map { WaitingWord(word: $0, spoken: count, isGhostly: isGhostly) }
    }

    /// Begins anew after the app has died; words that were not heard are lost.
    mutating func beginAnew() {
        running.beginAnew()
        words = []
    }
}

/// A model's word that reaches a run.
struct HeardWord: Sendable {
    var name: String
    /// Whether the word counts as one of an earlier attempt or run.
    var isOld: Bool
    /// Whether the model says by the word that the sign-in succeeded.
    var isSuccess: Bool
}
