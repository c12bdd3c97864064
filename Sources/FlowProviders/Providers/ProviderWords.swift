import FlowLanguage
import FlowMachine
import KeywayCore

/// The words of all providers beside a run, one after the other, and how the flows' sources retain them.
struct ProviderWords {
    /// What a source retains a word as: the source's name, and the value in the callback's `by` field. Of each kind the latest word stays.
    struct RetainedKind: Hashable {
        var source: CallbackReading.SourceName
        var word: RawValue
    }

    /// One word, with the provider that speaks it.
    struct Entry {
        var provider: Int
        var name: String
        /// The raw callback by which the provider says it; nil where no flow has the provider's source.
        var callback: RawValue?
        /// The kinds by which the sources that read the word retain it; empty where none does.
        var kinds: Set<RetainedKind>
        var isSuccess: Bool
        /// Whether no flow is meant to read the word: it is named `unknown...` and stands for what no version is known to say (rule 29g).
        var isMeantToBeUnread: Bool
    }

    let models: [ProviderModel]
    let entries: [Entry]
    /// The position of each provider's first word among those of all.
    let first: [Int]
    /// The position of each provider's first row among those of all.
    let firstRow: [Int]
    /// Each provider's first answer among those of all.
    let firstAnswer: [Int]

    /// `flows`: those that hear them.
    init(of models: [ProviderModel], heardBy flows: [Machine]) {
        self.models = models
        let sources = flows.flatMap(\.sources).map(\.source)
        entries = models.enumerated().flatMap { provider, model in
            let source = sources.first { $0.name == model.source?.text }
            return model.words.map { word in
                let callback = source.map { word.callback(by: $0.by) }
                let kinds = callback.map { callback in flows.compactMap { $0.retainedKind(of: callback) } } ?? []
                return Entry(
                    provider: provider, name: word.name.text, callback: callback, kinds: Set(kinds),
                    isSuccess: word.isSuccess,
                    isMeantToBeUnread: word.name.text.hasPrefix("unknown"))
            }
        }
        first = models.indices.map { models[..<$0].reduce(0) { $0 + $1.words.count } }
        firstRow = models.indices.map { models[..<$0].reduce(0) { $0 + $1.rows.count } }
        firstAnswer = models.indices.map { models[..<$0].reduce(0) { $0 + $1.answers.count } }
    }

    /// What is retained after a word: the latest of each kind, in the order in which they were said.
    func retaining(_ word: Int, after retained: [Int]) -> [Int] {
        retained.filter { !entries[$0].kinds.isSubset(of: entries[word].kinds) } + [word]
    }

    /// All that a device may retain of these words before a run begins, the latest of each kind, in every order.
    ///
    /// `alike`: whether two words make no difference to any flow. Of words of one kind that are alike the first stands for all.
    func sequences(of retained: [Int], alike: (Int, Int) -> Bool) -> [[Int]] {
        var distinct: [Int] = []
        for word in retained
        where !distinct.contains(where: { retaining($0, after: [word]) == [$0] && alike($0, word) }) {
            distinct.append(word)
        }
        var sequences: [[Int]] = [[]]
        var place = 0
        while place < sequences.count {
            let sequence = sequences[place]
            sequences += distinct.map { sequence + [$0] }.filter { longer in
                longer.dropLast().allSatisfy { retaining(longer[longer.count - 1], after: [$0]).count == 2 }
            }
            place += 1
        }
        return sequences
    }

    /// The provider and its row, by the row's position among those of all.
    func row(_ position: Int) -> (provider: Int, row: Int) {
        let provider = firstRow.lastIndex { $0 <= position } ?? 0
        return (provider, position - firstRow[provider])
    }

    /// The input as which a flow reads the word, and whether its source retains it; nil where the flow does not read
    /// it.
    func reading(of word: Int, by machine: Machine) -> (input: FlowInput, isRetained: Bool)? {
        guard let reading = entries[word].callback.flatMap(machine.reading), let row = reading.row else { return nil }
        let stamp: Stamp = reading.source.isSingleton ? .unknown : .current
        return (
            FlowInput(origin: .word, event: reading.event, fields: reading.fields, stamp: stamp), row.isRetained
        )
    }
}
