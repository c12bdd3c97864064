import FlowLanguage
import FlowMachine
import KeywayCore

/// The words of all providers that are explored together with a run, one after the other, and how the flows' sources retain them.
///
/// Elsewhere in the search a word is its position here.
struct ProviderWords {
    /// By what a source tells retained callbacks apart: its own name, and the value of the field that its declaration names behind `by`. Of
    /// each kind the latest callback stays.
    struct RetainedKind: Hashable {
        var source: CallbackReading.SourceName
        var word: RawValue
    }

    /// One word, with the provider that speaks it.
    struct Entry {
        /// By its position among the models.
        var provider: Int
        var name: String
        /// The raw callback by which the provider says it; nil where no flow has the provider's source.
        var callback: RawValue?
        /// The kinds by which the sources that read the word retain it; empty where none does.
        var kinds: Set<RetainedKind>
        /// Whether the provider tells a success by it.
        var isSuccess: Bool
        /// Whether no flow is meant to read the word: it is named `unknown...` and stands for what no version of the SDK
        /// is known to say (rule 29g of Specs/README.md).
        var isMeantToBeUnread: Bool
    }

    let models: [ProviderModel]
    let entries: [Entry]
    /// The position of each provider's first word among those of all.
    let first: [Int]
    /// The position of the first row of each provider's model among those of all.
    let firstRow: [Int]
    /// The same for its first answer: what the model replies to an effect that calls the provider.
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

    /// The most ways in which a run may begin.
    static let greatestBeginningCount = 100_000

    /// The lists of words that earlier runs may have left in sources that retain, before a run of these flows begins: of each kind one
    /// word or none, in every order. Nil where a run could begin in too many ways.
    func leftBefore(runsOf flows: [Machine]) -> [[Int]]? {
        lists(of: Set(representatives(forRunsOf: flows).values).sorted())
    }

    /// For each word that a source of these flows retains the one that stands for it: of words of one kind that every flow reads alike the
    /// first one.
    func representatives(forRunsOf flows: [Machine]) -> [Int: Int] {
        let readings = entries.indices.map { word in flows.map { reading(of: word, by: $0) } }
        func areAlike(_ left: Int, _ right: Int) -> Bool {
            retaining(left, after: [right]) == [left]
                && zip(readings[left], readings[right]).allSatisfy {
                    $0?.input == $1?.input && $0?.isRetained == $1?.isRetained
                }
        }
        var found: [Int: Int] = [:]
        for word in entries.indices where readings[word].contains(where: { $0?.isRetained ?? false }) {
            found[word] = found.values.filter { areAlike($0, word) }.min() ?? word
        }
        return found
    }

    /// Every list that may be retained of these words, the shortest first: of each kind one word or none, in every order. Nil where there
    /// are too many.
    func lists(of words: [Int]) -> [[Int]]? {
        var lists: [[Int]] = [[]]
        var place = 0
        while place < lists.count {
            let list = lists[place]
            lists += words.map { list + [$0] }.filter { longer in
                longer.dropLast().allSatisfy { retaining(longer[longer.count - 1], after: [$0]).count == 2 }
            }
            guard lists.count <= Self.greatestBeginningCount else { return nil }
            place += 1
        }
        return lists
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
        // A singleton source is one for all runs, and cannot say to which attempt of a run a callback belongs.
        let stamp: Stamp = reading.source.isSingleton ? .unknown : .current
        return (
            FlowInput(origin: .word, event: reading.event, fields: reading.fields, stamp: stamp), row.isRetained
        )
    }
}
