import KeywayCore

/// The generated enum `Event`, its cases in groups by who brings them.
struct EventsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What can come to a run."])
        writer.block("public enum Event: FlowEvent") { writer in
            for (place, group) in flow.model.eventGroups.enumerated() {
                if place > 0 { writer.line() }
                writer.line("// \(group.speaker.heading)")
                for event in group.events { writer.enumCase(event, flow.vocabulary) }
            }
        }
    }
}

/// The generated enum `Command`: the commands once more, without other events, as only commands can be sent to a run.
struct CommandsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What an app can ask of a run."])
        writer.block("public enum Command: FlowWord") { writer in
            for command in flow.model.commands { writer.enumCase(command, flow.vocabulary) }
        }
    }
}

extension SourceWriter {
    /// A case of an enum, for an event, an effect or a reply, with the fields that it carries.
    ///
    /// - Parameter promises: what an effect's declaration promises, such as `Performed at most once.`, for the case's documentation.
    mutating func enumCase(_ word: FlowModel.Word, promising promises: [String] = [], _ names: Vocabulary) {
        documentation(word.documentation)
        documentation(promises)
        let head = "case \(SwiftIdentifier.escaped(word.name))"
        guard !word.fields.isEmpty else { return line(head) }
        list(head + "(", names.parameters(of: word), ")", .detached)
    }
}

extension Vocabulary {
    /// The fields of the event or effect with their types, as a declaration lists them.
    func parameters(of word: FlowModel.Word) -> [String] {
        word.fields.map { "\(SwiftIdentifier.label($0.name)): \(type(of: $0))" }
    }
}

extension FlowModel.Word {
    /// The case of the enum as an expression or a pattern names it, with a dot before its name.
    var member: String { SwiftIdentifier.member(name) }

    /// The pattern of the case in a `switch`, which binds a constant to each field.
    var pattern: CasePattern { CasePattern(member, binding: fields) }

    /// The fields that `pattern` binds, as arguments of a call.
    var arguments: [String] {
        fields.map { "\(SwiftIdentifier.label($0.name)): \(SwiftIdentifier.escaped($0.name))" }
    }
}
