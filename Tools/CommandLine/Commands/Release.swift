import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayFileLog

extension Command {
    static let release = Command(
        name: "release", summary: "keeps a flow's table as what its version means for ever",
        operands: [Operand(name: "FLOW", summary: "A .flow file, or a flow's name below Specs")],
        options: [.specs],
        endings: [
            (.fine, "The table lies in the folder Released beside the spec"),
            (.problem, "No such flow, one with errors, or the version was released with another table"),
        ],
        example: "keyway release OTPlessSNA",
        perform: { arguments, surroundings in
            guard let word = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            if word == NamedInput.dash {
                throw UsageError("standard input has no folder for the table: name the .flow file", helpOf: "release")
            }
            let file = try FlowLookup(arguments, in: surroundings).file(word)
            // Where this version was released with another table, `check` finds an error in the spec, and this call refuses it.
            let machine = try file.runnableMachine()
            let folder = FileAccess.spelledFolder(of: file.source.path) + "Released"
            let table = folder.appending(component: "\(machine.name.text)-\(machine.version).table")
            let bytes = Table(of: machine).canonicalBytes
            if try FileAccess.kind(of: table) == .file, try FileAccess.bytes(of: table, as: "a table") == bytes {
                surroundings.console.remark("\(table.harmless): version \(machine.version) is released already")
                return .fine
            }
            try FileAccess.makeFolder(folder)
            try OutputFile.create(table, with: bytes)
            surroundings.console.writeLine(table.harmless)
            return .fine
        })
}
