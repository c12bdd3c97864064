import FlowLanguage
import FlowMachine
import KeywayCore

extension FlowModel {
    /// Who brings an event to a run: the groups in which generated code lists the events.
    ///
    /// `queue` is the provider's queue that grants a lane, and `process` one that goes on with a run after another.
    enum Speaker: CaseIterable {
        case app, provider, handler, clock, queue, subFlow, process

        /// What stands above the events of the speaker.
        var heading: String {
            switch self {
            case .app: "Commands: asked by the app"
            case .provider: "Callbacks: told by the provider"
            case .handler: "Replies: answers to effects"
            case .clock: "Timers"
            case .queue: "Lanes: places in a provider's line"
            case .subFlow: "Sub-flows: how they ended"
            case .process: "Coming back"
            }
        }

        /// Whether the speaker brings events of this origin; a stale event is listed as the event that it stands for.
        func speaks(_ origin: EventSignature.Origin) -> Bool {
            switch origin {
            case .command: self == .app
            case .callback, .unrecognised: self == .provider
            case .reply: self == .handler
            case .timer: self == .clock
            case .lane: self == .queue
            case .child: self == .subFlow
            case .restored: self == .process
            case .stale: false
            }
        }
    }
}

extension FlowModel.Word {
    /// The event at a position of the machine.
    init(_ position: Int, called name: String, of machine: Machine) {
        let event = machine.events[position]
        self.init(
            position: position, name: name, fields: event.signature.fields,
            documentation: event.documentation.isEmpty
                ? Self.documentation(of: event, at: position, in: machine) : event.documentation)
    }

    /// What to say of an event of which the spec says nothing.
    private static func documentation(of event: Machine.Event, at position: Int, in machine: Machine) -> [String] {
        switch event.signature.origin {
        case .unrecognised: return ["A callback that no row of the decoder knows."]
        case .restored: return ["Another process goes on with the run; what the app showed before is gone."]
        case .timer(let timer): return [documentation(of: machine.timers[timer], in: machine)]
        case .reply:
            let answered = machine.effects.filter { $0.signature.replies?.events.contains(position) ?? false }
            return ["Answers \(answered.map { "`\($0.name)`" }.joined(separator: ", "))."]
        case .lane: return ["The place in `\(event.name)` is granted."]
        case .child(let child):
            let begun = machine.children[child]
            let final = event.name.dropFirst(begun.name.text.count + 1)
            let kept = event.signature.fields.map { "`\($0.name)`" }.joined(separator: ", ")
            let end = "The sub-flow `\(begun.name.text)` (`\(begun.flowName.text)`) has ended in `\(final)`"
            return [kept.isEmpty ? "\(end)." : "\(end), with the result \(kept)."]
        case .command, .callback, .stale: return []
        }
    }

    private static func documentation(of timer: Machine.Timer, in machine: Machine) -> String {
        let scope = machine.scopes[timer.scope]
        if timer.isSession { return "`\(timer.name)`: the run was left alone." }
        return scope.kind == .file ? "`\(timer.name)` is over." : "`\(timer.name)` of `\(scope.name.text)` is over."
    }
}
