import FlowLanguage
import FlowMachine
import KeywayCore

/// The events, by who speaks them.
struct EventsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What can come to a run."])
        writer.block("public enum Event: FlowEvent") { writer in
            var isFirst = true
            for (heading, isMeant) in Self.groups {
                let cases = flow.names.cases.filter { isMeant($0.event.signature.origin) }
                guard !cases.isEmpty else { continue }
                if !isFirst { writer.line() }
                isFirst = false
                writer.line("// \(heading)")
                for (position, name, event) in cases {
                    writer.documentation(documentation(of: event, at: position))
                    writer.enumCase(name, event.signature.fields, flow.names)
                }
            }
        }
    }

    private static let groups: [(String, @Sendable (EventSignature.Origin) -> Bool)] = [
        ("Commands: asked by the app", { $0 == .command }),
        ("Callbacks: told by the provider", { $0 == .callback || $0 == .unrecognised }),
        ("Replies: answers to effects", { $0 == .reply }),
        ("Timers", { if case .timer = $0 { true } else { false } }),
        ("Lanes: places in a provider's line", { if case .lane = $0 { true } else { false } }),
        ("Sub-flows: how they ended", { if case .child = $0 { true } else { false } }),
        ("Coming back", { $0 == .restored }),
    ]

    private func documentation(of event: Machine.Event, at position: Int) -> [String] {
        if !event.documentation.isEmpty { return event.documentation }
        switch event.signature.origin {
        case .unrecognised: return ["A callback that no row of the decoder knows."]
        case .restored: return ["Another process goes on with the run; what the app showed before is gone."]
        case .timer(let timer): return [documentation(of: flow.machine.timers[timer])]
        case .reply: return ["Answers \(effects(answeredBy: position))."]
        case .lane: return ["The place in `\(event.name)` is granted."]
        case .child(let child):
            let begun = flow.machine.children[child]
            let final = event.name.dropFirst(begun.name.text.count + 1)
            let kept = event.signature.fields.map { "`\($0.name)`" }.joined(separator: ", ")
            let end = "The sub-flow `\(begun.name.text)` (`\(begun.flowName.text)`) has ended in `\(final)`"
            return [kept.isEmpty ? "\(end)." : "\(end), which keeps \(kept)."]
        case .command, .callback, .stale: return []
        }
    }

    private func effects(answeredBy event: Int) -> String {
        let answered = flow.machine.effects.filter { $0.signature.replies?.events.contains(event) ?? false }
        return answered.map { "`\($0.name)`" }.joined(separator: ", ")
    }

    private func documentation(of timer: Machine.Timer) -> String {
        let scope = flow.machine.scopes[timer.scope]
        if timer.isSession { return "`\(timer.name)`: the run was left alone." }
        return scope.kind == .file ? "`\(timer.name)` is over." : "`\(timer.name)` of `\(scope.name.text)` is over."
    }
}

/// The commands apart from the other events: only these can be sent to a run.
struct CommandsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What an app can ask of a run."])
        writer.block("public enum Command: FlowWord") { writer in
            for (_, name, event) in flow.names.cases where event.signature.origin == .command {
                writer.documentation(event.documentation)
                writer.enumCase(name, event.signature.fields, flow.names)
            }
        }
    }
}

extension SourceWriter {
    /// A case of an enum, with the fields that it carries.
    mutating func enumCase(_ name: String, _ fields: [Field], _ names: Vocabulary) {
        let head = "case \(SwiftIdentifier.escaped(name))"
        guard !fields.isEmpty else { return line(head) }
        let labels = fields.map { "\(SwiftIdentifier.label($0.name)): \(names.type(of: $0))" }
        list(head + "(", labels, ")", .detached)
    }
}
