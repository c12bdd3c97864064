/// A raw callback as a flow and its sub-flows read it: each decodes it once, before it is known which leg hears it.
package struct CallbackReading: Sendable {
    /// Identifies a source across all flows that read it.
    package struct SourceName: Hashable, Sendable {
        package var name: String
        /// What the provider calls the type of its response or delegate.
        package var typeName: String

        package init(_ source: Source) {
            name = source.name
            typeName = source.typeName
        }

        package init(name: String, typeName: String) {
            self.name = name
            self.typeName = typeName
        }
    }

    /// What tells retained callbacks apart: of two with the same key the later one takes the place of the earlier one.
    ///
    /// A source that retains a callback keeps it for runs and legs that begin later.
    package struct RetainedKey: Hashable, Sendable {
        package var source: SourceName
        /// What the callback has in the field that its source names in `by`, such as `success`.
        package var kind: RawValue

        package init(source: SourceName, kind: RawValue) {
            self.source = source
            self.kind = kind
        }
    }

    /// What each flow decodes the callback as, by the flow's number: 0 is the root's.
    private let decoded: [Decoded]
    /// Whether the source that each flow reads the callback by tells attempts apart, by the flow's number: no `singleton` source does.
    private let tellsAttempt: [Bool]
    /// The keys under which the flows' sources retain the callback, each once; none where no flow declares it
    /// `retained`.
    package let retained: [RetainedKey]
    /// The callback with the first flow and source that read it, which know its name where no leg of that flow has begun.
    ///
    /// Empty where no flow reads it, and in a run without sub-flows; at most one, in a list so that a reading stays small.
    private let readers: [(callback: RawValue, flow: RunningFlow, source: Source)]

    /// Reads the callback by the flow and all of its sub-flows.
    package init(_ callback: RawValue, by flow: RunningFlow) {
        var retained: [RetainedKey] = []
        var tellsAttempt: [Bool] = []
        var reader: (flow: RunningFlow, source: Source)?
        func read(_ flow: RunningFlow) -> Decoded {
            let (decoded, source) = flow.read(callback)
            if reader == nil, let source { reader = (flow, source) }
            if case .event(_, _, _, isRetained: true) = decoded, let source, case .object(let members) = callback,
                let kind = members[source.by]
            {
                let key = RetainedKey(source: SourceName(source), kind: kind)
                if !retained.contains(key) { retained.append(key) }
            }
            tellsAttempt.append(source.map { !$0.isSingleton } ?? false)
            return decoded
        }
        decoded = [read(flow)] + flow.descendants.map(read)
        self.tellsAttempt = tellsAttempt
        self.retained = retained
        readers = decoded.count == 1 ? [] : reader.map { [(callback, $0.flow, $0.source)] } ?? []
    }

    /// A callback of which is known only what one flow reads it as: no other flow reads it, and no source retains it.
    ///
    /// - Parameters:
    ///   - event: by its position among the events of `reader`.
    ///   - root: the flow of the run; `reader` is this one or one of its sub-flows.
    package init(_ event: Int, fields: [Value?], readBy reader: RunningFlow, of root: RunningFlow) {
        let unread = Decoded.unrecognised(RawValue.Unread(.object([:]), of: nil, withholding: []))
        let flows = [root] + root.descendants
        decoded = flows.map { flow in
            flow.number == reader.number ? .event(event, fields: fields, row: 0, isRetained: false) : unread
        }
        tellsAttempt = flows.map { $0.number == reader.number && reader.table.tellsAttempts(of: event) }
        retained = []
        readers = []
    }

    /// What the flow decodes the callback as.
    package func decoded(by flow: RunningFlow) -> Decoded { decoded[flow.number] }

    /// Whether the source that the flow reads the callback by can say which attempt the callback is of: a singleton
    /// source cannot, also where another source has the same event.
    package func tellsAttempt(to flow: RunningFlow) -> Bool { tellsAttempt[flow.number] }

    /// The leg that hears the callback, and what that leg's flow decodes it as.
    ///
    /// Of the legs whose flow reads the callback, the newest that has not ended hears it, else the newest that has. A callback that no leg
    /// reads goes to the root as unrecognised; its name is kept also where only a sub-flow that has not begun knows the name. `preferred`
    /// is the leg that made the call which the callback answers, nil where that is not known: if its flow reads the callback, this leg
    /// hears it, whatever the other legs are.
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
                // Where no flow reads the callback, the first reading counts that has the callback's name.
                if case .unrecognised(let found) = decoded, unread?.name == nil { unread = found }
            }
        }
        if unread?.name == nil { unread = unreadBeforeLegs ?? unread }
        return (0, unread.map { .unrecognised($0) } ?? decoded(by: tree.root.flow))
    }

    /// What is kept of the callback by a flow that knows its name, whether or not a leg of that flow has begun; nil where no flow does.
    private var unreadBeforeLegs: RawValue.Unread? {
        if let (callback, flow, source) = readers.first {
            return RawValue.Unread(callback, of: source, withholding: flow.classifiedPaths)
        }
        return decoded.lazy.compactMap { decoded in
            if case .unrecognised(let unread) = decoded, unread.name != nil { unread } else { nil }
        }.first
    }
}
