import FlowFixtures
import FlowLanguage
import Testing

@testable import FlowRules

/// A shipped flow with one row changed so that the person fares worse.
struct UnkindForm: CustomTestStringConvertible, Sendable {
    var flow: String
    /// The text that is replaced; the flow has it once.
    var row: String
    /// What it is replaced with.
    var unkind: String
    /// What goes wrong for the person, or what the person loses; part of the test's name.
    var loss: String

    var testDescription: String { "\(flow): \(loss)" }

    /// What is wrong with the changed flow of a folder of Specs, beside the other shipped flows.
    func errors(in folder: String) throws -> [Diagnostic] {
        try Self.errors(ofFlowAt: "\(folder)/\(flow).flow", changing: row, to: unkind)
    }

    /// The same of a flow by its path below Specs.
    static func errors(ofFlowAt path: String, changing row: String, to unkind: String) throws -> [Diagnostic] {
        let spec = try #require(try shippedSpecs().first { $0.name == path })
        try #require(spec.text.split(separator: row, omittingEmptySubsequences: false).count == 2, "\(row)")
        let text = spec.text.changing(row, to: unkind)
        // Scenarios are played without a search for all configurations, which takes longer than all else. Optimised tests make the search
        // too, and so show that no rule about configurations refutes the form.
        return check(
            SourceText(path: spec.name, bytes: Array(text.utf8)), beside: try shippedSurroundings(),
            limit: isOptimised ? 1_000_000 : 1
        ).diagnostics.filter { $0.severity == .error }
    }
}
