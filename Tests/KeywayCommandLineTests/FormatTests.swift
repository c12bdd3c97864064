import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway fmt")
struct FormatTests {
    private static let ugly = Door.flow.changing("  on ", to: "     on   ")

    private static func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("A spec is rewritten in place, keeps its permissions, and is as it should be afterwards")
    func rewrites() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.ugly, to: "Door.flow")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let call = keyway("fmt", path)
        #expect(call.code == .fine)
        #expect(call.lines == [path])
        #expect(call.errors == ["1 file, 1 rewritten"])
        #expect(try Self.text(of: path) == Door.flow)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Door.flow"])
        let again = keyway("fmt", path)
        #expect(again.code == .fine)
        #expect(again.lines.isEmpty)
    }

    @Test("--check names what differs, in folders as well, and changes nothing")
    func checks() throws {
        let folder = try Door.folder()
        try folder.write(Self.ugly, to: "Specs/Deep/Ugly.flow")
        let ugly = folder.path(of: "Specs/Deep/Ugly.flow")
        let call = keyway("fmt", "--check", folder.path(of: "Specs"))
        #expect(call.code == .problem)
        #expect(call.lines == [ugly])
        #expect(call.errors == ["2 files, 1 to be rewritten"])
        #expect(try Self.text(of: ugly) == Self.ugly)
        let json = keyway("fmt", "--check", "--format", "json", folder.path(of: "Specs"))
        #expect(json.code == .problem)
        #expect(try JSONReader.value(of: json.output.utf8) == .list([.text(ugly)]))
        #expect(keyway("fmt", in: folder.path).code == .fine)
        #expect(keyway("fmt", "--check", in: folder.path).code == .fine)
    }

    @Test("What cannot be read is left alone and told; the others are rewritten")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let broken = try folder.write("flow A version 1\nstate {\n", to: "Broken.flow")
        let ugly = try folder.write(Self.ugly, to: "Ugly.flow")
        let call = keyway("fmt", broken, ugly)
        #expect(call.code == .problem)
        #expect(call.lines == [ugly])
        #expect(call.errors.first?.hasPrefix("\(broken):2:") == true)
        #expect(call.errors.count <= 3)
        #expect(try Self.text(of: broken) == "flow A version 1\nstate {\n")
        #expect(try Self.text(of: ugly) == Door.flow)
    }

    @Test("Where a file cannot be written, those that were rewritten before it are named, in JSON beside the error")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let ugly = try folder.write(Self.ugly, to: "Ugly.flow")
        // No file with a longer name can be made beside this one, even by root.
        let long = try folder.write(Self.ugly, to: String(repeating: "z", count: 250) + ".flow")
        let call = keyway("fmt", ugly, long)
        #expect(call.code == .problem && call.lines == [ugly])
        #expect(call.errors == ["\(long): cannot write beside it: File name too long"])
        #expect(try Self.text(of: ugly) == Door.flow && Self.text(of: long) == Self.ugly)
        try folder.write(Self.ugly, to: "Ugly.flow")
        let json = keyway("fmt", ugly, long, "--format", "json")
        #expect(json.output.hasPrefix("{\n  \"paths\": [\"\(ugly)\"],\n  \"error\": {\"message\": "))
        let broken = try folder.write("flow A version 1\nstate {\n", to: "Broken.flow")
        #expect(keyway("fmt", "--check", broken, "--format", "json").output.hasPrefix("{\n  \"error\": {"))
    }

    @Test("Nothing is rewritten where a file is missing")
    func missing() throws {
        let folder = try TemporaryFolder()
        let ugly = try folder.write(Self.ugly, to: "Ugly.flow")
        let missing = folder.path(of: "nothing.flow")
        let call = keyway("fmt", ugly, missing)
        #expect(call.code == .problem)
        #expect(call.errors == ["\(missing): there is no such file"])
        #expect(try Self.text(of: ugly) == Self.ugly)
    }

    @Test("A link stays a link, and the file that it leads to is rewritten")
    func link() throws {
        let folder = try TemporaryFolder()
        let ugly = try folder.write(Self.ugly, to: "Ugly.flow")
        let link = folder.path(of: "Link.flow")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ugly)
        #expect(keyway("fmt", link).code == .fine)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == ugly)
        #expect(try Self.text(of: ugly) == Door.flow)
    }
}
