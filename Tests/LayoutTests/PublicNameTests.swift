import Foundation
import Testing

/// What an app and its tests can see is a decision for each name: the list stands beside this file.
@Suite("What is public")
struct PublicNameTests {
    private static let list = "Tests/LayoutTests/PublicNames.txt"
    private static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" }

    /// What each module of `Sources` declares; a name that is overloaded stands once for each declaration.
    private func names() throws -> [String] {
        try Repository.folders(in: "Sources").flatMap { module in
            let names = try Repository.files(in: "Sources/\(module)").flatMap(\.publicNames)
            return names.sorted().map { "\(module) \($0)" }
        }
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
