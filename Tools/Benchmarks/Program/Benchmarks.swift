import ProgramStreams

/// Prints what was measured, for people; the last line is one JSON object for scripts.
@main
enum Benchmarks {
    /// A part of the measurements. Arguments name the parts that are measured; without arguments all are, in the order below.
    ///
    /// The order matters for memory. `proofs` is first: its figure is by how much the process grows, and memory that another part
    /// had freed would be used again unseen. `debugger` is next: its figure is the most memory that the process ever had, so
    /// it is smaller where it is measured alone.
    private enum Part: String, CaseIterable {
        case proofs, debugger, live, reducer, records, log, specs, properties, postgres

        static func named(by arguments: [String]) throws(WrongCall) -> [Part] {
            var parts: [Part] = []
            for argument in arguments {
                guard let part = Part(rawValue: argument) else {
                    let names = allCases.map(\.rawValue).joined(separator: "|")
                    throw WrongCall(sentence: "no part is called \(argument); usage: Benchmarks [\(names)]...")
                }
                parts.append(part)
            }
            return parts
        }
    }

    static func main() async throws {
        let named = Streams().read(Part.named(by:))
        var report = Report()
        for part in Part.allCases where named.isEmpty || named.contains(part) { try await measure(part, &report) }
        print(report.json)
    }

    private static func measure(_ part: Part, _ report: inout Report) async throws {
        switch part {
        case .proofs: try ProofFigures().report(to: &report)
        case .debugger: try DebuggerFigures().report(to: &report)
        case .live: try await LiveRunFigures().report(to: &report)
        case .reducer: try VerificationRaces(runs: 65_536, rounds: 9).report(to: &report)
        case .records: try await RecordedFigures().report(to: &report)
        case .log: try await LogFigures().report(to: &report)
        case .specs: try SpecFigures().report(to: &report)
        case .properties: try PropertyFigures().report(to: &report)
        case .postgres: try await PostgresFigures().report(to: &report)
        }
    }
}
