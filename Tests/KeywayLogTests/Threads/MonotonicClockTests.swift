import Foundation
import KeywayLog
import Testing

@Suite("The monotonic clock")
struct MonotonicClockTests {
    #if os(Linux)
        /// On a machine that has never slept, a clock that stops during sleep would pass as well: run the test under
        /// `unshare --time --boottime 1000000`, which looks like a long sleep.
        @Test("It counts the time for which the machine has slept")
        func sleep() throws {
            // The first number is the time since the machine began, its sleep included, in seconds.
            let text = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
            let uptime = try #require(text.split(separator: " ").first.flatMap { Double($0) })
            #expect(abs(Double(monotonicMilliseconds()) - uptime * 1_000) < 60_000)
        }
    #endif

    @Test("It never goes back")
    func forward() {
        let readings = (0..<1_000).map { _ in monotonicMilliseconds() }
        #expect(readings == readings.sorted())
    }
}
