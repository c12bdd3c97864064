import SystemTrials
import Testing

@testable import ProofTrials

@Suite("The shipped flows that are driven")
struct ShippedSystemsTests {
    /// A flow of this name without a provider; `check` accepts it where its command leads to `cancelled`.
    private func flow(_ name: String, to target: String = "cancelled") -> String {
        """
        flow \(name) version 1
        command cancel
        final cancelled
        within 20m -> cancelled
        state idle waits for user {
          on cancel -> \(target)
        }

        """
    }

    @Test("A flow and a model that check refuses are entries, each with its own name, and the rest are driven")
    func refused() {
        let entries = ShippedSystems.all(
            [flow("First"), flow("Broken", to: "nowhere"), flow("Last")],
            beside: [(name: "SDK.provider", text: "provider SDK version")], allowing: .coveredByRules)
        let sound = entries.map { entry in if case .success = entry.loaded { true } else { false } }
        #expect(entries.map(\.name) == ["SDK.provider", "First", "Broken", "Last"])
        #expect(sound == [false, true, false, true])
    }
}
