import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("keyway release")
struct ReleaseTests {
    private static let table = "Specs/Released/Door-1.table"

    @Test("A release keeps the flow's canonical bytes beside the spec, and a second call writes nothing")
    func releases() throws {
        let folder = try Door.folder()
        let first = keyway("release", "Door", in: folder.path)
        #expect(first.code == .fine)
        #expect(first.lines == [folder.path(of: Self.table)] || first.lines == [Self.table])
        let released = try folder.contents(of: "Specs/Released")
        #expect(released.keys.sorted() == ["Door-1.table"])
        #expect(keyway("check", folder.path(of: "Specs"), in: folder.path).code == .fine)

        let again = keyway("release", "Door", in: folder.path)
        #expect(again.code == .fine)
        #expect(again.output.isEmpty)
        #expect(again.errors.first?.contains("is released already") == true)
        #expect(try folder.contents(of: "Specs/Released") == released)
    }

    @Test("Through a link to the spec the table comes beside the spec, where check looks for it")
    func link() throws {
        let folder = try Door.folder()
        try folder.write("", to: "links/note")
        let link = folder.path(of: "links/mine.flow")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Specs/Door.flow")
        keyway("release", link, in: folder.path).expectFine()
        #expect(folder.exists(Self.table) && !folder.exists("links/Released"))
        try folder.write(Door.flow.changing("within 5m", to: "within 6m"), to: "Specs/Door.flow")
        let checked = keyway("check", link, in: folder.path)
        #expect(checked.code == .problem && checked.output.contains("[FL081]"), "\(checked.output)")
    }

    @Test("Another table of a released version is refused, and another version stands beside it")
    func changes() throws {
        let folder = try Door.folder()
        #expect(keyway("release", "Door", in: folder.path).code == .fine)
        let released = try folder.contents(of: "Specs/Released")
        let changed = Door.flow.changing("within 5m", to: "within 6m")
        try folder.write(changed, to: "Specs/Door.flow")
        let refused = keyway("release", "Door", in: folder.path)
        #expect(refused.code == .problem)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.first?.contains("[FL081]") == true)
        #expect(try folder.contents(of: "Specs/Released") == released)

        try folder.write(changed.changing("version 1", to: "version 2"), to: "Specs/Door.flow")
        #expect(keyway("release", "Door", in: folder.path).code == .fine)
        let both = try folder.contents(of: "Specs/Released")
        #expect(both.keys.sorted() == ["Door-1.table", "Door-2.table"])
        #expect(both["Door-1.table"] == released["Door-1.table"])
    }

    @Test("A flow with errors, and a folder that is a file, release nothing")
    func refusals() throws {
        let folder = try Door.folder()
        try folder.write("mine", to: "Specs/Released")
        let taken = keyway("release", "Door", in: folder.path)
        #expect(taken.code == .problem)
        #expect(!taken.errors.isEmpty)
        try folder.write(Door.flow.changing("-> inside", to: "-> insid"), to: "Other/Door.flow")
        let broken = keyway("release", folder.path(of: "Other/Door.flow"), in: folder.path)
        #expect(broken.code == .problem)
        #expect(!folder.exists("Other/Released"))
        #expect(keyway("release").code == .usage)
    }
}
