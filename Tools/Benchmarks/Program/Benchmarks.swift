import ProgramStreams

/// Prints what was measured, for people; the last line is one JSON object for scripts.
@main
enum Benchmarks {
    /// What is measured by itself, where its name is an argument; without arguments all is.
    ///
    /// The proofs come first, while no memory was freed that their search could use again; what asks a log comes next, whose most
    /// memory is that of the process. By itself it is smaller.
    private enum Part: String, CaseIterable {
        case proofs, debugger, live, reducer, records, log, specs, postgres

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
        case .records: RecordedFigures().report(to: &report)
        case .log: try await LogFigures().report(to: &report)
        case .specs: try SpecFigures().report(to: &report)
        case .postgres: try await PostgresFigures().report(to: &report)
        }
    }
}
