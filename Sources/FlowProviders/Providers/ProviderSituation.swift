/// What a provider's SDK is at, with the words that it has spoken and that nobody has heard yet.
struct ProviderStanding: Hashable {
    /// Of its model, by its position.
    var model: Int32
    /// On their way to whoever hears them.
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
    /// No leg can hear it any more, or ever.
    case gone
    case known(ProviderStanding)
    /// While nobody listened it went on by itself; which of these it came to is decided when somebody does.
    case oneOf([ProviderStanding])

    var standings: [ProviderStanding] {
        switch self {
        case .gone: []
        case .known(let standing): [standing]
        case .oneOf(let standings): standings
        }
    }
}
