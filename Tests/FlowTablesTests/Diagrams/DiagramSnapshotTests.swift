import FlowDiagram
import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowTables
import Foundation
import Testing

@Suite("Diagrams of the shipped flows")
struct DiagramSnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" }

    @Test("What is committed, and shown in the README, is what the flows say today")
    func snapshots() throws {
        let flows = try ShippedFlows.all()
        #expect(!flows.isEmpty)
        for flow in flows {
            let name = flow.machine.name.text
            let drawn = Diagram(drawing: flow)
            try compare(drawn.svg, with: "\(name).svg")
            try compare(drawn.mermaid, with: "\(name).mmd")
            try compare(Diagram(joining: flow).dot, with: "\(name).dot")
        }
    }

    @Test("The README shows a diagram that is compared here")
    func readme() throws {
        let root = Self.folder.appending(path: "../../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let shown = readme.matches(of: #/\((Tests\/FlowTablesTests\/[^)]*\.svg)\)/#).map { String($0.output.1) }
        #expect(!shown.isEmpty)
        for path in shown {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path), "\(path)")
        }
    }

    private func compare(_ text: String, with name: String) throws {
        let file = Self.folder.appending(path: name)
        if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
        let committed = try? String(contentsOf: file, encoding: .utf8)
        // Compared here, so that a failure does not print both texts: a difference in a picture is looked at, not read.
        let isFresh = committed == text
        #expect(
            isFresh,
            "\(name) is stale: run RECORD_SNAPSHOTS=1 swift test --filter DiagramSnapshotTests, and look at it")
    }
}

extension Diagram {
    init(drawing flow: LoadedFlow) {
        self.init(drawing: flow.machine, in: flow.source)
    }

    init(joining flow: LoadedFlow) {
        self.init(joining: flow.machine, in: flow.source)
    }
}
