import KeywayCore

/// The members of a generated enum that turn a case into its position and values in the table, and back.
struct WordPart: SwiftPart {
    let flow: PlannedFlow
    /// `Event`, `Command` or `Effect`.
    let type: String
    /// The cases of that enum: the flow's events, commands or effects.
    let words: [FlowModel.Word]

    /// The parts for a flow's `Event`, `Command` and `Effect`.
    static func all(of flow: PlannedFlow) -> [any SwiftPart] {
        [
            WordPart(flow: flow, type: "Event", words: flow.model.events),
            WordPart(flow: flow, type: "Command", words: flow.model.commands),
            WordPart(flow: flow, type: "Effect", words: flow.model.effects.map(\.word)),
        ]
    }

    func write(to writer: inout SourceWriter) {
        writer.block("nonisolated extension \(flow.name).\(type)") { writer in
            writePosition(to: &writer)
            writer.line()
            writeValues(to: &writer)
            writer.line()
            writeReading(to: &writer)
        }
    }

    private func writePosition(to writer: inout SourceWriter) {
        writer.documentation(["Its position in the table."])
        writer.block("public var position: Int") { writer in
            guard !words.isEmpty else { return writer.line("switch self {}") }
            writer.switchBlock("self") { writer in
                for word in words { writer.line("case \(word.member): \(word.position)") }
            }
        }
    }

    private func writeValues(to writer: inout SourceWriter) {
        writer.documentation(["What it carries, in the order of its fields."])
        writer.block("public var values: [Value?]") { writer in
            guard !words.isEmpty else { return writer.line("switch self {}") }
            let (carrying, bare) = (words.filter { !$0.fields.isEmpty }, words.filter(\.fields.isEmpty))
            guard !carrying.isEmpty else { return writer.line("[]") }
            writer.switchBlock("self") { writer in
                for word in carrying {
                    let values = word.fields.map {
                        flow.vocabulary.value(of: $0, named: SwiftIdentifier.escaped($0.name))
                    }
                    writer.caseLine(word.pattern) { writer in
                        writer.list("[", values, "]", .array)
                    }
                }
                if !bare.isEmpty { writer.patterns(bare.map(\.member), ": []") }
            }
        }
    }

    private func writeReading(to writer: inout SourceWriter) {
        writer.documentation(
            ["The \(type.lowercased()) at a position of the table, with values that its fields can have."]
                + ParameterList(parameters: [
                    ("position", "its position in the table."), ("values", "as many, in the order of its fields."),
                ]).lines)
        writer.block("public init(position: Int, values: [Value?]) throws(Value.Mismatch)") { writer in
            guard !words.isEmpty else { return writer.line("throw Value.Mismatch()") }
            let readsFields = words.contains { !$0.fields.isEmpty }
            writer.line("\(readsFields ? "var" : "let") fields = Value.Reader(values)")
            writer.switchBlock("position") { writer in
                for word in words {
                    let head = "case \(word.position): self = \(word.member)"
                    guard !word.fields.isEmpty else {
                        writer.line(head)
                        continue
                    }
                    let readings = word.fields.map {
                        "\(SwiftIdentifier.label($0.name)): \(flow.vocabulary.reading($0))"
                    }
                    writer.caseLine(CasePattern("\(word.position)")) { writer in
                        writer.list("self = \(word.member)(", readings, ")")
                    }
                }
                writer.line("default: throw Value.Mismatch()")
            }
            writer.line("try fields.finish()")
        }
    }
}
