import FlowTranscripts
package import KeywayCore

/// One line of a corpus: what came to a run, and what a flow must make of it.
package struct CorpusLine {
    /// Where the line belongs.
    package struct Place: Hashable {
        /// Counted in a file of walks; nil in that of a transcript.
        package var walk: Int?
        /// That of the record which tells it; effects take their identity from it.
        package var sequence: UInt64
        /// Since the beginning, in milliseconds.
        package var at: Int64
        /// Of a sub-flow's leg its number and the names from the root to it; nil for the root.
        package var leg: LegNumber?
    }

    /// A leg of a sub-flow: one name may have several, one after the other.
    package struct LegNumber: Hashable {
        package var number: Int
        package var name: String
    }

    /// What a reducer makes of an event: what it meant, and what it orders.
    package struct Decision: Equatable {
        package var disposition: Disposition
        package var stamp: Stamp
        package var orders: [EffectOrder]
        package var changes: [ScopeChange]

        package init(disposition: Disposition, stamp: Stamp, orders: [EffectOrder], changes: [ScopeChange]) {
            self.disposition = disposition
            self.stamp = stamp
            self.orders = orders
            self.changes = changes
        }

        package init(_ step: Step) {
            self.init(
                disposition: step.disposition, stamp: step.stamp, orders: step.orders, changes: step.scopeChanges)
        }
    }

    /// In RFC 8259's notation, without a line end.
    package let text: String

    /// A run that begins, as its flow begins it.
    init(_ words: CorpusWords, _ place: Place, beginning begun: Begun) {
        text = jsonObject(
            Self.members(of: place) + [
                ("effects", jsonList(begun.orders.map(words.effect))),
                ("changes", jsonList(begun.scopeChanges.map(words.change))),
            ] + words.situation(begun.run))
    }

    /// A run that is given as it stands.
    init(_ words: CorpusWords, _ place: Place, given run: RunState) {
        text = jsonObject(Self.members(of: place) + [("given", "true")] + words.situation(run))
    }

    /// An event, what brought it, what it meant, and where the run stands afterwards.
    init(
        _ words: CorpusWords, _ place: Place, _ event: Event, cause: String, decision: Decision, leadingTo run: RunState
    ) {
        let signature = words.table.events[event.position]
        var members = Self.members(of: place)
        members.append(("event", signature.name.json))
        members.append(("position", String(event.position)))
        members.append(("cause", cause.json))
        members.append(("with", words.values(event.fields, of: signature.fields)))
        if signature.origin == .callback { members.append(("stamp", event.stamp.description.json)) }
        if let answered = event.answers { members.append(("answers", words.order(answered))) }
        members.append(("disposition", decision.disposition.description.json))
        if signature.origin == .reply { members.append(("answered", decision.stamp == .current ? "true" : "false")) }
        members.append(("effects", jsonList(decision.orders.map(words.effect))))
        members.append(("changes", jsonList(decision.changes.map(words.change))))
        text = jsonObject(members + words.situation(run))
    }

    private static func members(of place: Place) -> [(name: String, json: String)] {
        var members: [(name: String, json: String)] = []
        if let walk = place.walk { members.append(("walk", String(walk))) }
        members.append(("sequence", String(place.sequence)))
        members.append(("at", place.at.seconds))
        if let leg = place.leg {
            members.append(("leg", String(leg.number)))
            members.append(("of", leg.name.json))
        }
        return members
    }
}

extension [CorpusLine] {
    /// The file that has the lines.
    package var text: String { map { $0.text + "\n" }.joined() }
}
