package import FlowLanguage
package import FlowMachine
package import KeywayCore

/// A flow as tests use it: read, resolved, and with its table.
///
/// Test reports print it as its path: a print of all of its parts takes longer than many tests.
package struct LoadedFlow: Sendable, CustomStringConvertible {
    package let source: SourceText
    package let machine: Machine
    package let table: Table

    package var description: String { source.path }
    package var interpreter: Interpreter { Interpreter(machine) }
    package var annotations: Table.Annotations { Table.Annotations(of: machine, table: table, in: source) }

    /// Reads a flow that has no error; its sub-flows are found by their names among the given texts.
    ///
    /// - Throws: `UnfitFlow` with what the parser and the resolver say.
    package init(_ text: String, path: String = "tiny.flow", among flows: [String: String] = [:]) throws {
        try self.init(Understood(text, path: path, among: flows))
    }

    /// The same, with a directory in which its sub-flows are found.
    package init(_ text: String, path: String, among flows: FlowDirectory) throws {
        try self.init(Understood(text, path: path, among: flows))
    }

    private init(_ understood: Understood) throws {
        let errors = understood.diagnostics.filter { $0.severity == .error }
        guard let machine = understood.machine, errors.isEmpty else {
            throw UnfitFlow(problems: errors.map { "\($0.code.name): \($0.message)" })
        }
        source = understood.source
        self.machine = machine
        table = Table(of: machine)
    }
}

/// Why a text is no flow of which a table could be built.
package struct UnfitFlow: Error {
    package var problems: [String]
}

/// A text as far as the parser and the resolver understand it.
package struct Understood: Sendable {
    package let source: SourceText
    package let machine: Machine?
    package let diagnostics: [Diagnostic]

    package init(_ text: String, path: String = "tiny.flow", among flows: [String: String] = [:]) {
        self.init(
            text, path: path,
            among: FlowDirectory { name in
                flows[name].map { .text(SourceText(path: "\(name).flow", bytes: Array($0.utf8))) } ?? .notSearched
            })
    }

    package init(_ text: String, path: String, among flows: FlowDirectory) {
        let source = SourceText(path: path, bytes: Array(text.utf8))
        let parsed = parse(source)
        let resolution = parsed.spec.map { resolve($0, in: source, among: flows) }
        self.source = source
        machine = resolution?.machine
        diagnostics = parsed.diagnostics + (resolution?.diagnostics ?? [])
    }

    /// The codes of the errors, in their order.
    package var errors: [DiagnosticCode] { diagnostics.filter { $0.severity == .error }.map(\.code) }
}
