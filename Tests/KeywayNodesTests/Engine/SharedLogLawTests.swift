import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@Suite("What every log keeps that nodes share")
struct SharedLogLawTests {
    @Test("A log in memory keeps each law", arguments: SharedLogLaw.allCases)
    func laws(law: SharedLogLaw) async throws {
        try await SharedLogConformance { .inMemory() }.check(law)
    }

    /// A log in memory that makes one mistake.
    private final class MistakenLog: SharedLogEngine {
        private let engine: Lock<MemoryEngine>

        init(_ mistake: MemoryEngine.PlantedFault) {
            engine = Lock(MemoryEngine(planting: mistake))
        }

        var durability: Durability { .memory }
        var lastFault: StorageFault? { nil }

        func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
            engine.withLock { $0.perform(statement, of: node, at: monotonicMilliseconds()) }
        }
    }

    @Test(
        "A log that makes a mistake is found by the law that it breaks",
        arguments: [
            (MemoryEngine.PlantedFault.repetitionByFields, SharedLogLaw.repetition), (.noExpectedVersion, .otherEnd),
            (.noExpectedVersion, .oneWinner), (.leaseNotKept, .living), (.postponesWithoutVersion, .postponedInVain),
            (.promiseNotLowered, .promisesForward), (.noDeviceVersion, .devicesWithRuns),
            (.noDeviceVersion, .oneChange),
            (.deviceLeftOut, .devicesWithRuns),
        ])
    func mistakes(mistake: MemoryEngine.PlantedFault, law: SharedLogLaw) async throws {
        let breach = await #expect(throws: SharedLogBreach.self) {
            try await SharedLogConformance { SharedLog(MistakenLog(mistake)) }.check(law)
        }
        #expect(breach?.law == law)
    }
}
