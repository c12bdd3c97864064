import FlowLanguage
import FlowMachine
import Keyway

/// A run told in the spec's words, one line for each thing that happens.
package struct RunWords {
    private let machine: Machine
    private let model: ProviderModel?

    package init(_ exploration: FlowExploration) {
        machine = exploration.machine
        model = exploration.model
    }

    /// What happened, what it meant, and where the flow is then.
    package struct Line: Hashable, Sendable {
        package var happening: String
        /// `taken`, or how else the flow took it; empty where it heard nothing.
        package var disposition: String
        package var state: String
        package var effects: [String]
    }

    package func lines(of run: [Occurrence]) -> [Line] { run.map(line) }

    private func line(_ occurrence: Occurrence) -> Line {
        Line(
            happening: happening(occurrence), disposition: occurrence.disposition?.description ?? "",
            state: machine.states[occurrence.state].name.text,
            effects: occurrence.effects.map { machine.effects[$0].name })
    }

    private func happening(_ occurrence: Occurrence) -> String {
        switch occurrence.kind {
        case .command, .callback, .timer: return event(occurrence)
        case .reply(let effect): return "\(machine.effects[effect].name) answers \(event(occurrence))"
        case .told(let word, let isOld, let isDoubled):
            let remarks = (isOld ? ["old"] : []) + (isDoubled ? ["comes again"] : [])
            let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
            return "\(provider) tells \(name(word)): \(event(occurrence))\(remark)"
        case .crash: return "the app dies and comes back"
        case .lost(let word): return "\(name(word)) is lost"
        case .spoken(let words, _):
            return words.isEmpty
                ? "\(provider) ends something in silence"
                : "\(provider) speaks \(words.map(name).joined(separator: ", "))"
        }
    }

    private var provider: String { model?.name.text ?? "" }

    private func name(_ word: Int) -> String { model?.words[word].name.text ?? "" }

    /// The event with those of its fields that are of finite kinds; the others steer nothing.
    private func event(_ occurrence: Occurrence) -> String {
        guard let position = occurrence.event else { return "" }
        let signature = machine.events[position].signature
        let fields = zip(signature.fields, occurrence.fields).compactMap { field, value -> String? in
            guard let value else { return field.isOptional ? "no \(field.name)" : nil }
            return words(for: value, field).map { "\(field.name): \($0)" }
        }
        return fields.isEmpty ? signature.name : "\(signature.name)(\(fields.joined(separator: ", ")))"
    }

    private func words(for value: Value, _ field: Field) -> String? {
        switch (value, field.kind) {
        case (.bool(let flag), _): flag ? "true" : "false"
        case (.integer(let number), _): String(number)
        case (.enumCase(let position), .enumCase(let enumeration)):
            machine.enumerations[enumeration].cases[position].name
        case (.set(let bits), .set(let enumeration)):
            "{"
                + machine.enumerations[enumeration].cases.enumerated().filter { bits.has($0.offset) }
                .map(\.element.name).joined(separator: ", ") + "}"
        default: nil
        }
    }
}
