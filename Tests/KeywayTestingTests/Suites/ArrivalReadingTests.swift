import FlowFixtures
import KeywaySuites
import Testing

@testable import KeywayTesting

@Suite("The lines of a suite are read as they were written, or not at all")
struct ArrivalReadingTests {
    private static func arrivals(_ text: Substring, of flow: String = "OTPlessSNA") throws -> [CellArrival]? {
        TableReading(of: try ShippedFlows.named(flow).table).arrivals(text)
    }

    @Test(
        "A line is one arrival where it says that variables are low or high, else one for each of these two ends",
        arguments: [
            ("cancel", 2), ("cancel given low", 1), (#"oneTap(token: "b", idToken: "b")"#, 2),
            ("pending [of checkStatus]", 2), ("pending [closed] given high", 1),
        ] as [(Substring, Int)])
    func written(text: Substring, count: Int) throws {
        #expect(try Self.arrivals(text)?.count == count)
    }

    @Test("A timer that waits for a parameter by the name 'given' is read with what is given beside it")
    func timerOfGiven() throws {
        let flow = try LoadedFlow(
            """
            flow Tiny version 1
            param given: duration 1s...1m = 5s
            context { tries: int 0...3 = 0 }
            command go, cancel
            final done
            final failed
            within 10m -> failed
            on cancel -> failed
            state idle waits for user { on go -> going }
            state going { reject go  after given -> next }
            choice next { when tries < 3 -> going { tries += 1 }  when tries == 3 -> done }
            """)
        let suite = flow.suite
        let lines = suite.states.flatMap { $0.checks.map { String($0.line) } }
        #expect(lines.contains("after given") && lines.contains("after given given tries = 0"), "\(lines)")
        for state in suite.states { #expect(suite.differences(in: state, of: flow.table) == []) }
    }

    @Test("A line that cannot be read is told where packed runs or a switch are compared, too")
    func comparing() throws {
        let flow = try ShippedFlows.named("OTPlessSNA")
        let state = FlowSuite.State("idle", "due\nno such thing => rejected")
        let differences = flow.suite.differences(in: state, of: flow.table) { _, _, _ in nil }
        #expect(differences.map(\.arrival) == ["no such thing"])
    }

    @Test(
        "A line that somebody has changed is no arrival",
        arguments: [
            #"oneTap(token: "b", idToken: "b""#, #"oneTap(token: "b", idToken: "b")x"#, "cancel()",
            "pending [of checkStatusX", "pending [of checkStatus", "pending [closed)", "cancel [stale]",
            "cancel given low, high", "cancel given high, low", "cancel given", "cancel given ",
        ] as [Substring])
    func changed(text: Substring) throws {
        #expect(try Self.arrivals(text) == nil)
    }
}
