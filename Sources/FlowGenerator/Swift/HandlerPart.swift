import KeywayCore

/// The generated protocol `Effects`, which an app's handlers conform to, and an enum of the replies of each effect that has any.
struct HandlerPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation([
            "Performs what a run orders; what throws, or takes too long, is answered by the flow itself."
        ])
        writer.block("public protocol Effects: FlowEffects where Performed == \(flow.name)") { writer in
            for effect in flow.model.effects {
                let word = effect.word
                let isDocumented = !word.documentation.isEmpty || !effect.promises.isEmpty
                writer.documentation(isDocumented ? word.documentation : ["Performs `\(word.name)`."])
                writer.documentation(effect.promises)
                writer.documentation(ParameterList(word.fields, of: flow.model).lines)
                let result = effect.replies == nil ? "" : " -> \(SwiftIdentifier.replyType(of: word.name))"
                writer.list(
                    "func \(SwiftIdentifier.escaped(word.name))(", flow.vocabulary.parameters(of: word),
                    ") async throws\(result)", .detached)
            }
            for child in flow.model.children {
                writer.documentation(["Performs what the sub-flow `\(child.name)` orders."])
                writer.line("var \(SwiftIdentifier.escaped(child.name)): any \(child.flow).Effects { get }")
            }
        }
        for effect in flow.model.effects {
            guard let replies = effect.replies else { continue }
            writer.line()
            write(replies, of: effect.word, to: &writer)
        }
    }

    private func write(_ replies: [FlowModel.Word], of effect: FlowModel.Word, to writer: inout SourceWriter) {
        writer.documentation(["An answer to `\(effect.name)`."])
        writer.block("public enum \(SwiftIdentifier.replyType(of: effect.name)): FlowReply") { writer in
            for reply in replies { writer.enumCase(reply, flow.vocabulary) }
            writer.line()
            writer.documentation(["The effect that it answers, by its position in the table."])
            writer.line("public var effect: Int { \(effect.position) }")
            writer.line()
            writer.documentation(["The event that tells it."])
            writer.block("public var event: \(flow.name).Event") { writer in
                writer.switchBlock("self") { writer in
                    for reply in replies {
                        writer.caseLine(reply.pattern) { writer in
                            reply.fields.isEmpty
                                ? writer.line(reply.member) : writer.list("\(reply.member)(", reply.arguments, ")")
                        }
                    }
                }
            }
        }
    }
}

/// The generated method `perform`, which calls the handler's method for an effect and makes an event of the answer.
struct PerformingPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.block("nonisolated extension \(flow.name).Effects") { writer in
            // `nonsending`: the method runs on its caller's actor, so an actor hears its orders in the log's order.
            writer.documentation(
                ["Has the effect performed by its own method; nil where no answer is declared."]
                    + ParameterList(parameters: [("effect", "the effect, with what it carries.")]).lines)
            writer.list(
                "nonisolated(nonsending) public func perform(", ["_ effect: \(flow.name).Effect"],
                ") async throws -> \(flow.name).Event? {", .detached)
            writer.indented { writer in
                // A flow without effects has no effect to perform, and Swift warns of any body.
                guard !flow.model.effects.isEmpty else { return }
                writer.switchBlock("effect") { writer in
                    for effect in flow.model.effects { write(effect, to: &writer) }
                }
            }
            writer.line("}")
            if !flow.model.children.isEmpty { writeLegs(to: &writer) }
        }
    }

    /// Writes the method that hands an order of a sub-flow on to the handlers for the sub-flow's flow.
    private func writeLegs(to writer: inout SourceWriter) {
        writer.line()
        writer.documentation(
            ["Has an order of a sub-flow performed by its handlers."]
                + ParameterList(parameters: [
                    ("order", "an order of the flow or of one of its sub-flows."),
                    ("leg", "the names of the sub-flow and of those inside it; none for an order of the flow itself."),
                ]).lines)
        writer.list(
            "nonisolated(nonsending) public func perform(",
            ["_ order: EffectOrder", "in leg: ArraySlice<String>"], ") async throws -> EffectOrder.Reply? {", .detached)
        writer.indented { writer in
            writer.switchBlock("leg.first") { writer in
                writer.line("case nil: return try await perform(order)")
                for child in flow.model.children {
                    let handlers = "self.\(SwiftIdentifier.escaped(child.name))"
                    writer.caseLine(CasePattern("\"\(child.name)\"?")) { writer in
                        writer.line("return try await \(handlers).perform(order, in: leg.dropFirst())")
                    }
                }
                writer.line("case let stranger?: throw EffectOrder.UnknownLeg(name: stranger)")
            }
        }
        writer.line("}")
    }

    private func write(_ effect: FlowModel.Effect, to writer: inout SourceWriter) {
        let word = effect.word
        writer.caseHead(word.pattern)
        writer.indented { writer in
            // With `self.`, because a field or a parameter of the method's name would hide it.
            let call = "try await self.\(SwiftIdentifier.escaped(word.name))("
            if effect.replies == nil {
                writer.list(call, word.arguments, ")")
                writer.line("return nil")
            } else {
                writer.list("return " + call, word.arguments, ").event", .detached)
            }
        }
    }
}
