import FlowLanguage
import FlowMachine
import FlowRules
import ProviderFiles

/// A flow in which `check` has found no error.
struct CheckedFlow {
    let source: SourceText
    let machine: Machine

    /// - Parameter text: the flow, which runs no sub-flows.
    init(_ text: String) throws {
        try self.init(SourceText(path: "Benchmark.flow", bytes: Array(text.utf8)))
    }

    private init(_ source: SourceText, beside surroundings: SpecSurroundings = SpecSurroundings()) throws {
        let checked = check(source, beside: surroundings)
        guard let machine = checked.machine, !checked.hasErrors else { throw BenchmarkError.flowIsWrong }
        self.source = source
        self.machine = machine
    }

    /// The flows that ship, each beside the others.
    static func shipped() throws -> [CheckedFlow] {
        let sources = ShippedFile.flows.map { SourceText(path: $0.name, bytes: $0.bytes) }
        let directory = FlowDirectory { name in
            sources.first { parse($0).spec?.name.text == name }.map { .text($0) } ?? .nothing
        }
        return try sources.map { try CheckedFlow($0, beside: SpecSurroundings(flows: directory)) }
    }
}
