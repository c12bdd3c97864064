import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import TestThreads
import Testing

/// Each `require` of a shipped flow is there against a way around it, which the explorer takes when a row opens it.
@Suite("The `require` lines of the shipped flows", .longComputation)
struct RequirementLineTests {
    @Test("Each holds, and a row that goes around it breaks it", arguments: Set(WayAround.all.map(\.flow)).sorted())
    func broken(flow: String) throws {
        let text = String(decoding: try ShippedFlows.named(flow).source.bytes, as: UTF8.self)
        // The flow as it is, is explored once for all of its requirements.
        let sound = try explored(text)
        for way in WayAround.all where way.flow == flow {
            let mistaken = text.changingFirst(way.row, to: way.mistaken)
            #expect(sound.verdict(on: way.requirement) == .proved, "\(way)")
            #expect(try explored(mistaken).verdict(on: way.requirement) == .broken, "\(way)")
        }
    }

    /// Counters begin where one more is the last: that there is a way does not depend on how often one may try. A second
    /// number needs a second code.
    private func explored(_ text: String) throws -> FlowExploration {
        let impatient = text.changingIfPresent(/int 0\.\.\.(\d) = 0/) { bound in
            "int 0...\(bound.1) = \((Int(bound.1) ?? 1) - 1)"
        }.changingIfPresent(/(param \w+: int) (\d+)\.\.\.\d+ = \d+/) { "\($0.1) \($0.2)...\($0.2) = \($0.2)" }
            .changingIfPresent("param sends: int 1...1 = 1", to: "param sends: int 2...2 = 2")
            // The last try of an offline code does not fall: it ends the run.
            .changingIfPresent(
                "param tries: int 1...1 = 1\n/// How many codes", to: "param tries: int 2...2 = 2\n/// How many codes"
            )
        return try explore(
            LoadedFlow(impatient, path: "impatient.flow", among: ShippedFlows.directory()).machine)
    }

    @Test("All have such a row here")
    func complete() throws {
        let declared = try ShippedFlows.all().flatMap { flow in
            flow.machine.requirements.map { "\(flow.table.name): \($0.text)" }
        }
        #expect(declared.sorted() == WayAround.all.map { "\($0.flow): \($0.requirement)" }.sorted())
    }
}
