/// What a provider's SDK is at, with the words that it has spoken and that nobody has heard yet.
struct ProviderStanding: Hashable {
    /// The configuration of its model, by its position.
    var model: Int32
    /// The words in its channel, on their way to the run.
    var words = WaitingWords()

    /// After a new attempt or leg has begun: what waits was spoken before it.
    var outlived: ProviderStanding {
        var outlived = self
        outlived.words.outlive()
        return outlived
    }
}

/// What is known of a provider in a configuration.
enum ProviderSituation: Hashable {
    /// No leg will hear or call it again, so that nothing needs to be known of it.
    case gone
    case known(ProviderStanding)
    /// One of these, to which it went by itself while no leg heard it; which one is decided when a leg hears it.
    case oneOf([ProviderStanding])

    /// What the provider may be at; empty where it is gone.
    var standings: [ProviderStanding] {
        switch self {
        case .gone: []
        case .known(let standing): [standing]
        case .oneOf(let standings): standings
        }
    }
}
