public import FlowLanguage
public import FlowMachine
import Keyway

/// A flow as a `switch`, for test targets: one function for each state, exhaustive without `default`.
///
/// It is written from the machine's scopes and rows, not from the table, so that comparing the two means something.
public struct ReadableSwitch: Sendable {
    /// What the file of a flow is called.
    public static func fileName(of flow: String) -> String { flow + "+Switch.swift" }

    /// Words near the beginning of every such file, and of no other.
    public static let sign = ", to be read and compared with. Change the spec, not this file."

    /// The whole file.
    public let text: String

    /// Writes the switch; `module` is the one that has the flow's generated types.
    public init(_ machine: Machine, in source: SourceText, module: String) {
        let names = Vocabulary(machine)
        let file = source.path.split(separator: "/").last.map(String.init) ?? source.path
        var writer = SourceWriter()
        writer.comment("Made from \(file)\(Self.sign)")
        writer.line()
        for imported in ["Keyway", "KeywayTesting", module].sorted() { writer.line("import \(imported)") }
        writer.line()
        writer.documentation(["What each event means in each state of `\(names.flow)`."])
        writer.block("struct \(names.flow)Switch: KeywayTesting.ReadableSwitch") { writer in
            for type in ["State", "Event"] { writer.line("typealias \(type) = \(names.flow).\(type)") }
            writer.line()
            writer.line("var scene: SwitchScene<\(names.flow)>")
            for staleness in SwitchPart.Staleness.allCases {
                SwitchPart(names: names, staleness: staleness).write(to: &writer)
            }
        }
        text = writer.text
    }
}
