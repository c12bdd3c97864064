import FlowMachine
import Keyway

/// The effects, each with what it promises.
struct EffectsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.line("/// What a run orders.")
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
        writer.line("/// Effects without what they carry.")
        writer.block("public struct EffectSet: OptionSet, Sendable") { writer in
            // A packed table leaves what orders others to the table.
            for (position, effect) in flow.machine.effects.enumerated().prefix(UInt32.bitWidth) {
                let name = SwiftIdentifier.escaped(effect.name)
                writer.line("public static let \(name) = EffectSet(rawValue: 1 << \(position))")
            }
            if !flow.machine.effects.isEmpty { writer.line() }
            writer.line("public let rawValue: UInt32")
            writer.line()
            writer.line("@inlinable")
            writer.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
        }
    }
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
            sentences.append("Without an answer within \(Self.words(for: replies.within)) it is `\(otherwise)`.")
        }
        return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
    }

    /// `10 s`, `1500 ms`.
    private static func words(for milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
