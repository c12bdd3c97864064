import FlowLanguage
import FlowMachine
import FlowTables

extension Command {
    static let table = Command(
        name: "table", summary: "lists what every event means in every state; finals have no cells",
        operands: [Operand(name: "FLOW", summary: "A .flow file, - for standard input, or a flow's name below Specs")],
        options: [.tableFormat, .stored, .specs],
        endings: [(.fine, "The table was printed"), (.problem, "No such flow, or one with errors")],
        example: "keyway table OTPlessSNA --format html",
        perform: { arguments, surroundings in
            guard let word = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let file = try FlowLookup(arguments, in: surroundings).file(word)
            let machine = try file.soundMachine()
            for sentence in file.omissions { surroundings.console.remark(sentence.harmless) }
            let format = arguments[.tableFormat].flatMap(TableFormat.init) ?? .markdown
            surroundings.console.write(
                arguments[.stored] == nil
                    ? TransitionTable(of: machine, in: file.source).rendered(as: format)
                    : StoredFields(of: machine).rendered(as: format))
            return .fine
        })
}

extension Option {
    fileprivate static let tableFormat = Option(
        name: "--format", value: "markdown|csv|json|html", summary: "How the table is written; markdown if not said",
        choices: TableFormat.allCases.map(\.rawValue))
    fileprivate static let stored = Option(
        name: "--stored", summary: "Lists instead what the log keeps of each variable and field")
}

/// How a table can be written.
private enum TableFormat: String, CaseIterable {
    case markdown, csv, json, html
}

extension TransitionTable {
    fileprivate func rendered(as format: TableFormat) -> String {
        switch format {
        case .markdown: markdown
        case .csv: csv
        case .json: json.rendered
        case .html: html
        }
    }
}

extension StoredFields {
    fileprivate func rendered(as format: TableFormat) -> String {
        switch format {
        case .markdown: markdown
        case .csv: csv
        case .json: json.rendered
        case .html: html
        }
    }
}
