import FlowFixtures
import KeywayCore
import Testing

@testable import KeywayDebugger

@Suite("Codes that finals keep")
struct CodeTallyTests {
    @Test("What an SDK said is counted beside the cases of the spec, and not among how runs ended")
    func shipped() throws {
        var statistics = Statistics()
        for path in ShippedFlows.transcripts {
            let history = try RunHistory(of: playedRecords(path))
            if history.flow.table.name == "OfflineOTP" { statistics.add(history) }
        }
        let counts = try #require(statistics.flows.first?.counts)
        #expect(counts.results.counts["failed: status = \"BIOMETRY_LOCKED\""] == 1)
        #expect(counts.results.counts["failed: why = abandoned"] ?? 0 > 1)
        #expect(counts.endings.counts.keys.allSatisfy { !$0.contains("status") })
    }

    @Test("A variable with more than 32 different values is left out for all runs, and others are not")
    func many() {
        var codes = CodeTally()
        for number in 0..<32 { codes.add("\(number)", of: "failed: request") }
        codes.add("7", of: "failed: request")
        codes.add("40102", of: "failed: code")
        #expect(codes.counts.count == 33 && codes.counts["failed: request = 7"] == 2)
        codes.add("32", of: "failed: request")
        codes.add("7", of: "failed: request")
        #expect(codes.counts == ["failed: code = 40102": 1])
    }

    @Test("A text that is too long for a code leaves its variable out", arguments: [64, 65])
    func long(length: Int) {
        var codes = CodeTally()
        codes.add("7", of: "failed: said")
        codes.add(String(repeating: "x", count: length), of: "failed: said")
        #expect(codes.counts.isEmpty == (length == 65))
    }
}
