import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import TestThreads
import Testing

/// Each `require` of a shipped flow can be broken: for each there is a row which, written wrongly, lets the explorer find a run that
/// breaks it.
@Suite("The `require` lines of the shipped flows", .longComputation)
struct RequirementLineTests {
    @Test(
        "Each requirement holds, and is broken where its row is mistaken",
        arguments: Set(RequirementBreach.all.map(\.flow)).sorted())
    func broken(flow: String) throws {
        let text = String(decoding: try ShippedFlows.named(flow).source.bytes, as: UTF8.self)
        // The flow as it is, is explored once for all of its requirements.
        let sound = try explored(text)
        for breach in RequirementBreach.all where breach.flow == flow {
            let mistaken = text.changingFirst(breach.row, to: breach.mistaken)
            #expect(sound.verdict(on: breach.requirement) == .proved, "\(breach)")
            #expect(try explored(mistaken).verdict(on: breach.requirement) == .broken, "\(breach)")
        }
    }

    /// Explores the flow with small counts, because whether a row breaks a requirement does not depend on how often a person may try.
    ///
    /// Counters begin one below their bound, and parameters have their least values. `sends` is at least 2: a second number needs a second
    /// code.
    private func explored(_ text: String) throws -> FlowExploration {
        let impatient = text.changingIfPresent(/int 0\.\.\.(\d) = 0/) { bound in
            "int 0...\(bound.1) = \((Int(bound.1) ?? 1) - 1)"
        }.changingIfPresent(/(param \w+: int) (\d+)\.\.\.\d+ = \d+/) { "\($0.1) \($0.2)...\($0.2) = \($0.2)" }
            .changingIfPresent("param sends: int 1...1 = 1", to: "param sends: int 2...2 = 2")
            // The last refused PIN of OfflineOTP ends the run and leaves `triesLeft` as it is, so there have to be two tries.
            .changingIfPresent(
                "param tries: int 1...1 = 1\n/// How many codes", to: "param tries: int 2...2 = 2\n/// How many codes"
            )
        return try explore(
            LoadedFlow(impatient, path: "impatient.flow", among: ShippedFlows.directory()).machine)
    }

    @Test("Each requirement of a shipped flow has its mistaken row in the list")
    func complete() throws {
        let declared = try ShippedFlows.all().flatMap { flow in
            flow.machine.requirements.map { "\(flow.table.name): \($0.text)" }
        }
        #expect(declared.sorted() == RequirementBreach.all.map { "\($0.flow): \($0.requirement)" }.sorted())
    }
}
