import FlowLanguage
import FlowMachine
import KeywayCore

/// The protocol for what performs the effects, and the answers that each may give.
struct HandlerPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation([
            "Performs what a run orders; what throws, or takes too long, is answered by the flow itself."
        ])
        writer.block("public protocol Effects: FlowEffects where Performed == \(flow.name)") { writer in
            for effect in flow.machine.effects {
                writer.documentation(effect.documentation)
                writer.documentation(flow.promises(of: effect))
                let result = effect.signature.replies == nil ? "" : " -> \(SwiftIdentifier.replyType(of: effect.name))"
                writer.list(
                    "func \(SwiftIdentifier.escaped(effect.name))(", parameters(of: effect),
                    ") async throws\(result)", .detached)
            }
            for child in flow.machine.children {
                writer.documentation(["Performs what the sub-flow `\(child.name.text)` orders."])
                writer.line(
                    "var \(SwiftIdentifier.escaped(child.name.text)): any \(child.flowName.text).Effects { get }")
            }
        }
        for effect in flow.machine.effects {
            guard let replies = effect.signature.replies else { continue }
            writer.line()
            write(replies, of: effect, to: &writer)
        }
    }

    private func parameters(of effect: Machine.Effect) -> [String] {
        effect.signature.fields.map { "\(SwiftIdentifier.label($0.name)): \(flow.names.type(of: $0))" }
    }

    private func write(_ replies: EffectSignature.Replies, of effect: Machine.Effect, to writer: inout SourceWriter) {
        let events = replies.events.map { flow.machine.events[$0] }
        writer.documentation(["An answer to `\(effect.name)`."])
        writer.block("public enum \(SwiftIdentifier.replyType(of: effect.name)): FlowReply") { writer in
            for event in events {
                writer.documentation(event.documentation)
                writer.enumCase(event.name, event.signature.fields, flow.names)
            }
            writer.line()
            writer.documentation(["The event that tells it."])
            writer.block("public var event: \(flow.name).Event") { writer in
                writer.choice("self") { writer in
                    for event in events {
                        let word = WordPart.Word(position: 0, name: event.name, fields: event.signature.fields)
                        let arguments = word.fields.map {
                            "\(SwiftIdentifier.label($0.name)): \(SwiftIdentifier.escaped($0.name))"
                        }
                        writer.caseLine(word.pattern) { writer in
                            arguments.isEmpty
                                ? writer.line(word.member) : writer.list("\(word.member)(", arguments, ")")
                        }
                    }
                }
            }
        }
    }
}

/// The way from an effect to its handler's method, and from its answer to the event.
struct PerformingPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.block("nonisolated extension \(flow.name).Effects") { writer in
            // Called where the caller is, so that an actor hears its orders in the order of the log.
            writer.documentation(["Has the effect performed by its own method; nil where no answer is declared."])
            writer.list(
                "nonisolated(nonsending) public func perform(", ["_ effect: \(flow.name).Effect"],
                ") async throws -> \(flow.name).Event? {", .detached)
            writer.indented { writer in
                // Of a flow without effects there is none to be performed, and Swift warns of any body.
                guard !flow.machine.effects.isEmpty else { return }
                writer.choice("effect") { writer in
                    for effect in flow.machine.effects { write(effect, to: &writer) }
                }
            }
            writer.line("}")
            if !flow.machine.children.isEmpty { writeLegs(to: &writer) }
        }
    }

    /// Hands an order of a leg on to the handlers of its flow.
    private func writeLegs(to writer: inout SourceWriter) {
        writer.line()
        writer.documentation([
            "Has an order of a sub-flow performed by its handlers; without a name it is the flow's own."
        ])
        writer.list(
            "nonisolated(nonsending) public func perform(",
            ["_ order: EffectOrder", "in leg: ArraySlice<String>"], ") async throws -> EffectOrder.Reply? {", .detached)
        writer.indented { writer in
            writer.choice("leg.first") { writer in
                writer.line("case nil: return try await perform(order)")
                for child in flow.machine.children {
                    let name = child.name.text
                    writer.caseLine(CasePattern("\"\(name)\"?")) { writer in
                        writer.line(
                            "return try await \(SwiftIdentifier.escaped(name)).perform(order, in: leg.dropFirst())")
                    }
                }
                writer.line("case let stranger?: throw EffectOrder.UnknownLeg(name: stranger)")
            }
        }
        writer.line("}")
    }

    private func write(_ effect: Machine.Effect, to writer: inout SourceWriter) {
        let word = WordPart.Word(position: 0, name: effect.name, fields: effect.signature.fields)
        let arguments = word.fields.map { "\(SwiftIdentifier.label($0.name)): \(SwiftIdentifier.escaped($0.name))" }
        writer.caseHead(word.pattern)
        writer.indented { writer in
            // A bound value of the method's name would hide it, and so does the parameter.
            let isHidden = effect.name == "effect" || word.fields.contains { $0.name == effect.name }
            let call = "try await \(isHidden ? "self." : "")\(SwiftIdentifier.escaped(effect.name))("
            if effect.signature.replies == nil {
                writer.list(call, arguments, ")")
                writer.line("return nil")
            } else {
                writer.list("return " + call, arguments, ").event")
            }
        }
    }
}
