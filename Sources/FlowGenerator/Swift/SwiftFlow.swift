public import FlowLanguage
public import FlowMachine
import KeywayCore

/// A flow as Swift: what an app links.
///
/// The machine must have passed the rules, and nothing in it may wait for a later version of the language.
public struct SwiftFlow: Sendable {
    /// What the file of a flow is called.
    public static func fileName(of flow: String) -> String { flow + ".swift" }

    /// Words near the beginning of every generated file, and of no other.
    public static let sign = "by 'keyway generate "

    /// The whole file.
    public let text: String

    /// Writes the flow that was read from the text; of its path only the file's name counts.
    public init(_ machine: Machine, in source: SourceText) {
        let flow = PlannedFlow(machine, in: source)
        var writer = SourceWriter()
        GeneratedHeader(spec: flow.annotations.file, call: flow.name).write(to: &writer)
        writer.line()
        writer.line("public import Keyway")
        writer.line()
        writer.documentation(machine.documentation.isEmpty ? ["The flow `\(flow.name)`."] : machine.documentation)
        writer.block("nonisolated public enum \(flow.name): Flow") { writer in
            let parts: [any SwiftPart] = [
                StatesPart(flow: flow), EventsPart(flow: flow), CommandsPart(flow: flow), EffectsPart(flow: flow),
                ContextPart(flow: flow),
                EnumerationsPart(flow: flow), HandlerPart(flow: flow),
            ]
            for (place, part) in parts.filter({ !$0.isEmpty }).enumerated() {
                if place > 0 { writer.line() }
                part.write(to: &writer)
            }
        }
        for part in WordPart.all(of: flow) + [
            ContextValuesPart(flow: flow), PerformingPart(flow: flow), TablePart(flow: flow),
        ] {
            writer.line()
            part.write(to: &writer)
        }
        for child in flow.machine.children {
            writer.line()
            SubFlowPart(flow: flow, child: child).write(to: &writer)
        }
        text = writer.text
    }
}

/// One kind of output.
protocol SwiftPart {
    /// Whether the flow has nothing of the kind.
    var isEmpty: Bool { get }
    func write(to writer: inout SourceWriter)
}

extension SwiftPart {
    var isEmpty: Bool { false }
}

/// A flow with its table and its names, as every part reads it.
struct PlannedFlow {
    let machine: Machine
    let table: Table
    /// Nil for a flow that packed runs have no room for.
    let packed: PackedTable?
    let names: Vocabulary
    let annotations: Annotations

    init(_ machine: Machine, in source: SourceText) {
        self.machine = machine
        table = plan(machine)
        packed = PackedTable(table)
        names = Vocabulary(machine)
        annotations = Annotations(of: machine, planned: table, in: source)
    }

    var name: String { machine.name.text }
}
