import FlowFixtures
import Foundation
import KeywayCore
import KeywayFileLog
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("The digits by which runs are shown", .longComputation)
struct ShortIdentitiesTests {
    private func run(_ high: UInt64, _ low: UInt64 = 0) -> RunID { RunID(high: high, low: low) }

    @Test("They are twelve, or as many as name the run alone in its log")
    func alone() {
        let far = run(0x0123_4567_89ab_cdef)
        // The time in both is one, and so are the first five of the random digits.
        let near = [run(0x01a2_2cf1_cf04_1234, 0x5000 << 48), run(0x01a2_2cf1_cf04_1234, 0x5800 << 48)]
        let same = [run(.max, .max - 1), run(.max, .max)]
        let identities = ShortIdentities(among: same + near + [far, far])
        #expect(identities.digits(of: far) == "0123456789ab")
        #expect(near.map(identities.digits) == ["01a22cf1cf04123450", "01a22cf1cf04123458"])
        #expect(same.map(identities.digits) == same.map(\.description))
        #expect(identities.leastCount(for: far) == RunChoice.leastDigits)
        #expect(near.map(identities.leastCount) == [18, 18])
    }

    @Test(
        "Runs of nodes that began in one millisecond are listed with digits by which each is asked for",
        arguments: [
            nil, 72,
        ])
    func listed(width: Int?) throws {
        let folder = try Door.folder()
        for seed in ["1", "2", "3"] { Door.run(in: folder, "--seed", seed).expectFine() }
        let log = folder.path(of: "log")
        keyway("export", log, "--jsonl", folder.path(of: "runs.jsonl")).expectFine()
        var text = try String(contentsOfFile: folder.path(of: "runs.jsonl"), encoding: .utf8)
        let beginning = "01a22cf1cf04"
        for run in try FileLog.Reader(log).runs {
            text = text.changing("\(run)", to: beginning + "\(run)".dropFirst(beginning.count))
        }
        try folder.write(text, to: "dated.jsonl")
        let dated = folder.path(of: "dated")
        keyway("import", "jsonl", folder.path(of: "dated.jsonl"), "--log", dated).expectFine()
        let lines = keyway(["runs", dated], width: width).lines
        let shown = lines.dropFirst().dropLast().map { $0.prefix { $0.isHexDigit } }
        #expect(shown.count == 3 && shown.allSatisfy { $0.hasPrefix(beginning) })
        for digits in shown { keyway("explain", dated, "--run", String(digits)).expectFine() }
    }
}
