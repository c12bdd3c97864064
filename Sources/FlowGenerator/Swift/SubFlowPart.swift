/// The generated constant by which code names a sub-flow of the flow, such as `.silent`.
struct SubFlowPart: SwiftPart {
    let flow: PlannedFlow
    let child: FlowModel.Child

    func write(to writer: inout SourceWriter) {
        writer.block("nonisolated extension SubFlow where Parent == \(flow.name), Child == \(child.flow)") { writer in
            writer.documentation(["The sub-flow `\(child.name)` of `\(flow.name)`."])
            writer.line("public static var \(SwiftIdentifier.escaped(child.name)): Self {")
            writer.indented { $0.line("Self(declared: \(Vocabulary.quoted(child.name)))") }
            writer.line("}")
        }
    }
}
