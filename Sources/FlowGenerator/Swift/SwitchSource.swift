import FlowMachine

/// A flow as a `switch`, for test targets: one function for each state, exhaustive without `default`.
///
/// It is written from the machine's scopes and rows, not from the table, so that comparing the two means something.
struct SwitchSource {
    /// The whole file.
    let text: String

    /// Writes the switch; `module` is the one that has the flow's generated types, nil when they stand beside it.
    init(_ machine: Machine, header: GeneratedHeader, module: String?) {
        let names = Vocabulary(machine)
        var writer = SourceWriter()
        header.write(to: &writer)
        writer.line()
        for imported in (["Keyway", "KeywayTesting"] + (module.map { [$0] } ?? [])).sorted() {
            writer.line("import \(imported)")
        }
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
