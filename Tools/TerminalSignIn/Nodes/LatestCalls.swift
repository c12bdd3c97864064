/// The latest call of each of a phone's SDKs, by which the phone recognises a call that a later one has overtaken on its way.
///
/// Calls come from several processes, so they may arrive in another order than they were ordered in.
struct LatestCalls {
    /// Of the calls of each SDK that have arrived, the one that was ordered last.
    private var latest: [SDKName: CallPlace] = [:]
    /// The earlier runs that called each SDK, without the run that called it last: a phone signs in with one run after the other.
    private var leftRuns: [SDKName: Set<String>] = [:]

    /// Notes a call that has arrived.
    ///
    /// - Returns: whether the phone makes the call; false for one that was overtaken. A `stop` that arrives after the next `begin`, for
    ///   example, would end the newer attempt.
    mutating func take(_ sdk: SDKName, at place: CallPlace) -> Bool {
        if leftRuns[sdk]?.contains(place.run) == true { return false }
        if let known = latest[sdk] {
            if known.isLater(than: place) { return false }
            if known.run != place.run { leftRuns[sdk, default: []].insert(known.run) }
        }
        latest[sdk] = place
        return true
    }
}
