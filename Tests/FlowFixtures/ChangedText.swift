/// Changes of the text of a fixture, each of which ends the tests where the fixture has nothing to change.
///
/// Tests change a shipped flow, or a small one of their own, and expect what follows. Where the fixture no longer has the text that is
/// to be changed, such a test would go on with the fixture as it is, and check nothing of what it is called. So the text must be there:
/// where it is not the tests end, and name the line that asked for the change. `ChangedTextTests` of `LayoutTests` holds that tests
/// have no other way.
extension String {
    /// The text with every `old` in it written as `new`.
    package func changing(_ old: String, to new: String, file: StaticString = #filePath, line: UInt = #line) -> String {
        demand(contains(old), old, file, line)
        return replacing(old, with: new)
    }

    /// The text with the first `old` in it written as `new`.
    package func changingFirst(
        _ old: String, to new: String, file: StaticString = #filePath, line: UInt = #line
    ) -> String {
        demand(contains(old), old, file, line)
        return replacing(old, with: new, maxReplacements: 1)
    }

    /// The text with every match of `old` written as `new`.
    package func changing<Output>(
        _ old: Regex<Output>, to new: String, file: StaticString = #filePath, line: UInt = #line
    ) -> String {
        changing(old, file: file, line: line) { _ in new }
    }

    /// The text with every match of `old` written as `new` says of it.
    package func changing<Output>(
        _ old: Regex<Output>, file: StaticString = #filePath, line: UInt = #line,
        by new: (Regex<Output>.Match) -> String
    ) -> String {
        demand(firstMatch(of: old) != nil, "a regular expression", file, line)
        return replacing(old, with: new)
    }

    /// The text with every `old` in it written as `new`, and as it is where it has none.
    ///
    /// For a change that is made to several texts, of which only some have what is changed.
    package func changingIfPresent(_ old: String, to new: String) -> String { replacing(old, with: new) }

    /// The text with every match of `old` written as `new` says of it, and as it is where nothing matches.
    package func changingIfPresent<Output>(
        _ old: Regex<Output>, by new: (Regex<Output>.Match) -> String
    ) -> String {
        replacing(old, with: new)
    }

    private func demand(_ isThere: Bool, _ old: String, _ file: StaticString, _ line: UInt) {
        guard isThere else { fatalError("the text to change is not there: \(old)", file: file, line: line) }
    }
}
