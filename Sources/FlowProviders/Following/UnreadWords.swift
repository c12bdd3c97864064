import FlowMachine
import KeywayCore

/// Finds the words of an SDK that a callback may be which came to a flow without a source of that SDK.
///
/// A run gives a callback that none of its legs reads to its root, whose sub-flows may have the source: they had not begun, or lack a row
/// for it. Of such a callback the log has the name, a status number and the types of its fields.
struct UnreadWords: Sendable {
    /// A flow that reads callbacks of the SDK.
    fileprivate struct Reader {
        let flow: RunningFlow
        let source: Source
        /// For each word what the log would have of it.
        let kept: [RawValue.Unread]
    }

    private let words: [ProviderModel.Word]
    private let readers: [Reader]

    /// - Parameter flows: all flows of a run.
    init(of model: ProviderModel, beside flows: [RunningFlow]) {
        words = model.words
        readers = flows.compactMap { flow in
            flow.table.source(of: model).map { source in
                Reader(
                    flow: flow, source: source,
                    kept: model.words.map {
                        RawValue.Unread($0.callback(by: source.by), of: source, withholding: flow.classifiedPaths)
                    })
            }
        }
    }

    /// The words of the callback's name that have its status, or that a flow reads alike with its status.
    func words(like unread: RawValue.Unread) -> Set<Int> {
        guard let name = unread.name else { return [] }
        return readers.reduce(into: []) { found, reader in
            guard unread.shape.contains("\(reader.source.by): text") else { return }
            for word in words.indices where !found.contains(word) && words[word].callbackName == name {
                if reader.kept[word].status == unread.status || reader.reads(words[word], with: unread.status) {
                    found.insert(word)
                }
            }
        }
    }
}

extension UnreadWords.Reader {
    /// Whether the flow reads the word with another status as it reads the word itself, such as a row that asks for no status.
    fileprivate func reads(_ word: ProviderModel.Word, with status: Int64?) -> Bool {
        let callback = word.callback(by: source.by)
        guard case .event(let event, let fields, _, _) = flow.read(callback).decoded else { return false }
        // The log does not say which of the fields had the status that rows compare with numbers.
        return source.statusPaths(besides: flow.classifiedPaths).contains { path in
            var other = callback
            other.put(status.map { .integer($0) }, at: path[...])
            guard case .event(event, fields, _, _) = flow.read(other).decoded else { return false }
            return true
        }
    }
}
