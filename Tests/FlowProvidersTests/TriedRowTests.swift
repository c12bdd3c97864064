import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("Which rows of a flow were tried")
struct TriedRowTests {
    /// The shipped flow whose `idle` hears, after a restart alone, of a question that was open before.
    private func tried(_ provider: String, crashing: Bool = false) throws -> (rows: TriedRows, late: Int) {
        let text = try Fixtures.shipped("OTPless/SNA.flow")
        let source = SourceText(path: "SNA.flow", bytes: Array(text.utf8))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let late = try #require(lines.firstIndex { $0.contains("late unreachable") })
        let flow = try machine(text)
        let exploration = try explore(flow, against: model(provider), crashing: crashing)
        return (TriedRows(of: flow, in: source, reachedBy: [exploration]), late + 1)
    }

    @Test("A row that only a run which came back comes to is asked for where the app may die, and is tried there")
    func restarts() throws {
        let shipped = try Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider")
        for crashing in [false, true] {
            let tried = try tried(shipped, crashing: crashing)
            #expect(tried.rows.holds, "\(tried.rows.untried)")
        }
        let mute = """
            provider OTPless version "0" for otpless
            word ready = SDK_READY
            call begin stay
            call stop stay
            state any { emit ready stay }
            """
        let tried = try tried(mute)
        let missing = tried.rows.untried.map(\.line)
        #expect(missing.count > 5 && !missing.contains(tried.late))
    }
}
