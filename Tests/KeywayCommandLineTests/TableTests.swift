import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway table")
struct TableTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let specs = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")

    @Test(
        "The tables of OTPlessSNA are as they were reviewed",
        arguments: [
            ("markdown", false), ("csv", false), ("json", false), ("html", false), ("markdown", true), ("csv", true),
            ("json", true), ("html", true),
        ])
    func snapshots(format: String, isStored: Bool) throws {
        let sna = Self.specs.appending(path: "OTPless/SNA.flow").path
        let call = keyway(["table", sna, "--format", format] + (isStored ? ["--stored"] : []))
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        let name = "OTPlessSNA\(isStored ? "-stored" : "").\(format)"
        let snapshot = Self.tests.appending(path: "Snapshots/\(name)")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: snapshot.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(call.output.utf8).write(to: snapshot)
        }
        let reviewed = String(decoding: try Data(contentsOf: snapshot), as: UTF8.self)
        #expect(
            call.output == reviewed,
            "if the change is meant: RECORD_SNAPSHOTS=1 swift test --filter TableTests, and review the diff of \(name)")
    }

    @Test("Markdown is what is written if nothing is said, and the flow is found by its name")
    func byName() throws {
        let folder = try Door.folder()
        let call = keyway("table", "Door", in: folder.path)
        #expect(call.code == .fine)
        #expect(call.output.hasPrefix("# Door, version 1\n"))
        #expect(call.output == keyway("table", "Door", "--format", "markdown", in: folder.path).output)
        #expect(call.output == keyway("table", folder.path(of: "Specs/Door.flow")).output)
    }

    @Test("As JSON each cell has the agreed fields")
    func json() throws {
        let folder = try Door.folder()
        let call = keyway("table", "Door", "--format=json", in: folder.path)
        let table = try #require(try JSONReader.value(of: call.output.utf8).object)
        let cells = try #require(table["cells"]?.list).compactMap(\.object)
        // 2 states, each with 2 commands, a callback, 2 replies, unmatched callbacks and the deadline of the whole flow.
        #expect(cells.count == 14)
        for cell in cells {
            for field in ["state", "event", "guard", "disposition", "target", "effects"] { #expect(cell[field] != nil) }
        }
        let events = try #require(table["events"]?.list).compactMap(\.object)
        #expect(events.map { $0["position"] } == events.indices.map { .integer(Int64($0)) })
        #expect(events.filter { $0["origin"] == .text("timer") }.map { $0["scope"] } == [.text("file")])
        #expect(events.first?["fields"] == .list([.text("guest: text 1...8 personal")]))
        let first = try #require(cells.first)
        #expect(first["event"] == .text("knock"))
        #expect(first["target"] == .text("asking"))
        #expect(first["effects"] == .list([.text("ask")]))
        #expect(first["line"] == .integer(25))
    }

    @Test("A flow with errors is refused with them, and there is no table")
    func refused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Door.flow")
        for more in [[], ["--stored"], ["--format", "json"]] {
            let call = keyway(["table", path] + more)
            #expect(call.code == .problem)
            #expect(call.output.isEmpty || more.contains("json"))
            #expect(call.errors.first?.hasPrefix("\(path):31:17: error: ") == true)
            #expect(call.errors.count <= 3)
        }
        let provider = try folder.write("provider OTPless version \"1\" for otpless\n", to: "p.provider")
        #expect(keyway("table", provider).code == .problem)
        #expect(
            keyway("table", folder.path(of: "none.flow")).errors == ["\(folder.path)/none.flow: there is no such file"])
        #expect(keyway("table", "Gate", "--specs", folder.path).output.isEmpty)
    }

    @Test("Lanes and sub-flows stand in the table: what begins them, and what they say")
    func running() throws {
        let folder = try TemporaryFolder()
        let text = Door.flow.changing(
            "enter { do ask(guest) }",
            to: "lane turn of Porter\n  enter { take turn }\n  on turn stay { do ask(guest) }\n  after 30s -> outside"
        )
        let path = try folder.write(text, to: "Door.flow")
        let call = keyway("table", path)
        #expect(call.code == .fine)
        #expect(call.output.contains("`turn`") && call.output.contains("`take turn`"))
        #expect(call.errors == [])
    }

    @Test("A format that does not exist is wrong usage")
    func wrongFormat() {
        let call = keyway("table", "Door", "--format", "xml")
        #expect(call.code == .usage)
        #expect(call.output.isEmpty)
        #expect(
            call.errors == [
                "--format is markdown or csv or json or html, not 'xml'; 'html' is the nearest; see 'keyway help table'"
            ])
    }
}
