/// A raw callback as a flow and its sub-flows read it: decoded once, whoever of them hears it.
package struct CallbackReading: Sendable {
    /// A source as all flows that read it know it.
    package struct SourceName: Hashable, Sendable {
        package var name: String
        package var callbackName: String

        package init(_ source: Source) {
            name = source.name
            callbackName = source.callbackName
        }
    }

    /// What a source retained, by which a later callback of the same kind takes the place of an earlier one.
    package struct RetainedKey: Hashable, Sendable {
        package var source: SourceName
        /// What stands in the field that the source goes by.
        package var word: RawValue
    }

    /// What each flow makes of it, by the flow's number.
    private let decoded: [Decoded]
    /// As what the flows' sources retain it, each once; none where no flow declares it `retained`.
    package let retained: [RetainedKey]

    /// Reads the callback by the flow and all of its sub-flows.
    package init(_ callback: RawValue, by flow: RunningFlow) {
        var retained: [RetainedKey] = []
        func read(_ flow: RunningFlow) -> Decoded {
            let (decoded, source) = flow.table.read(callback)
            if case .event(_, _, _, isRetained: true) = decoded, let source, case .object(let members) = callback,
                let word = members[source.by]
            {
                let key = RetainedKey(source: SourceName(source), word: word)
                if !retained.contains(key) { retained.append(key) }
            }
            return decoded
        }
        decoded = [read(flow)] + flow.descendants.map(read)
        self.retained = retained
    }

    /// What the flow makes of it.
    package func decoded(by flow: RunningFlow) -> Decoded { decoded[flow.number] }

    /// The leg that hears it, and as what: the newest that runs and reads it, else the newest that has ended and does; what
    /// nobody reads is the root's.
    ///
    /// `preferred` is the leg that made the call which the callback answers, where that is known: it hears it if it reads it.
    package func listener(in tree: LegTree, preferring preferred: Int? = nil) -> (leg: Int, decoded: Decoded) {
        let legs = tree.legs
        if let preferred, legs.indices.contains(preferred) {
            let decoded = decoded(by: legs[preferred].flow)
            if case .event = decoded { return (preferred, decoded) }
        }
        var unread: RawValue.Unread?
        for wantsEnded in [false, true] {
            for leg in legs.indices.reversed()
            where legs[leg].isEnded == wantsEnded && (leg == 0 || !legs[leg].flow.table.sources.isEmpty) {
                let decoded = decoded(by: legs[leg].flow)
                if case .event = decoded { return (leg, decoded) }
                // Whoever knows the callback's name tells what is kept of it.
                if case .unrecognised(let told) = decoded, unread?.name == nil { unread = told }
            }
        }
        return (0, unread.map { .unrecognised($0) } ?? decoded(by: tree.root.flow))
    }
}
