import FlowLanguage
import FlowMachine
import FlowRules
import Foundation

extension SourceText {
    /// Reads a spec from the disk.
    init(readFrom path: String) throws {
        self.init(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
    }
}

extension SpecSurroundings {
    /// What a spec is checked with: `neighbours`, in which its sub-flows' flows are looked up, and the tables of its released
    /// versions, which are in the folder `Released` beside the spec.
    static func onDisk(around spec: String, among neighbours: [String]) -> SpecSurroundings {
        let flows = neighbours.compactMap { try? SourceText(readFrom: $0) }
        let released = URL(filePath: spec).deletingLastPathComponent().appending(path: "Released")
        return SpecSurroundings(
            flows: FlowDirectory { name in
                flows.first { $0.declaredFlow == name }.map { .text($0) } ?? .nothing
            },
            releasedTable: { flow, version in
                let file = released.appending(path: "\(flow)-\(version).table")
                guard FileManager.default.fileExists(atPath: file.path) else { return nil }
                // A file that cannot be read counts as an empty one, so that the rule about released tables reports it.
                return (try? Data(contentsOf: file)).map(Array.init) ?? []
            })
    }
}
