package import KeywayCore

/// A callback that no decoder row reads, as people see it; its values are in no log.
extension RawValue.Unread {
    /// Its name, or that it has none.
    package var shownName: String { name ?? "a callback without a name" }

    /// What came, as far as it may be told: `INITIATE, status 302`.
    package var words: String { status.map { "\(shownName), status \($0)" } ?? shownName }

    /// What came in the shorter form of statistics, without the word "status": `INITIATE 302`.
    package var shortWords: String { status.map { "\(shownName) \($0)" } ?? shownName }
}
