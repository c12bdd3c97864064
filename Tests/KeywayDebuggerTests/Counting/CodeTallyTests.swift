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

    @Test("The first 32 values of a variable are counted, and further ones as others, as many as there were in all")
    func many() {
        var codes = CodeTally()
        for number in 0..<32 { codes.add("\(number)", of: "failed: request") }
        codes.add("7", of: "failed: request")
        codes.add("40102", of: "failed: code")
        #expect(codes.counts.count == 33 && codes.counts["failed: request = 7"] == 2)
        for _ in 0..<2 { codes.add("32", of: "failed: request") }
        codes.add("7", of: "failed: request")
        // Of 36 values three are counted by themselves: the 31 others of the first 32 came once, and two came too late.
        #expect(
            codes.counts == [
                "failed: request = 7": 3, "failed: request = others": 33, "failed: code = 40102": 1,
            ])
    }

    @Test("A text that is too long for a code is one of the others", arguments: [64, 65])
    func long(length: Int) {
        var codes = CodeTally()
        let text = String(repeating: "x", count: length)
        for word in ["7", "7", text] { codes.add(word, of: "failed: said") }
        let last = length == 65 ? "others" : text
        #expect(codes.counts == ["failed: said = 7": 2, "failed: said = \(last)": 1])
    }

    @Test("A way that fails is counted by its provider and its reason, though the person signs in by another")
    func ways() throws {
        var statistics = Statistics()
        statistics.add(try RunHistory(of: playedRecords("Transcripts/phone-denied-then-code.jsonl")))
        let counts = try #require(statistics.flows.first?.counts)
        #expect(counts.outcomes.counts == ["authenticated": 1])
        #expect(counts.providers.counts == ["OTPless: failed": 1, "OTPless: authenticated": 1])
        #expect(counts.results.counts["silent.failed: why = denied"] == 1)
        #expect(counts.endings.counts.values.reduce(0, +) == 1 && statistics.providers == counts.providers)
    }
}
