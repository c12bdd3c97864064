import FlowDiagram
import FlowLanguage
import FlowTables

extension Command {
    static let diagram = Command(
        name: "diagram", summary: "draws a flow's states, and the rows that lead from one to another",
        operands: [Operand(name: "FLOW", summary: "A .flow file, - for standard input, or a flow's name below Specs")],
        options: [.diagramFormat, .diagramFile, .specs],
        endings: [
            (.fine, "The diagram was written"),
            (.problem, "No such flow, or one with errors; or FILE cannot be written, or is not a diagram of ours"),
        ],
        example: "keyway diagram OTPlessSNA --format svg --out sna.svg",
        perform: { arguments, surroundings in
            guard let word = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let file = try FlowLookup(arguments, in: surroundings).file(word)
            let machine = try file.soundMachine()
            for sentence in file.omissions { surroundings.console.remark(sentence.harmless) }
            let text: String
            switch arguments[.diagramFormat].flatMap(DiagramFormat.init) ?? .svg {
            case .svg: text = Diagram(drawing: machine, in: file.source).svg
            case .mermaid: text = Diagram(drawing: machine, in: file.source).mermaid
            case .dot: text = Diagram(joining: machine, in: file.source).dot
            }
            if let path = arguments[.diagramFile], !OutputFile.isStandardOutput(path) {
                try OutputFile(path: path, sign: Diagram.madeBy).write(text)
            } else {
                surroundings.console.write(text)
            }
            return .fine
        })
}

extension Option {
    fileprivate static let diagramFormat = Option(
        name: "--format", value: "svg|mermaid|dot",
        summary: "A picture, a chart for Markdown, or a graph with an edge for each pair of states; svg if not said",
        choices: DiagramFormat.allCases.map(\.rawValue))
    fileprivate static let diagramFile = Option(
        name: "--out", value: "FILE", summary: "Where the diagram is written; standard output if not said")
}

/// How a diagram can be written.
private enum DiagramFormat: String, CaseIterable {
    case svg, mermaid, dot
}
