import FlowLanguage
import FlowMachine
import KeywayCore

/// A released version means for ever what it meant when it was released: another table is another version.
struct ReleasedTablesStay: Rule {
    /// The canonical bytes that were released of this version.
    let released: [UInt8]
    /// Where the version stands.
    let version: SourceRange

    /// Of a machine in which no rule finds an error.
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
