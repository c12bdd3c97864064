import Foundation
import TestThreads
import Testing

/// What an app and its tests can see is a decision for each name: the list stands beside this file.
@Suite("What is public", .longComputation)
struct PublicNameTests {
    private static let list = "Tests/LayoutTests/PublicNames.txt"
    private static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" }

    /// What each module of `Sources` declares; a name that is overloaded stands once for each declaration. `Keyway`
    /// declares nothing itself, so its names are those that it shows.
    private func names() throws -> [String] {
        try Repository.folders(in: "Sources").flatMap { module in
            let names = module == "Keyway" ? Array(try namesShown(by: module)) : try publicNames(of: module)
            return names.sorted().map { "\(module) \($0)" }
        }
    }

    /// The public names of each module, which take seconds to find.
    private static let namesByModule = Result {
        Dictionary(
            uniqueKeysWithValues: try Repository.folders(in: "Sources").map { module in
                (module, try Repository.files(in: "Sources/\(module)").flatMap(\.publicNames))
            })
    }

    private func publicNames(of module: String) throws -> [String] {
        try Self.namesByModule.get()[module, default: []]
    }

    /// What whoever imports a module sees at the top level: its own public names, and those that it exports of other modules, be it a
    /// whole module or a name.
    private func namesShown(by module: String) throws -> Set<String> {
        var shown = Set(try publicNames(of: module).filter { !$0.contains(".") })
        for export in try Repository.files(in: "Sources/\(module)").flatMap(\.exports) {
            let names = try namesShown(by: export.module)
            if let name = export.name { #expect(names.contains(name), "\(export.module).\(name)") }
            shown.formUnion(export.name.map { [$0] } ?? names)
        }
        return shown
    }

    @Test("Each public name stands in the list, and each name of the list is public")
    func list() throws {
        let names = try names()
        if Self.isRecording {
            let url = Repository.root.appending(path: Self.list)
            try (names.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
        }
        let listed = try Repository.text(of: Self.list).split(separator: "\n").map(String.init)
        let cure = "if it is meant: RECORD_SNAPSHOTS=1 swift test --filter PublicNameTests"
        let change = names.difference(from: listed)
        #expect(change.insertions.isEmpty, "\(cure)")
        #expect(change.removals.isEmpty, "\(cure)")
    }

    @Test("The article says how many names an app sees")
    func countIsSaid() throws {
        let article = try Repository.text(of: "Sources/KeywayCore/KeywayCore.docc/HowKeywayWorks.md")
        let count = try namesShown(by: "Keyway").count
        #expect(article.contains("shows \(count) types"), "'shows \(count) types' does not stand there")
    }

    @Test("An export of a whole module is told from one of a name, and an import is none")
    func exports() {
        let text = """
            import KeywayCore
            @_exported public import KeywayRuns
            @_exported public import class KeywayLog.MemoryLog
            """
        let exports = SwiftText(path: "Keyway.swift", text: text).exports
        #expect(exports.map(\.module) == ["KeywayRuns", "KeywayLog"])
        #expect(exports.map(\.name) == [nil, "MemoryLog"])
    }

    @Test("A name that is public is found with the types around it, and no other is")
    func planted() {
        let text = """
            public struct Table {
                /// A public var in a comment.
                @inlinable public static func == (left: Table, right: Table) -> Bool { true }
                public enum Row: Hashable { case first }
                package var hidden: Int
                public private(set) var rows: [Row]
                public init?(rows: [Row]) {
                    let inner = 1
                }
            }
            extension Table.Row {
                @usableFromInline
                package func twice() {}
                public subscript(place: Int) -> Int { place }
            }
            public protocol Flow<Event>: Sendable {
                associatedtype Event
            }
            extension [Table] {
                nonisolated(nonsending) public func shown() async {}
            }
            public func explore<Value>(_ value: Value) {}
            """
        #expect(
            SwiftText(path: "Table.swift", text: text).publicNames == [
                "Table", "Table.==", "Table.Row", "Table.rows", "Table.init", "Table.Row.subscript", "Flow",
                "[Table].shown",
                "explore",
            ])
    }
}
