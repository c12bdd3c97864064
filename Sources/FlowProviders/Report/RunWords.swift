import FlowLanguage
import FlowMachine
import KeywayCore

/// A run told in the spec's words, one line for each thing that happens.
package struct RunWords {
    private let flows: [Machine.NamedFlow]
    private let words: ProviderWords

    /// Names things as the flow, its sub-flows and the models that were explored do. A model is the file that says what a provider may say.
    package init(_ exploration: FlowExploration) {
        flows = exploration.machine.flowsOfLegs
        words = ProviderWords(of: exploration.models, heardBy: flows.map(\.machine))
    }

    /// What happened, what it meant, and where the flow is then.
    package struct Line: Hashable, Sendable {
        /// Who did what: `Lock tells jam: first.jammed (old)`.
        package var happening: String
        /// `taken`, or how else the flow took it; empty where it heard nothing.
        package var disposition: String
        /// Where the flow and its legs are then, `front, first.turning`.
        package var state: String
        /// What was ordered, by name.
        package var effects: [String]
    }

    /// The run's lines, from its beginning.
    package func lines(of run: [Occurrence]) -> [Line] { run.map(line) }

    private func line(_ occurrence: Occurrence) -> Line {
        let states = occurrence.legStates.map { leg in
            let flow = flows[leg.flow]
            return flow.name.map { "\($0).\(flow.machine.states[leg.state].name.text)" }
                ?? flow.machine.states[leg.state].name.text
        }
        return Line(
            happening: happening(occurrence), disposition: occurrence.disposition?.description ?? "",
            state: states.joined(separator: ", "),
            effects: occurrence.effects.map { name(flows[$0.flow].machine.effects[$0.effect].name, of: $0.flow) })
    }

    private func happening(_ occurrence: Occurrence) -> String {
        switch occurrence.kind {
        case .command, .callback, .timer, .restored: return event(occurrence)
        case .reply(let effect):
            let effect = name(flows[occurrence.flow].machine.effects[effect].name, of: occurrence.flow)
            return "\(effect) answers \(happened(to: occurrence))"
        case .limit(let effect):
            let effect = name(flows[occurrence.flow].machine.effects[effect].name, of: occurrence.flow)
            return "nobody answers \(effect) in time: \(happened(to: occurrence))"
        case .late(let effect):
            let effect = name(flows[occurrence.flow].machine.effects[effect].name, of: occurrence.flow)
            return "\(effect), of which nobody waits any more, answers \(happened(to: occurrence))"
        case .chosen(let position, let value):
            let machine = flows[0].machine
            let field = machine.variables[position].field
            let spelled = SpelledValue(value, of: field.kind, among: machine.enumerations)
            return "whoever begins the run chooses \(field.name) = \(spelled)"
        // The provider said the word before this run began, and a source that retains words keeps it for the run's legs.
        case .left(let word):
            let name = words.entries[word].name
            return "an earlier run has left \(name) of \(provider(words.entries[word].provider))"
        // A word arrives that the provider has spoken before (`spoken`, below): between the two it waited in the channel.
        case .told(let word, let isOld, let isDoubled):
            let remarks = (isOld ? ["old"] : []) + (isDoubled ? ["comes again"] : [])
            let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
            let heard = occurrence.event == nil ? "nobody hears it" : event(occurrence)
            return "\(provider(words.entries[word].provider)) tells \(words.entries[word].name): \(heard)\(remark)"
        case .crash: return "the app dies and comes back"
        case .lost(let word): return "\(words.entries[word].name) is lost"
        // No leg heard the provider for a while. Now that one hears it again, the search picks where it may have come to meanwhile.
        case .settled(let provider): return "\(self.provider(provider)) has gone on by itself until here"
        case .spoken(let spoken, let provider):
            return "\(self.provider(provider)) speaks \(spoken.map { words.entries[$0].name }.joined(separator: ", "))"
        case .silent(let row, let provider):
            let model = words.models[provider]
            // A row that leads to no other state only changes variables of the model, as where something that the SDK did is over.
            guard let state = model.rows[row].target else { return "\(model.name.text) ends something in silence" }
            return "\(model.name.text) comes to '\(model.states[state].name.text)' in silence"
        }
    }

    private func provider(_ position: Int) -> String { words.models[position].name.text }

    private func name(_ name: String, of flow: Int) -> String { flows[flow].name.map { "\($0).\(name)" } ?? name }

    /// The event behind its leg's name, `first.jammed(cause: network)`.
    private func event(_ occurrence: Occurrence) -> String { name(happened(to: occurrence), of: occurrence.flow) }

    /// The event with the values of its fields that are bools, integers, enum cases or sets, and with those of its optional fields that are
    /// absent: of texts and durations guards ask no more than that.
    private func happened(to occurrence: Occurrence) -> String {
        guard let position = occurrence.event else { return "" }
        let machine = flows[occurrence.flow].machine
        let signature = machine.events[position].signature
        let fields = zip(signature.fields, occurrence.fields).compactMap { field, value -> String? in
            guard let value else { return field.isOptional ? "no \(field.name)" : nil }
            guard field.kind.isFinite else { return nil }
            return "\(field.name): \(SpelledValue(value, of: field.kind, among: machine.enumerations))"
        }
        return fields.isEmpty ? signature.name : "\(signature.name)(\(fields.joined(separator: ", ")))"
    }

}
