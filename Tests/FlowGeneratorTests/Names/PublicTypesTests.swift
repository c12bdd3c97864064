import FlowLanguage
import Foundation
import Testing

/// A flow called like a type that its callers import could not be told from it.
@Suite("The public types beside a generated flow")
struct PublicTypesTests {
    private static let modules = [
        "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay", "KeywaySuites",
        "KeywayTesting", "KeywayViews",
    ]

    /// The types that a module declares as public, outside other types.
    private static func types(of module: String) throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/\(module)").resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.reduce(into: []) {
            types, file in
            let declaration =
                /^(?:@\w+ )*public (?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias) (\w+)/
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if let match = line.prefixMatch(of: declaration) { types.insert(String(match.1)) }
            }
        }
    }

    @Test("No flow can be called like one of them, and none is refused that is gone")
    func listed() throws {
        let types = try Self.modules.reduce(into: Set<String>()) { try $0.formUnion(Self.types(of: $1)) }
        #expect(types.count > 100)
        let lists = [SwiftNames.typesOfApps, SwiftNames.typesOfGeneratedCode, SwiftNames.typesOfGeneratedTests]
        #expect(types.subtracting(lists.reduce([]) { $0.union($1) }).sorted() == [])
        #expect(SwiftNames.typesOfApps.subtracting(types).sorted() == [])
    }
}
