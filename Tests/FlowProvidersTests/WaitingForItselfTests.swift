import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("The request that waits for itself")
struct WaitingForItselfTests {
    private func deadlocks(in text: String) -> [String] {
        check(SourceText(path: "Request.flow", bytes: Array(text.utf8))).diagnostics
            .filter { $0.code == .laneWaitsForItself }.map(\.message)
    }

    @Test("With serialAll and a token that is not cached, the naive request stops in five steps; rule 19 finds it")
    func naive() throws {
        let found = try deadlocks(in: Fixtures.naive("PowerAuthRequest.flow"))
        #expect(found.count == 1)
        let way = "after 'post', 'active', 'queue', 'synced', 'uncached', with kind = token"
        #expect(found.first?.contains(way) == true, "\(found)")
    }

    @Test("The shipped request does not, for it refuses that post")
    func shipped() throws {
        let text = try Fixtures.shipped("PowerAuth/Request.flow")
        #expect(deadlocks(in: text).isEmpty)
        let accepting = text.changing("(kind == token or sdk == v2)", to: "sdk == v2")
            .changing("kind != token and sdk == v1 -> place", to: "sdk == v1 -> place")
        #expect(deadlocks(in: accepting).count == 1)
    }
}
