import FlowFixtures
import Foundation
import KeywayCore
import KeywayKeys
import TestThreads
import Testing

@testable import KeywayCommandLine

/// Whether this build can encrypt.
private let canEncrypt: Bool = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-test-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return (try? FileKeyStore(folder)) != nil
}()

@Suite("keyway run --keys and keyway erase", .longComputation)
struct KeysTests {
    /// The door's flow and transcript, with a restart over which the guest's name is kept.
    private func folder() throws -> TemporaryFolder {
        let folder = try Door.folder()
        let flow = Door.flow.changing(
            "reject other\n",
            to: """
                ignore restored when withValues
                on restored when not withValues -> street { guest = nil }
                reject other

                """
        ).changing(
            "  ignore bell, unrecognised\n}\nstate asking",
            to: "  ignore bell, unrecognised\n  late refused\n}\nstate asking")
        try folder.write(flow, to: "Specs/Door.flow")
        let transcript = Door.transcript.changing(
            #"{"at": 3}"#, to: #"{"at": 2.3, "restart": 1, "withValues": true}"# + "\n" + #"{"at": 4}"#)
        try folder.write(transcript, to: "guest.jsonl")
        return folder
    }

    @Test(
        "A build without a cipher says so, and writes nothing",
        .enabled(if: !canEncrypt, "the package was built with its trait Crypto"))
    func noCipher() throws {
        let folder = try folder()
        let call = Door.run(in: folder, "--keys", folder.path(of: "keys"))
        #expect(call.code == .usage)
        #expect(call.errors.joined().contains("--traits Crypto"))
        #expect(!folder.exists("log") && !folder.exists("keys"))
        Door.run(in: folder).expectFine()
        let erase = keyway("erase", folder.path(of: "log"), "--keys", folder.path(of: "keys"))
        #expect(erase.code == .problem)
        #expect(erase.errors.joined().contains("there is no such folder of keys"))
    }

    @Test("Without keys, a transcript with a restart that has values plays as an app with a key store would")
    func played() throws {
        let folder = try folder()
        let call = Door.run(in: folder)
        call.expectFine()
        #expect(call.output.contains("(withValues = true)"))
        #expect(try folder.contents(of: "log").allSatisfy { !$0.value.contains(Array("Ada".utf8)) })
    }

    @Test(
        "A run has a key of its own, its log tells nothing, and erasing changes no answer",
        .enabled(if: canEncrypt, "the package was built without its trait Crypto"))
    func erasing() throws {
        let folder = try folder()
        let (log, keys) = (folder.path(of: "log"), folder.path(of: "keys"))
        Door.run(in: folder, "--keys", keys, "--seed", "1").expectFine()
        Door.run(in: folder, "--keys", keys, "--seed", "2").expectFine()
        let names = try folder.contents(of: "keys").keys.sorted()
        #expect(names.count == 2)
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(keys)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(try folder.contents(of: "log").allSatisfy { !$0.value.contains(Array("Ada".utf8)) })
        let questions = [["verify", log], ["replay", log], ["runs", log], ["stats", log]]
        let before = questions.map { keyway($0).output }
        let run = String(names[0].dropLast(".key".count))
        let erase = keyway("erase", log, "--run", run, "--keys", keys)
        #expect(erase.lines == ["the key of run \(run) is erased"])
        #expect(try folder.contents(of: "keys").keys.sorted() == [names[1]])
        #expect(questions.map { keyway($0).output } == before)
        let again = keyway("erase", log, "--run", run, "--keys", keys)
        #expect(again.code == .problem)
        #expect(again.errors.joined().contains("has no key of run \(run)"))
        #expect(keyway("erase", log, "--run", "0123456789", "--keys", keys).code == .problem)
        // A run that never began, as where its beginning failed behind the making of its key.
        let unbegun = RunID(high: 1, low: 2)
        _ = try FileKeyStore(keys).makeKeyAndWait(for: unbegun)
        #expect(keyway("erase", log, "--run", String("\(unbegun)".dropLast()), "--keys", keys).code == .problem)
        let erased = keyway("erase", log, "--run", "\(unbegun)", "--keys", keys)
        #expect(erased.lines == ["the key of run \(unbegun) is erased"])
        #expect(keyway("erase", log, "--run", "\(unbegun)", "--keys", keys).code == .problem)
        #expect(try folder.contents(of: "keys").keys.sorted() == [names[1]])
    }

    @Test(
        "Of a flow that never asks for its values no key is made, and the person is told",
        .enabled(if: canEncrypt, "the package was built without its trait Crypto"))
    func unasked() throws {
        let folder = try Door.folder()
        let call = Door.run(in: folder, "--keys", folder.path(of: "keys"))
        call.expectFine()
        #expect(call.errors.joined().contains("nothing is encrypted"))
        #expect(try folder.contents(of: "keys").isEmpty)
    }

    @Test("A restart with values is refused for a flow that never asks for them, with its line")
    func refused() throws {
        let folder = try Door.folder()
        try folder.write(
            Door.transcript.changing(#"{"at": 3}"#, to: #"{"at": 3, "restart": 1, "withValues": true}"#),
            to: "guest.jsonl")
        let call = Door.run(in: folder)
        #expect(call.code == .problem)
        #expect(
            call.errors.joined().contains("guest.jsonl:5: no run of Door has its personal and secret values again"),
            "\(call.errors)")
    }
}
