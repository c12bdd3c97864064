import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import Foundation
import Testing

/// Files that lie beside these tests, and the shipped ones.
enum Fixtures {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    private static let specs = here.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")

    /// What the language's first page has: flows and models whose sizes were published with it.
    static func page(_ name: String) throws -> String { try text(here.appending(path: "Page/\(name)")) }

    /// The providers' own sample handlers, row by row.
    static func naive(_ name: String) throws -> String { try text(here.appending(path: "Naive/\(name)")) }

    /// Flows as they were before the clauses of profiles were asked of them, with their roles.
    static func earlier(_ name: String) throws -> String { try text(here.appending(path: "Profiles/Earlier/\(name)")) }

    static func shipped(_ path: String) throws -> String { try text(specs.appending(path: path)) }

    private static func text(_ url: URL) throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
}

/// A flow that parses and whose names are known, whatever else may be wrong with it.
func machine(_ text: String) throws -> Machine {
    let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
    let spec = try #require(parse(source).spec)
    return try #require(resolve(spec, in: source).machine)
}

/// A provider's model without a problem.
func model(_ text: String) throws -> ProviderModel {
    let source = SourceText(path: "test.provider", bytes: Array(text.utf8))
    let checked = check(source)
    #expect(!checked.hasErrors, "\(checked.diagnostics.map(\.message))")
    return try #require(checked.model)
}

extension Channel {
    /// Words are doubled, lost and reordered.
    static func faulty(capacity: Int = 2) -> Channel {
        Channel(capacity: capacity, drops: true, doubles: true, reorders: true)
    }
}

extension FlowExploration {
    /// The verdict on what is called so; nil where nobody asked.
    func verdict(on name: String) -> Verdict? { requirements.first { $0.name == name }?.verdict }

    /// What is wrong, each with the steps to it.
    func sentences(about name: String) -> [String: Int] {
        var sentences: [String: Int] = [:]
        for violation in requirements.first(where: { $0.name == name })?.violations ?? [] {
            sentences[violation.sentence] = violation.run.count
        }
        return sentences
    }
}
