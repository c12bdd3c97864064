import KeywayCore
import KeywayFileLog
import KeywayTesting
import SystemTrials
import TestThreads
import Testing

@testable import KeywayCommandLine

/// The trials say which sign-ins were really lost, and the command says which it finds in the log.
@Suite("The command finds in a log of files what was lost", .longComputation)
struct ShadowTrialTests {
    @Test("Of sign-ins with naive handlers, shadow counts each lost one, none besides, and every made-up callback")
    func lost() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "log")
        let writer = try FileLog(path, acknowledging: .written, undurableLimit: 1 << 30)
        var tallies: [ShadowTally] = []
        for product in ShadowedProduct.all {
            var tally = ShadowTally(of: try product.trial(telling: .every))
            var generator = SeededGenerator(seed: 20_261_201)
            tally.add(200, into: writer, generator: &generator)
            tallies.append(tally)
        }
        try writer.closeAndWait()
        let reader = try FileLog.Reader(path)
        for place in tallies.indices { try tallies[place].judge(from: reader.records) }
        let lost = tallies.reduce(0) { $0 + $1.lost }
        #expect(lost > 0)

        let told = try members(of: keyway("shadow", path, "--format", "json").output)
        #expect(told["signIns"] == .integer(1_000))
        guard case .list(let flows)? = told["flows"] else {
            Issue.record("\(told)")
            return
        }
        var counted: Int64 = 0
        for case .object(let flow) in flows {
            if case .integer(let count)? = flow["lostCount"] { counted += count }
            guard case .list(let unread)? = flow["unread"] else {
                Issue.record("\(flow)")
                return
            }
            let madeUp = unread.count { callback in
                if case .object(let told) = callback, case .text(let words)? = told["callback"] {
                    UnmodelledCallbacks.isOne(words)
                } else {
                    false
                }
            }
            #expect(madeUp == UnmodelledCallbacks.all.count)
        }
        #expect(flows.count == ShadowedProduct.flows.count && counted == Int64(lost))
    }
}
