import FlowLanguage
import FlowMachine
import KeywayCore

/// What of a flow and of the models beside it came about in an exploration: what did not was not tried, whatever is proved.
package struct Reached: Sendable {
    /// The rows of the flow that decided something, by their positions, and all that are to be tried: not those for `restored`
    /// where the app does not die.
    package var rows: Set<Int>
    package var rowsThatCount: Set<Int>
    /// The states and finals of the flow in which it stood.
    package var states: Set<Int>
    /// How many rows the models have, and how many of them happened.
    package var modelRows: Int
    package var modelRowsReached: Int
    /// The words that no run was told, with the provider: `OTPless 2.3.2: oneTap`.
    package var untoldWords: [String]
    /// The shortest time in milliseconds after which a word of an earlier attempt leads the flow or a sub-flow to an end by itself; nil where none
    /// does.
    package var shortestWait: Int64?

    init(by product: Product) {
        let evidence = product.legs.evidence
        let root = product.legs.root
        rows = evidence.rows[0].union(root.idleRows)
        states = evidence.states[0]
        let crashes = product.recovery != nil
        rowsThatCount = Set(
            root.machine.rows.indices.filter {
                crashes || root.machine.events[root.machine.rows[$0].event].signature.origin != .restored
            })
        modelRows = product.legs.words.models.reduce(0) { $0 + $1.rows.count }
        modelRowsReached = product.providers.reduce(0) { $0 + $1.rowsReached.count }
        untoldWords = product.legs.words.entries.enumerated().compactMap { word, entry in
            evidence.count(of: .told(word: word)) > 0 || entry.isMeantToBeUnread
                ? nil : "\(product.legs.words.models[entry.provider].title): \(entry.name)"
        }
        shortestWait = evidence.shortestWaits.compactMap { $0 }.min()
    }
}
