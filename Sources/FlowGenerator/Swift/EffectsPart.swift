import FlowMachine
import KeywayCore

/// The effects, each with what it promises.
struct EffectsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What a run orders."])
        writer.block("public enum Effect: FlowWord") { writer in
            for effect in flow.machine.effects {
                writer.documentation(effect.documentation)
                writer.documentation(flow.promises(of: effect))
                writer.enumCase(effect.name, effect.signature.fields, flow.names)
            }
        }
    }
}

/// The effects without what they carry, as packed steps tell them.
struct EffectSetPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        // A step that orders one of the others is left to the table, so no packed step tells it.
        let (told, left) = (flow.machine.effects.prefix(Self.room), flow.machine.effects.dropFirst(Self.room))
        let names = left.map { "`\($0.name)`" }.joined(separator: ", ")
        writer.documentation(
            ["The effects that a packed step has ordered, without what they carry."]
                + (left.isEmpty
                    ? [] : ["It has no room for \(names): a step that orders one of these is left to the table."]))
        writer.block("nonisolated public struct EffectSet: OptionSet, Sendable") { writer in
            for (position, effect) in told.enumerated() {
                writer.documentation(["`\(effect.name)` was ordered."])
                let name = SwiftIdentifier.escaped(effect.name)
                writer.line("public static let \(name) = EffectSet(rawValue: 1 << \(position))")
            }
            if !told.isEmpty { writer.line() }
            writer.documentation(["A bit for each effect, by its position in the table."])
            writer.line("public let rawValue: UInt32")
            writer.line()
            writer.documentation(["The effects whose bits are set."])
            writer.line("@inlinable")
            writer.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
        }
    }

    private static var room: Int { UInt32.bitWidth }
}

extension PlannedFlow {
    /// What a reader should know of an effect besides its own words.
    func promises(of effect: Machine.Effect) -> [String] {
        let signature = effect.signature
        var sentences: [String] = []
        if signature.isOnce { sentences.append("Performed at most once.") }
        if signature.isVolatile { sentences.append("Presentation only: not recorded and never repeated.") }
        if signature.startsAttempt { sentences.append("Starts an attempt.") }
        if let calls = signature.calls { sentences.append("Calls `\(calls)`.") }
        if let replies = signature.replies {
            let otherwise = machine.events[replies.otherwise].name
            let limit = SpelledDuration(milliseconds: replies.within)
            sentences.append("Without an answer within \(limit) it is `\(otherwise)`.")
        }
        return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
    }
}
