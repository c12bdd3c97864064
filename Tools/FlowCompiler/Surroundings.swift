import FlowGenerator
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
    /// What a spec is checked with: its family, its neighbours, and the tables of its released versions, which are in the folder `Released`
    /// beside the spec.
    init(around spec: SourceText, _ family: SpecFamily, _ neighbours: Neighbours) {
        let released = URL(filePath: spec.path).deletingLastPathComponent().appending(path: "Released")
        let name = spec.declaredFlow ?? ""
        self.init(
            flows: FlowDirectory { flow in
                let source = family.text(of: flow) ?? neighbours.text(of: flow, hiddenIfTestedBy: name)
                return source.map { .text($0) } ?? .absent(neighbours.absence(of: flow))
            },
            releasedTable: { flow, version in
                let file = released.appending(path: "\(flow)-\(version).table")
                guard FileManager.default.fileExists(atPath: file.path) else { return nil }
                // A file that cannot be read counts as an empty one, so that the rule about released tables reports it.
                return (try? Data(contentsOf: file)).map(Array.init) ?? []
            })
    }
}
