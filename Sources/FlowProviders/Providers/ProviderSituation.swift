/// What a provider's SDK is at, with the words that it has spoken and that nobody has heard yet.
struct ProviderStanding: Hashable {
    /// The configuration of its model, by its position.
    var model: Int32
    /// The words in its channel, on their way to the run.
    var words = WaitingWords()

    /// The standing after a new attempt or leg has begun: those of these words that wait were spoken before that. `wordsOfRoot`: words that
    /// are old to the root alone.
    func outliving(_ words: UInt64, toRoot wordsOfRoot: UInt64 = 0) -> ProviderStanding {
        var outlived = self
        outlived.words.outlive(words)
        outlived.words.outlive(toRoot: wordsOfRoot)
        return outlived
    }
}

/// What is known of a provider in a configuration.
enum ProviderSituation: Hashable {
    /// No leg will hear or call it again, so that nothing needs to be known of it.
    case gone
    case known(ProviderStanding)
    /// The provider went on by itself while no leg heard it, and is in one of these standings. The search follows each of them, once a
    /// leg hears the provider again.
    case oneOf([ProviderStanding])

    /// The standings that the provider may have; empty where it is gone.
    var standings: [ProviderStanding] {
        switch self {
        case .gone: []
        case .known(let standing): [standing]
        case .oneOf(let standings): standings
        }
    }
}

extension ProviderStanding: Comparable {
    /// Any order that is the same in each process: sets of standings are compared as sorted lists.
    static func < (left: ProviderStanding, right: ProviderStanding) -> Bool {
        (left.model, left.words.bits, left.words.outlivedByRoot)
            < (right.model, right.words.bits, right.words.outlivedByRoot)
    }
}
