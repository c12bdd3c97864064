/// The generated option set of the effects, without their arguments, in which a packed step tells what it ordered.
struct EffectSetPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        // Only the first effects have a bit. A step that orders one of the others is left to the table.
        let withBit = flow.model.effects.prefix(Self.room)
        let withoutBit = flow.model.effects.dropFirst(Self.room)
        let names = withoutBit.map { "`\($0.word.name)`" }.joined(separator: ", ")
        writer.documentation(
            ["The effects that a packed step has ordered, without what they carry."]
                + (withoutBit.isEmpty
                    ? [] : ["It has no room for \(names): a step that orders one of these is left to the table."]))
        writer.block("nonisolated public struct EffectSet: OptionSet, Sendable") { writer in
            for (position, effect) in withBit.enumerated() {
                writer.documentation(["`\(effect.word.name)` was ordered."])
                let name = SwiftIdentifier.escaped(effect.word.name)
                writer.line("public static let \(name) = EffectSet(rawValue: 1 << \(position))")
            }
            if !withBit.isEmpty { writer.line() }
            writer.documentation(["A bit for each effect, by its position in the table."])
            writer.line("public let rawValue: UInt32")
            writer.line()
            writer.documentation(
                ["The effects whose bits are set."]
                    + ParameterList(parameters: [("rawValue", "a bit for each effect.")]).lines)
            writer.line("@inlinable")
            writer.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
        }
    }

    /// How many effects have a bit.
    private static var room: Int { UInt32.bitWidth }
}
