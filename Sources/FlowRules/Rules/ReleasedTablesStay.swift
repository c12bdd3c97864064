import FlowLanguage
import FlowMachine
import KeywayCore

/// A version of a flow that was released keeps its table: a changed table needs a new version number.
struct ReleasedTablesStay: Rule {
    /// The canonical bytes of the table that was released as this version.
    let released: [UInt8]
    /// Where the version number stands in the spec.
    let version: SourceRange

    /// The machine must be one in which no other rule finds an error, because only such a machine has a table.
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let name = "'\(machine.name.text)' version \(machine.version)"
        guard let table = try? Table(canonicalBytes: released), table.name == machine.name.text,
            table.version == machine.version
        else {
            return [error("what was released as \(name) is no table of it; put the released file back")]
        }
        // Compared as written today: an older release may be spelled in an older format.
        guard table.canonicalBytes != Table(of: machine).canonicalBytes else { return [] }
        return [
            error(
                "\(name) was released with another table, and runs in logs follow that one; write 'version \(machine.version + 1)'"
            )
        ]
    }

    private func error(_ message: String) -> Diagnostic {
        .error(at: version, message, code: .releasedTableChanged)
    }
}
