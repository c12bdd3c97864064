public import FlowLanguage
public import FlowMachine
import KeywayCore
import KeywayPacked

/// A flow as Swift: what an app links.
///
/// `CheckedFlow.mayRun` must be true of the machine's flow: it has no errors, and the flow of each sub-flow is known and has none.
public struct SwiftFlow: Sendable {
    /// What the file of a flow is called, without a folder.
    ///
    /// - Parameter flow: the flow's name, as its spec spells it.
    public static func fileName(of flow: String) -> String { flow + ".swift" }

    /// Words near the beginning of every generated file, and of no other.
    public static let sign = "by 'keyway generate "

    /// The whole file.
    public let text: String

    /// Writes the flow that was read from the text.
    ///
    /// - Parameters:
    ///   - machine: one that has passed the rules.
    ///   - source: of its path only the file's name counts.
    ///   - isPackable: whether to write the flow as a `PackableFlow` as well. A flow with sub-flows or lanes, or one that is
    ///     too large for packed runs, is not; where it is, the file imports `KeywayPacked`.
    ///   - modules: for each flow that the file names and that lies in another module, its module, by the flow's name.
    public init(
        _ machine: Machine, in source: SourceText, isPackable: Bool = false, importing modules: [String: String] = [:]
    ) {
        let flow = PlannedFlow(machine, in: source)
        let imported = ImportedFlows(flow.model.namedFlows, of: modules)
        var writer = SourceWriter()
        GeneratedHeader(
            spec: flow.annotations.file, call: (isPackable ? "--packed " : "") + flow.name + imported.options
        ).write(to: &writer)
        let packing = isPackable ? PackingPart(flow: flow) : nil
        writer.line()
        writer.line("public import KeywayCore")
        if packing?.isPacked == true { writer.line("public import KeywayPacked") }
        writer.line()
        imported.write(to: &writer, as: "public ")
        writer.documentation(flow.model.documentation)
        writer.block("nonisolated public enum \(flow.name): Flow") { writer in
            let parts: [any SwiftPart] = [
                StatesPart(flow: flow), EventsPart(flow: flow), CommandsPart(flow: flow), EffectsPart(flow: flow),
                ContextPart(flow: flow), ParametersPart(flow: flow),
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
        for child in flow.model.children {
            writer.line()
            SubFlowPart(flow: flow, child: child).write(to: &writer)
        }
        if let packing {
            writer.line()
            packing.write(to: &writer)
        }
        text = writer.text
    }
}

/// A part of a flow's generated file, such as its states or its table.
protocol SwiftPart {
    /// Whether the flow has nothing that the part would write, so that it is left out.
    var isEmpty: Bool { get }
    /// Writes the part, without an empty line before or behind it.
    func write(to writer: inout SourceWriter)
}

extension SwiftPart {
    var isEmpty: Bool { false }
}

/// A flow with its table, and with how Swift writes its types and values; `SwiftIdentifier` writes its names.
struct PlannedFlow {
    let model: FlowModel
    let table: Table
    let vocabulary: Vocabulary
    let annotations: Table.Annotations

    init(_ machine: Machine, in source: SourceText) {
        model = FlowModel(machine)
        table = Table(of: machine)
        vocabulary = Vocabulary(model: model)
        annotations = Table.Annotations(of: machine, table: table, in: source)
    }

    var name: String { model.name }
}
