import FlowLanguage
import FlowMachine
import KeywayCore

/// What of a flow and of the models beside it an exploration reached. A proof says nothing of what it did not reach.
package struct Reached: Sendable {
    /// What of the flow's text was tried.
    package var parts: Set<FlowPart>
    /// All parts of the flow's text that this exploration should try: where the app never dies, without the rows for `restored`.
    package var partsThatCount: Set<FlowPart>
    /// The states and finals of the flow in which it stood.
    package var states: Set<Int>
    /// The same of each sub-flow that is followed as a leg of the run, by the leg's name, as `silent` or `outer.inner`.
    package var statesOfSubFlows: [String: Set<Int>]
    /// How many rows the models have.
    package var modelRows: Int
    /// The rows that happened, of each model by their positions there.
    package var rowsOfModels: [Set<Int>]
    /// The words that no run was told, with the provider: `OTPless 2.3.2: oneTap`.
    package var untoldWords: [String]
    /// The shortest time in milliseconds in which a word of an earlier attempt alone ends a leg; nil where none does, and where that is not
    /// known.
    package var shortestWait: Int64? { mayEndSooner ? nil : shortestWaitFollowed }
    /// The shortest time among those that were followed.
    private var shortestWaitFollowed: Int64?
    /// Whether not all was followed that may come of such a word.
    private var mayEndSooner: Bool

    init(by product: Product) {
        let evidence = product.legs.evidence
        let root = product.legs.root
        states = evidence.states[0]
        statesOfSubFlows = product.legs.flows.enumerated().reduce(into: [:]) { found, flow in
            if let name = flow.element.name { found[name] = evidence.states[flow.offset] }
        }
        let (crashes, machine) = (product.recovery != nil, root.machine)
        partsThatCount = machine.parts.filter { part in
            guard case .row(let row) = part, !crashes else { return true }
            return machine.events[machine.rows[row].event].signature.origin != .restored
        }
        let brought = BroughtValues(by: product)
        parts = evidence.parts[0].union(root.idleAnswers.partsTried(by: root.system)).union(
            partsThatCount.filter { part in
                guard case .value(let row, let field, let value) = part else { return false }
                return brought.has(value, inField: field, of: machine.rows[row].event)
            })
        modelRows = product.legs.words.models.reduce(0) { $0 + $1.rows.count }
        rowsOfModels = product.providers.map(\.rowsReached)
        untoldWords = product.legs.words.entries.enumerated().compactMap { word, entry in
            evidence.count(of: .told(word: word)) > 0 || entry.isMeantToBeUnread
                ? nil : "\(product.legs.words.models[entry.provider].title): \(entry.name)"
        }
        shortestWaitFollowed = evidence.shortestWaits.compactMap { $0 }.min()
        mayEndSooner = evidence.mayEndSooner
    }

    /// Adds what another exploration of the same flow and models reached.
    mutating func join(_ other: Reached) {
        parts.formUnion(other.parts)
        partsThatCount.formUnion(other.partsThatCount)
        states.formUnion(other.states)
        statesOfSubFlows.merge(other.statesOfSubFlows) { $0.union($1) }
        for model in rowsOfModels.indices { rowsOfModels[model].formUnion(other.rowsOfModels[model]) }
        untoldWords.removeAll { !other.untoldWords.contains($0) }
        shortestWaitFollowed = [shortestWaitFollowed, other.shortestWaitFollowed].compactMap { $0 }.min()
        mayEndSooner = mayEndSooner || other.mayEndSooner
    }

    /// How many rows of the models happened.
    package var modelRowsReached: Int { rowsOfModels.reduce(0) { $0 + $1.count } }
    /// The rows among ``partsThatCount``.
    package var rowsThatCount: Set<FlowPart> { partsThatCount.filter(\.isRow) }
    /// Those of ``rowsThatCount`` that decided something.
    package var rows: Set<FlowPart> { parts.intersection(rowsThatCount) }
}

extension FlowPart {
    fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}
