import Foundation
import Testing

@testable import TerminalSignIn

@Suite("A sign-in whose process is killed", .serialized)
struct KillingTests {
    @Test("A hundred kills at random moments, and every law holds", .timeLimit(.minutes(20)))
    func hundred() async throws {
        let tally = await Killing(kills: 100, seed: 1, executable: try BuiltProgram.url()).run()
        #expect(tally.breaches.isEmpty, "\(tally.text)")
        #expect(tally.kills == 100 && tally.shown > 300 && tally.interrupted > 20, "\(tally.text)")
        // Some sign-ins succeed though processes are killed.
        #expect(tally.endings.count > 1 && tally.endings["authenticated", default: 0] > 0, "\(tally.text)")
    }

    /// Two of the mistakes; `TerminalSignIn --planted` makes all of them.
    @Test(
        "A mistake that is made on purpose is found",
        arguments: [(Plant.tellsTooEarly, SignInLaw.nothingShownIsLost), (.beginsAgain, .onceIsBegunOnce)])
    func planted(plant: Plant, law: SignInLaw) async throws {
        var killing = Killing(kills: 300, seed: 1, plant: plant, executable: try BuiltProgram.url())
        killing.keepsLog = false
        let tally = await killing.run()
        #expect(tally.breaches.map(\.law).contains(law), "\(tally.text)")
    }

    @Test("A byte that has changed, a claim that the log does not have, and a proof that is gone are found")
    func judging() async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        let life = try Life(
            try BuiltProgram.url(),
            [
                "--log", folder.log, "--format", "lines", "--latency", "0", "--silence", "0", "--trouble", "0",
                "--seed", "2", "--speed", "60", "--script", "start 4912345678 DE ways=silent",
            ])
        let (end, lines) = await life.end(at: .ifHangingFor(30))
        try #require(end == .exited(0), "\(lines)")
        let run = try #require(lines.first { $0.hasPrefix("new ") }?.split(separator: " ").last)
        try #require(lines.contains("ended \(run) authenticated"), "\(lines)")

        func broken(_ more: [String] = []) -> Set<SignInLaw> {
            var judge = Judge(.folder(folder.log), folder: folder, slack: 240_000)
            judge.hear(lines + more)
            var tally = SignInTally(seed: 0)
            judge.judge(isAtRest: true, &tally)
            return Set(tally.breaches.map(\.law))
        }
        #expect(broken() == [])
        #expect(broken(["shown \(run) - byCode"]) == [.nothingShownIsLost])
        #expect(broken(["shown \(run) smart idle"]) == [.nothingShownIsLost])
        #expect(broken(["answered \(run) 1.1 accepted next"]) == [.nothingShownIsLost])
        #expect(broken(["answered \(run) script-1 rejected start"]) == [.nothingShownIsLost])
        #expect(broken(["new 0123456789abcdef0123456789abcdef"]) == [.nothingShownIsLost])
        #expect(broken(["aside run \(run) is not gone on with"]) == [.logAloneTellsTheSame])

        let begun = try Data(contentsOf: URL(fileURLWithPath: folder.beginnings))
        try Data((String(decoding: begun, as: UTF8.self) + "\(run).99.0.1 silent.begin\n").utf8)
            .write(to: URL(fileURLWithPath: folder.beginnings))
        #expect(broken() == [.onceIsBegunOnce])
        try begun.write(to: URL(fileURLWithPath: folder.beginnings))

        let facts = try Data(contentsOf: folder.servers)
        try FileManager.default.removeItem(at: folder.servers)
        #expect(broken() == [.noSuccessWithoutProof])
        try facts.write(to: folder.servers)

        let names = try FileManager.default.contentsOfDirectory(atPath: folder.log).filter { $0.hasSuffix(".log") }
        let segment = URL(fileURLWithPath: folder.log).appendingPathComponent(try #require(names.min()))
        var bytes = try Data(contentsOf: segment)
        bytes[700] ^= 1
        try bytes.write(to: segment)
        #expect(broken().contains(.logIsSound))
    }
}

@Suite("What processes told, against the log")
struct HeardTests {
    @Test("A command that two runs were told to have is found")
    func twoRuns() {
        var heard = Heard()
        heard.take("answered a start-1 accepted start", of: 0)
        heard.take("answered a start-1 accepted start", of: 0)
        heard.take("answered b start-2 rejected start", of: 0)
        #expect(heard.commandsOfTwoRuns.isEmpty && heard.runs == ["a", "b"])
        heard.take("answered c start-1 accepted start", of: 0)
        #expect(heard.commandsOfTwoRuns == ["start-1"])
    }
}
