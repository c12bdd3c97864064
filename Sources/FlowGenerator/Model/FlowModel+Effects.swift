import FlowLanguage
import FlowMachine
import KeywayCore

extension FlowModel {
    /// An order to the app, with what the declaration promises and with the replies that it may get.
    struct Effect {
        /// The effect's name and fields, with the documentation that the spec has for it.
        var word: Word
        /// Further documentation, made from the declaration, for example that the effect is performed at most once.
        var promises: [String]
        /// The events that answer the effect; nil for an effect that is not answered.
        var replies: [Word]?
    }
}

extension FlowModel.Effect {
    init(_ position: Int, of machine: Machine) {
        let effect = machine.effects[position]
        word = FlowModel.Word(
            position: position, name: effect.name, fields: effect.signature.fields,
            documentation: effect.documentation)
        promises = Self.promises(of: effect.signature, in: machine)
        replies = effect.signature.replies?.events.map { position in
            let event = machine.events[position]
            return FlowModel.Word(
                position: position, name: event.name, fields: event.signature.fields,
                documentation: event.documentation)
        }
    }

    /// The sentences about the effect's attributes, as one line; none where it has no attribute.
    private static func promises(of effect: EffectSignature, in machine: Machine) -> [String] {
        var sentences: [String] = []
        if effect.isOnce { sentences.append("Performed at most once.") }
        if effect.isVolatile { sentences.append("Presentation only: not recorded and never repeated.") }
        if effect.startsAttempt { sentences.append("Starts an attempt.") }
        if let calls = effect.calls { sentences.append("Calls `\(calls)`.") }
        if let replies = effect.replies {
            let otherwise = machine.events[replies.otherwise].name
            let limit = SpelledDuration(milliseconds: replies.within)
            sentences.append("Without an answer within \(limit) it is `\(otherwise)`.")
        }
        return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
    }
}
