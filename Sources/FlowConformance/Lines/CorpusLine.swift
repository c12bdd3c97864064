import FlowTranscripts
package import KeywayCore

/// One line of a corpus: an event that came to a run, and what a reducer of the flow must make of the event.
///
/// A corpus is the folder of test cases that `keyway conformance` writes for flows in other languages. A line without an event
/// begins a run or a leg, or gives it a situation.
package struct CorpusLine {
    /// To which walk, record, time and leg the line belongs. A walk is a run made for the corpus, to reach certain cells.
    package struct Place: Hashable {
        /// The walk's number in a file of walks, counted from 1; nil in the file of a transcript.
        package var walk: Int?
        /// The number of the event's record in the run. The effects that the event orders have it in their identities: `5.0` is the first
        /// that record 5 orders. In a line that begins a run or leg it is the number of the record that begins it, in a line that gives a
        /// situation that of the last record before.
        package var sequence: UInt64
        /// Milliseconds since the run began; the line has them as seconds, 1500 as `1.5`.
        package var at: Int64
        /// The leg of a sub-flow to which the event comes; nil for the root.
        package var leg: LegIdentity?
    }

    /// Which leg of a sub-flow is meant. All legs of one sub-flow share its name, so the number in the run tells them apart.
    package struct LegIdentity: Hashable {
        /// The leg's number, counted from 1 in the order in which the legs of the run begin.
        package var number: Int
        /// The names of the sub-flows from the root to the leg, for example `smart` or `outer.inner`.
        package var name: String
    }

    /// What a reducer makes of an event: what the event meant, and what the step orders.
    package struct Decision: Equatable {
        /// What the event meant.
        package var disposition: Disposition
        /// Whether a callback is of the current attempt, or whether the order that a reply answers was still open.
        package var stamp: Stamp
        /// The effects that the step orders, in the order in which they are to be performed.
        package var orders: [EffectOrder]
        /// What the step does with sub-flows and lanes, in order.
        package var changes: [ScopeChange]

        package init(disposition: Disposition, stamp: Stamp, orders: [EffectOrder], changes: [ScopeChange]) {
            self.disposition = disposition
            self.stamp = stamp
            self.orders = orders
            self.changes = changes
        }

        /// Takes from a reducer's step what a line tells.
        package init(_ step: Step) {
            self.init(
                disposition: step.disposition, stamp: step.stamp, orders: step.orders, changes: step.scopeChanges)
        }
    }

    /// The line as one JSON object (RFC 8259), without a line end.
    package let text: String

    /// A line on which a run or leg begins: the reducer must begin one at the line's time, and reach the situation in the line.
    init(_ words: CorpusJSON, _ place: Place, beginning begun: InitialStep) {
        text = jsonObject(
            Self.members(of: place) + [
                ("effects", jsonList(begun.orders.map(words.effect))),
                ("changes", jsonList(begun.scopeChanges.map(words.change))),
            ] + words.situation(begun.run))
    }

    /// A line that gives a situation to one run or leg: the reducer takes it as it stands, and goes on from there.
    ///
    /// It begins a walk, or stands within a run, for a leg that lost values in a restart; the other legs keep their situations.
    init(_ words: CorpusJSON, _ place: Place, givenSituation run: RunState) {
        text = jsonObject(Self.members(of: place) + [("given", "true")] + words.situation(run))
    }

    /// A line with an event, the event's position in the table, its cause, what it meant, and the run's situation afterwards.
    init(
        _ words: CorpusJSON, _ place: Place, _ event: Event, cause: String, decision: Decision, leadingTo run: RunState
    ) {
        let signature = words.table.events[event.position]
        var members = Self.members(of: place)
        members.append(("event", signature.name.json))
        members.append(("position", String(event.position)))
        members.append(("cause", cause.json))
        members.append(("with", words.values(event.fields, of: signature.fields)))
        // A callback brings its stamp along. Whether a reply is stale is decided by the reducer, so it stands behind the disposition.
        if signature.origin == .callback { members.append(("stamp", event.stamp.description.json)) }
        if let answered = event.answers { members.append(("answers", words.order(answered))) }
        members.append(("disposition", decision.disposition.description.json))
        if signature.origin == .reply { members.append(("answered", decision.stamp == .current ? "true" : "false")) }
        members.append(("effects", jsonList(decision.orders.map(words.effect))))
        members.append(("changes", jsonList(decision.changes.map(words.change))))
        text = jsonObject(members + words.situation(run))
    }

    /// The JSON members that every line begins with.
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
    /// The text of the file that has these lines.
    package var text: String { map { $0.text + "\n" }.joined() }
}
