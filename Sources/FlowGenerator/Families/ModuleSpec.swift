package import FlowLanguage
import FlowMachine

/// One spec of a build: its text, its flow, and the flows of its sub-flows, from which follows which other specs its generated code needs.
package struct ModuleSpec: Sendable {
    package let source: SourceText
    /// The module that has the generated flow; nil for the one whose flow is being made.
    package let module: String?
    /// The flow that the text declares; nil for a text that declares none.
    package let flow: String?
    /// The flows of its sub-flows, each as often as the text names it.
    let children: [Name]

    package init(_ source: SourceText, in module: String? = nil) {
        self.source = source
        self.module = module
        let spec = parse(source).spec.flatMap { $0.isProvider ? nil : $0 }
        flow = spec?.name.text
        children = spec?.childFlows ?? []
    }
}
