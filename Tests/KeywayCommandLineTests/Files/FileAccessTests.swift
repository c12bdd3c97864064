import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("Files that a folder names")
struct FileAccessTests {
    /// A folder with one sound flow in `Specs`.
    private func folder() throws -> (folder: TemporaryFolder, specs: String) {
        let folder = try TemporaryFolder()
        try folder.write(Door.flow, to: "Specs/Door.flow")
        return (folder, folder.path(of: "Specs"))
    }

    @Test("A link that leads back upwards is no second way to a file")
    func circle() throws {
        let (folder, specs) = try folder()
        #expect(symlink(".", specs + "/Above") == 0)
        #expect(try FileAccess.files(in: specs, endingIn: [".flow"]) == [specs + "/Door.flow"])
        keyway("check", specs, in: folder.path).expectFine()
    }

    @Test("A link that leads to nothing is told, and is not passed over")
    func brokenLink() throws {
        let (folder, specs) = try folder()
        #expect(symlink("nowhere", specs + "/Gone.flow") == 0)
        let call = keyway("check", specs, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.errors.first == "\(specs)/Gone.flow: this link leads to nothing")
    }

    @Test(
        "A folder that cannot be looked into is told, and keeps no other file from being checked",
        .enabled(if: geteuid() != 0, "root may look into every folder"))
    func closedFolder() throws {
        let (folder, specs) = try folder()
        try folder.write(Door.flow.changing("flow Door version 1", to: "flow"), to: "Specs/Wrong.flow")
        #expect(mkdir(specs + "/Closed", 0o000) == 0)
        let call = keyway("check", specs, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.errors.contains("\(specs)/Closed: cannot open it: Permission denied"))
        #expect(call.lines.contains { $0.contains("Wrong.flow:1:") })
    }

    @Test("A result goes through a link to a file, and through none that leads to nothing")
    func resultBehindLink() throws {
        let folder = try Door.folder()
        Door.run(in: folder).expectFine()
        let link = folder.path(of: "link")
        #expect(symlink("runs.jsonl", link) == 0)
        let words = ["export", folder.path(of: "log"), "--jsonl", link]
        for call in [words, words + ["--force"]] {
            let refused = keyway(call)
            #expect(refused.code == .problem)
            #expect(refused.errors == ["\(link): this link leads to nothing"])
        }
        try folder.write("", to: "runs.jsonl")
        keyway(words + ["--force"]).expectFine()
        #expect(FileAccess.isLink(link))
        #expect(try folder.bytes(of: "runs.jsonl").count { $0 == 0x0A } == 1)
    }

    #if os(Linux)
        // Other systems have no such names.
        @Test("A name that is not UTF-8 is told, of a file as of a folder", arguments: [".flow", ""])
        func nameNotUTF8(ending: String) throws {
            let (folder, specs) = try folder()
            // The name is read as one with a replacement character, at which nothing stands. So a file and a folder cannot be told
            // apart, and the name is told whatever its ending; a folder stands for both here.
            let path = Array("\(specs)/caf".utf8) + [0xE9] + Array(ending.utf8) + [0]
            #expect(mkdir(path.map { CChar(bitPattern: $0) }, 0o777) == 0)
            let call = keyway("check", specs, in: folder.path)
            #expect(call.code == .problem)
            let sentence = "its name is not UTF-8, so it cannot be opened: rename it"
            #expect(call.errors.first == "\(specs)/caf\u{FFFD}\(ending): \(sentence)")
        }
    #endif
}
