import FlowLanguage
import FlowMachine

/// A sub-flow as runs of its parent name it.
struct SubFlowPart: SwiftPart {
    let flow: PlannedFlow
    let child: Machine.Child

    func write(to writer: inout SourceWriter) {
        let childFlow = child.flowName.text
        writer.block("nonisolated extension SubFlow where Parent == \(flow.name), Child == \(childFlow)") { writer in
            writer.documentation(["The sub-flow `\(child.name.text)` of `\(flow.name)`."])
            writer.line("public static var \(SwiftIdentifier.escaped(child.name.text)): Self {")
            writer.indented { $0.line("Self(declared: \(Vocabulary.quoted(child.name.text)))") }
            writer.line("}")
        }
    }
}
