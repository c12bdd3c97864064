/// The latest call of each of a phone's SDKs, by which the phone knows a call that a later one has overtaken on its way.
///
/// Calls come from several processes, so they may arrive in another order than they were ordered in.
struct LatestCalls {
    /// For each SDK the call that was ordered last, of those that have come.
    private var latest: [SDKName: CallPlace] = [:]
    /// For each SDK the runs that called it before the run that calls it now: a phone signs in with one run after the other.
    private var leftRuns: [SDKName: Set<String>] = [:]

    /// Notes a call that has come.
    ///
    /// - Returns: whether the phone makes the call; false for one that was overtaken. A `stop` that comes after the next `begin`, for example,
    ///   would end the newer attempt.
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
