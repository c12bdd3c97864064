import FlowMachine

/// A flow as a `switch`, for test targets: one function for each state, exhaustive without `default`.
///
/// The switch is written from the machine's scopes and rows, not from the table, so that a test that compares the two
/// can find an error of either.
struct SwitchSource {
    /// The whole file.
    let text: String

    /// Writes the switch; `module` is the one that has the flow's generated types, nil when they stand beside it, and `modules` are those
    /// of the flows that lie in others.
    init(_ machine: Machine, header: GeneratedHeader, module: String?, importing modules: [String: String] = [:]) {
        let model = FlowModel(machine)
        var writer = SourceWriter()
        header.write(to: &writer)
        writer.line()
        for imported in (["KeywayCore", "KeywayTesting"] + (module.map { [$0] } ?? [])).sorted() {
            writer.line("import \(imported)")
        }
        writer.line()
        ImportedFlows(model.flowsOfEnumerations, of: modules).write(to: &writer)
        writer.documentation(["What each event means in each state of `\(model.name)`."])
        writer.block("struct \(model.name)Switch: KeywayTesting.ReadableSwitch") { writer in
            for type in ["State", "Event"] { writer.line("typealias \(type) = \(model.name).\(type)") }
            writer.line()
            writer.line("var progress: SwitchProgress<\(model.name)>")
            for staleness in CellReader.Staleness.allCases {
                let cells = CellReader(machine: machine, staleness: staleness)
                SwitchPart(model: model, cells: cells).write(to: &writer)
            }
        }
        text = writer.text
    }
}
