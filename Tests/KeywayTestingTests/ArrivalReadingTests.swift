import FlowFixtures
import KeywaySuites
import Testing

@Suite("The lines of a suite are read as they were written, or not at all")
struct ArrivalReadingTests {
    private static func arrivals(_ text: Substring, of flow: String = "OTPlessSNA") throws -> [CellArrival]? {
        TableReading(of: try ShippedFlows.named(flow).table).arrivals(text)
    }

    @Test(
        "A line as a suite has it comes with one arrival for each end that it means",
        arguments: [
            ("cancel", 2), ("cancel given low", 1), (#"oneTap(token: "b", idToken: "b")"#, 2),
            ("pending [of checkStatus]", 2), ("pending [closed] given high", 1),
        ] as [(Substring, Int)])
    func written(text: Substring, count: Int) throws {
        #expect(try Self.arrivals(text)?.count == count)
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
