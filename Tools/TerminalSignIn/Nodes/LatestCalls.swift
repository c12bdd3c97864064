/// The calls that a phone's SDKs have had, by which the phone knows one that a later call has overtaken on its way.
struct LatestCalls {
    /// Of each SDK the call that was ordered last.
    private var latest: [SDKName: CallPlace] = [:]
    /// Runs that called an SDK before the run that calls it now. A phone signs in with one run after the other.
    private var leftRuns: [SDKName: Set<String>] = [:]

    /// Notes a call that has come.
    ///
    /// - Returns: whether the phone makes it. A `stop` that comes behind the next `begin` would end a newer attempt.
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
