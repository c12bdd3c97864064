import FlowLanguage
package import FlowMachine
import Foundation
import KeywayCore

/// The flows and transcripts that the repository ships, found beside these tests.
package enum ShippedFlows {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Specs")

    private static let sources = Result {
        try paths(endingIn: ".flow").map { SourceText(path: $0, bytes: try bytes(at: $0)) }
    }

    /// What finds the shipped flows by their names: any of them may have another as a sub-flow.
    package static func directory() throws -> FlowDirectory {
        let named = try sources.get().map { (parse($0).spec?.name.text ?? $0.path, $0) }
        let flows = Dictionary(named) { first, _ in first }
        return FlowDirectory { name in flows[name].map { .text($0) } ?? .nothing }
    }

    private static let loaded = Result {
        let flows = try directory()
        return try sources.get().map {
            try LoadedFlow(String(decoding: $0.bytes, as: UTF8.self), path: $0.path, among: flows)
        }
    }

    /// Every flow under `Specs`, by its file's path there.
    package static func all() throws -> [LoadedFlow] { try loaded.get() }

    package static func named(_ name: String) throws -> LoadedFlow {
        guard let flow = try all().first(where: { $0.table.name == name }) else {
            throw UnfitFlow(problems: ["no flow \(name) is shipped"])
        }
        return flow
    }

    /// The paths of all transcripts, relative to `Specs`.
    package static var transcripts: [String] { paths(endingIn: ".jsonl").filter { $0.contains("Transcripts/") } }

    /// The paths of all models of providers' SDKs, relative to `Specs`.
    package static var models: [String] { paths(endingIn: ".provider") }

    /// The paths of the tables of all released versions, relative to `Specs`.
    package static var releasedTables: [String] { paths(endingIn: ".table") }

    /// The paths of all flows, relative to `Specs`.
    package static var flows: [String] { paths(endingIn: ".flow") }

    /// The paths of all profiles, which say what standards ask, relative to `Specs`.
    package static var profiles: [String] { paths(endingIn: ".profile") }

    package static func bytes(at path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }

    private static func paths(endingIn ending: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.resolvingSymlinksInPath().path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
    }
}
