import FlowFixtures
import KeywaySuites
import TestThreads
import Testing

@testable import KeywayTesting

@Suite("A walk says what came", .longComputation)
struct WalkLineTests {
    private func lines(of name: String) throws -> [String] {
        let flow = try ShippedFlows.named(name)
        let runner = WalkRunner(flow.suite, through: flow.table)
        return flow.suite.seeds.flatMap { runner.walkOnce(.seed($0, parts: FlowSuite.parts(ofWalk: $0))).lines }
    }

    @Test("What an effect's limit brings is called by its name, also where it comes last")
    func limits() throws {
        let lines = try lines(of: "OTPlessSNA")
        #expect(lines.contains { $0.contains("  unreachable: ") })
        #expect(lines.allSatisfy { !$0.contains("time passes: ") })
    }

    @Test("A command that begins a sub-flow has its fields, and what it brings there is told behind it")
    func commandsOfParents() throws {
        let lines = try lines(of: "PhoneLogin")
        #expect(lines.contains { $0.contains("  start(") && $0.contains(": taken") })
        #expect(lines.allSatisfy { !$0.contains("  start: ") })
    }

    @Test("A callback that only a sub-flow hears is told with the sub-flow's name")
    func callbacksOfSubFlows() throws {
        let flow = try LoadedFlow.hearingBeside
        let runner = WalkRunner(flow.suite, through: flow.table)
        let lines = flow.suite.seeds.flatMap { runner.walkOnce(.seed($0, parts: 20)).lines }
        #expect(lines.contains { $0.hasSuffix("}, to part, first") }, "\(lines.prefix(40))")
    }
}

extension LoadedFlow {
    /// A flow beside whose rows its sub-flow reads the same callback, with a text in common and without the number.
    static var hearingBeside: LoadedFlow {
        get throws {
            let part = """
                flow Part version 1
                type Note = text(8...12)
                context { note: Note? }
                command go, cancel
                callback said(note: Note)
                source sdk = "SDK" by word singleton { SAID => said(note: note) }
                final over keeps note
                within 15m -> over
                on cancel -> over
                ignore unrecognised
                reject other
                state idle waits for user { on go -> hearing  late said }
                state hearing waits for user { on said stay { keep note } }
                """
            let whole = """
                flow Whole version 1
                type Note = text(8...12)
                command go, stop
                callback said(note: Note, code: int 0...9)
                source sdk = "SDK" by word singleton { SAID => said(note: note, code: code) }
                final done
                within 20m -> done
                on said stay {}
                on stop -> done
                ignore unrecognised
                reject other
                state first { child part = Part enter { run part.go } on part.over -> second }
                state second waits for user { on go -> done }
                """
            return try LoadedFlow(whole, among: ["Part": part])
        }
    }
}
