import FlowLanguage
package import FlowMachine
package import KeywayCore

/// Follows a provider's SDK through what a run called and heard: every state that the SDK may be in, as its model says.
///
/// What the SDK says may take any time on its way, and stays in order; only words of earlier attempts may overtake it, and come at any
/// moment (`ProviderModel.lastingWords`).
package struct ModelFollower: Sendable {
    /// A possible state of the SDK, with the words that are spoken and not heard yet.
    private struct Standing: Hashable {
        /// By its position among the configurations of the SDK's model.
        var model: Int32
        /// The words on their way, in the order in which they were spoken. The first word that is never heard, and all behind it, are one
        /// `unheard`.
        var waiting: [Int] = []

        /// The standing once one of these words was heard; nil where another word has to be heard first.
        func after(hearing words: Set<Int>) -> Standing? {
            guard let first = waiting.first, words.contains(first) else { return nil }
            return Standing(model: model, waiting: Array(waiting.dropFirst()))
        }
    }

    /// What happened between the run and the SDK.
    package enum Happening: Equatable, Sendable {
        /// The run made the call of this name.
        case called(String)
        /// The run heard a callback that is one of these words; `isOfThisRun` says that no earlier attempt may have left it.
        case heard(Set<Int>, isOfThisRun: Bool = false)

        fileprivate var heard: Set<Int>? { if case .heard(let words, _) = self { words } else { nil } }
    }

    /// How far ahead a word that is spoken may be heard, counted in calls and callbacks.
    private static let greatestLookahead = 64
    /// Stands in `waiting` for a word that is never heard; no word has this position.
    private static let unheard = -1
    private let model: ProviderModel
    /// The most words that are followed as spoken and not heard yet: twice what the model says back to back. A standing with more is left
    /// out, so a callback that only such a standing explains counts as impossible.
    private let greatestWaiting: Int
    /// For each row of the model that may speak at any moment, for ever, its word, which is of an earlier attempt.
    private let lasting: [Int: Int]
    /// For each flow, by its number, as what it reads each word; empty where no source of the flow is the SDK's.
    private let readings: [[Decoded]]
    /// Finds what came to a flow without a source of the SDK, as to the root before a sub-flow that has it.
    private let unreadWords: UnreadWords
    private var system: ModelSystem
    /// Every standing of the SDK that is possible after what happened so far.
    private var standings: Set<Standing> = []

    /// - Parameter flow: that of the run; its sub-flows hear the SDK too.
    package init(_ model: ProviderModel, beside flow: RunningFlow) {
        self.model = model
        greatestWaiting = 2 * max(2, model.longestBreath)
        lasting = model.lastingWords
        let flows = [flow] + flow.descendants
        unreadWords = UnreadWords(of: model, beside: flows)
        readings = flows.map { flow in
            flow.table.source(of: model).map { source in
                model.words.map { flow.read($0.callback(by: source.by)).decoded }
            } ?? []
        }
        system = ModelSystem(model)
    }

    /// The raw callbacks that the SDK has, as the first flow that reads them names their kinds; none where no flow does.
    package func callbacks(readBy flow: RunningFlow) -> [RawValue] {
        let source = ([flow] + flow.descendants).lazy.compactMap { $0.table.source(of: model) }.first
        return source.map { source in model.words.map { $0.callback(by: source.by) } } ?? []
    }

    /// The call's own name, `begin` of `OTPless.begin`; nil where the call is one of another SDK.
    package func call(named name: String) -> String? {
        let parts = name.split(separator: ".", maxSplits: 1)
        return parts.count == 2 && parts[0] == model.name.text ? String(parts[1]) : nil
    }

    /// Whether the SDK says by the word that it succeeded, and the flow has its source; the word as `words` returns it.
    ///
    /// What comes to a flow without the source, for which a sub-flow that reads it had not begun, is no success of this sign-in.
    package func isSuccess(_ word: Int, heardBy flow: RunningFlow) -> Bool {
        model.words[word].isSuccess && !readings[flow.number].isEmpty
    }

    /// Whether the event is read from callbacks of this SDK.
    package func speaks(_ event: Int, to flow: RunningFlow) -> Bool {
        flow.table.source(of: model).map { source in source.rows.contains { $0.event == event } } ?? false
    }

    /// The words that the flow reads as this event, with fields that no word of the model contradicts.
    ///
    /// Of texts, numbers and durations only their presence is compared, and that only where the model has words with them and without.
    ///
    /// - Parameters:
    ///   - event: by its position among the events of the flow.
    ///   - fields: the values of the event's fields, nil for an absent one; of a personal, secret or transient one it is
    ///     known only whether it was there.
    ///   - unread: what is known of a callback that no row of a source reads; nil for any other.
    package func words(
        readAs event: Int, fields: [Value?], unread: RawValue.Unread?, by flow: RunningFlow
    ) -> Set<Int> {
        let words = readings[flow.number]
        if words.isEmpty { return unread.map { unreadWords.words(like: $0) } ?? [] }
        let signature = flow.table.events[event].fields
        let presences = signature.indices.map { field in
            Set(words.compactMap { $0.fields(of: event).map { $0[field] != nil } })
        }
        return Set(
            words.indices.filter { word in
                if case .unrecognised(let known) = words[word] {
                    return unread.map { $0.name == known.name && $0.status == known.status } ?? false
                }
                guard let known = words[word].fields(of: event) else { return false }
                return signature.indices.allSatisfy { field in
                    signature[field].isFinite
                        ? known[field] == fields[field]
                        : presences[field].count == 1 || (known[field] == nil) == (fields[field] == nil)
                }
            })
    }

    /// The position among `happenings` of the first callback that the SDK cannot have said then; nil where all are possible. A call is
    /// always possible.
    package mutating func firstImpossible(among happenings: [Happening]) -> Int? {
        standings = [Standing(model: 0)]
        for (place, happening) in happenings.enumerated() {
            let next = happenings[place...].prefix(Self.greatestLookahead).compactMap(\.heard)
            // The SDK may have gone on by itself before, and have said what is heard later.
            let possible = closure(hearing: next)
            switch happening {
            case .called(let name):
                guard let call = system.calls.firstIndex(of: name) else { continue }
                standings = []
                for standing in possible {
                    for model in system.targets(of: call, from: standing.model) {
                        standings.insert(Standing(model: model, waiting: standing.waiting))
                    }
                }
            case .heard(let words, let isOfThisRun):
                standings = Set(possible.compactMap { $0.after(hearing: words) })
                if !isOfThisRun, !words.isDisjoint(with: lasting.values) { standings.formUnion(possible) }
            }
            if standings.isEmpty { return place }
        }
        return nil
    }

    /// Every standing that the SDK may come to by itself. `next`: what will be heard; words that are not among it stand as `unheard`.
    private mutating func closure(hearing next: [Set<Int>]) -> Set<Standing> {
        var found = standings
        var open = Array(standings)
        while let standing = open.popLast() {
            for turn in system.turns(from: standing.model) {
                if lasting[Int(turn.row)] != nil { continue }
                let waiting = heardOnes(of: standing.waiting + turn.words.map { Int($0) }, in: next)
                guard waiting.count <= greatestWaiting else { continue }
                let moved = Standing(model: turn.target, waiting: waiting)
                if found.insert(moved).inserted { open.append(moved) }
            }
        }
        return found
    }

    /// The words up to the first that will not be heard; this word and all behind it become one `unheard`.
    private func heardOnes(of waiting: [Int], in next: [Set<Int>]) -> [Int] {
        var rest = next[...]
        for (place, word) in waiting.enumerated() {
            guard let found = rest.firstIndex(where: { $0.contains(word) }) else {
                return waiting[..<place] + [Self.unheard]
            }
            rest = rest[(found + 1)...]
        }
        return waiting
    }
}

extension ProviderModel {
    /// How many words the row that says the most says back to back.
    fileprivate var longestBreath: Int {
        rows.map { if case .speech(let words) = $0.happening { words.count } else { 0 } }.max() ?? 0
    }
}

extension Table {
    /// The source that reads what the model's SDK says.
    func source(of model: ProviderModel) -> Source? {
        sources.first { $0.name == model.source?.text }
    }
}

extension Decoded {
    /// The fields of the event; nil where it is read as anything else.
    fileprivate func fields(of event: Int) -> [Value?]? {
        if case .event(event, let fields, _, _) = self { fields } else { nil }
    }
}

extension Field {
    /// Whether the log has its values, and a model names each of them.
    fileprivate var isFinite: Bool {
        guard classification == .plain else { return false }
        switch kind {
        case .bool, .enumCase, .set: return true
        case .integer, .duration, .text: return false
        }
    }
}
