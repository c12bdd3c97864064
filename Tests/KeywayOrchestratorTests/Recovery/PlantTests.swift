import KeywayCore
import Testing

@testable import KeywayOrchestrator

@Suite("A mistake in recovery that is made on purpose turns a test red")
struct PlantTests {
    @Test("Each planted fault", arguments: Recovery.PlantedFault.allCases)
    func planted(_ fault: Recovery.PlantedFault) async throws {
        await Phone.$recovery.withValue(Recovery(planted: fault)) {
            await withKnownIssue {
                switch fault {
                case .repeatsOnce: try await RecoveryTests().once()
                case .writesNoEnds: try await RecoveryTests().once()
                case .forgetsTimers: try await RecoveryTests().overdue()
                case .hurriesTimers: try await RecoveryTests().toldDeadlines()
                case .ignoresWallClock: try await RecoveryTests().clockSetBack()
                case .reversesLanes: try await SharedDeviceTests().lanes()
                case .reversesSources: try await SharedDeviceTests().sources()
                case .tellsNobody: try await RecoveryTests().restored()
                case .tellsKnownLate: try await OrderAndEndTests().known()
                case .performsAfterShutDown: try await OrderAndEndTests().shutDown(command: "again")
                }
            }
        }
    }
}
