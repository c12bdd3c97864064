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

    /// A flow or model of the first published page of the flow language, which gives the sizes of their explorations.
    static func firstPage(_ name: String) throws -> String { try text(here.appending(path: "Page/\(name)")) }

    /// A flow written from the provider's page alone: it does what the sample handler there does, row by row.
    static func naive(_ name: String) throws -> String { try text(here.appending(path: "Naive/\(name)")) }

    /// An older version of a shipped flow, from before it was held against profiles; the roles that a profile asks for are added.
    static func earlier(_ name: String) throws -> String { try text(here.appending(path: "Profiles/Earlier/\(name)")) }

    /// A file of `Specs`.
    static func shipped(_ path: String) throws -> String { try text(specs.appending(path: path)) }

    /// The models in these files of `Specs`, which are given without `.provider`.
    static func models(_ paths: [String]) throws -> [ProviderModel] {
        try paths.map { try model(shipped("\($0).provider")) }
    }

    /// The shipped flows at these paths below `Specs`, as the flows that another flow may run.
    static func directory(of paths: [String]) throws -> FlowDirectory {
        let flows = try paths.map { SourceText(path: $0, bytes: Array(try shipped($0).utf8)) }
        return FlowDirectory { name in flows.first { parse($0).spec?.name.text == name }.map { .text($0) } ?? .nothing }
    }

    /// The machine of a flow whose sub-flows are the shipped ones at these paths; the flow has to parse and to resolve.
    static func parent(_ text: String, running paths: [String]) throws -> Machine {
        let source = SourceText(path: "Parent.flow", bytes: Array(text.utf8))
        let spec = try #require(parse(source).spec)
        return try #require(resolve(spec, in: source, among: directory(of: paths)).machine)
    }

    /// PhoneLogin with the flows that it runs; all of its parameters may be chosen.
    ///
    /// - Parameter change: what is changed in its text.
    static func phoneLogin(_ change: (String) -> String = { $0 }) throws -> Machine {
        try parent(
            change(shipped("PhoneLogin.flow")),
            running: [
                "OTPless/SNA.flow", "OTPless/SmartAuth.flow", "Truecaller/OneTap.flow", "Truecaller/OTP.flow",
                "CAStrongAuthentication/OfflineOTP.flow",
            ])
    }

    private static func text(_ url: URL) throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
}

/// The machine of a flow, which has to parse and to resolve. What else `check` would say of the flow is not asked.
func machine(_ text: String) throws -> Machine {
    let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
    let spec = try #require(parse(source).spec)
    return try #require(resolve(spec, in: source).machine)
}

/// The model of a provider file, in which `check` has to find no error.
func model(_ text: String) throws -> ProviderModel {
    let source = SourceText(path: "test.provider", bytes: Array(text.utf8))
    let checked = check(source)
    #expect(!checked.hasErrors, "\(checked.diagnostics.map(\.message))")
    return try #require(checked.model)
}

extension Channel {
    /// A channel that doubles, loses and reorders words.
    static func faulty(capacity: Int = 2) -> Channel {
        Channel(capacity: capacity, drops: true, doubles: true, reorders: true)
    }
}

extension FlowExploration {
    /// The verdict on the requirement of this name; nil where none of this name was judged.
    func verdict(on name: String) -> Verdict? { judgements.first { $0.name == name }?.verdict }

    /// The sentence of each violation of the requirement of this name, with the number of steps to it.
    func sentences(about name: String) -> [String: Int] {
        var sentences: [String: Int] = [:]
        for violation in judgements.first(where: { $0.name == name })?.violations ?? [] {
            sentences[violation.sentence] = violation.run.count
        }
        return sentences
    }
}
