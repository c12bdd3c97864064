import FlowLanguage
import FlowMachine
import KeywayCore

/// The words of all providers beside a run, one after the other, and for whom they are kept.
struct ProviderWords {
    /// One word, with the provider that speaks it.
    struct Entry {
        var provider: Int
        var name: String
        /// What stands in the field that its source goes by: of the words of a kind the latest is retained.
        var kind: String
        var isSuccess: Bool
        /// Whether it stands for what no flow can know, and is meant to be read by none.
        var isMeantToBeUnread: Bool
    }

    let models: [ProviderModel]
    let entries: [Entry]
    /// Each provider's first word, and its first row among those of all.
    let first: [Int]
    let firstRow: [Int]
    /// Each provider's first answer among those of all.
    let firstAnswer: [Int]

    init(of models: [ProviderModel]) {
        self.models = models
        entries = models.enumerated().flatMap { provider, model in
            model.words.map { word in
                Entry(
                    provider: provider, name: word.name.text, kind: word.callbackName, isSuccess: word.isSuccess,
                    isMeantToBeUnread: word.name.text.hasPrefix("unknown"))
            }
        }
        first = models.indices.map { models[..<$0].reduce(0) { $0 + $1.words.count } }
        firstRow = models.indices.map { models[..<$0].reduce(0) { $0 + $1.rows.count } }
        firstAnswer = models.indices.map { models[..<$0].reduce(0) { $0 + $1.answers.count } }
    }

    /// What is retained after a word: the latest of each kind, in the order in which they were said.
    func retaining(_ word: Int, after retained: [Int]) -> [Int] {
        let (provider, kind) = (entries[word].provider, entries[word].kind)
        return retained.filter { entries[$0].provider != provider || entries[$0].kind != kind } + [word]
    }

    /// The provider and its row, by the row's position among those of all.
    func row(_ position: Int) -> (provider: Int, row: Int) {
        let provider = firstRow.lastIndex { $0 <= position } ?? 0
        return (provider, position - firstRow[provider])
    }

    /// What a flow's decoder makes of the word; nil where it does not read it.
    func reading(of word: Int, by machine: Machine) -> (input: FlowInput, isRetained: Bool)? {
        let model = models[entries[word].provider]
        let declared = model.words[word - first[entries[word].provider]]
        guard let source = machine.sources.first(where: { $0.source.name == model.source?.text })?.source else {
            return nil
        }
        let decoded = source.decode(
            declared.callback(by: source.by), events: machine.events.map(\.signature),
            enumerations: machine.enumerations)
        guard case .event(let event, let fields, _, let isRetained) = decoded else { return nil }
        let stamp: Stamp = source.isSingleton ? .unknown : .current
        return (FlowInput(origin: .word, event: event, fields: fields, stamp: stamp), isRetained)
    }
}
