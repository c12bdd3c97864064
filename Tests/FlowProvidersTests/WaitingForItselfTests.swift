import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@testable import FlowProviders

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

    @Test("The shipped request never waits for itself: it refuses serialAll with a token")
    func shipped() throws {
        let text = try Fixtures.shipped("PowerAuth/Request.flow")
        #expect(deadlocks(in: text).isEmpty)
        let accepting = text.changing("(kind == token or sdk == v2)", to: "sdk == v2")
            .changing("kind != token and sdk == v1 -> place", to: "sdk == v1 -> place")
        #expect(deadlocks(in: accepting).count == 1)
    }

    @Test("A run that waits for itself as it begins is found by explore as well")
    func beginning() throws {
        let post = """
            flow Post version 1
            command cancel
            lane queue of Mail
            effect post needs queue replies sent otherwise sent within 30s
            final done
            within 20m -> done
            on cancel -> done
            reject other
            state idle waits for user {
              enter { take queue; do post }
              on queue stay
              on sent -> done
            }
            """
        #expect(deadlocks(in: post).count == 1)
        let exploration = try explore(machine(post), against: [])
        #expect(exploration.sentences(about: "nothing waits for itself").map(\.value) == [0])
    }

    @Test("A call that waits behind the place of the run's own sub-flow is found by explore as well")
    func besideChild() throws {
        let kid = """
            flow Kid version 1
            command start, cancel
            final gone
            within 10m -> gone
            on cancel -> gone
            reject other
            state idle waits for user { on start -> asking }
            state asking waits for user {
              lane place of Mail
              enter { take place }
              on place -> gone
            }
            """
        let parent = """
            flow Post version 1
            command start, go, cancel
            lane queue of Mail
            effect post needs queue replies sent otherwise sent within 30s
            final done
            within 20m -> done
            on cancel -> done
            reject other
            late other
            state idle waits for user { on start -> both }
            group around {
              child kid = Kid
              state both waits for user {
                enter { run kid.start }
                on go -> posting
                on kid.gone -> posting
              }
              state posting {
                enter { do post }
                on sent, kid.gone -> done
              }
            }
            """
        func steps(_ kid: String) throws -> [Int] {
            try explore(House.machine(parent, others: ["Kid": kid]), against: [])
                .sentences(about: "nothing waits for itself").map(\.value)
        }
        #expect(try steps(kid) == [2])
        #expect(try steps(kid.changing("of Mail", to: "of Radio")) == [])
    }
}
