package import KeywayNodes

/// Checks that a shared log keeps the laws on which the nodes that share it rely.
package struct SharedLogConformance: Sendable {
    /// Makes a log without runs, of its own for each call.
    let makeLog: @Sendable () async throws -> SharedLog

    package init(makeLog: @escaping @Sendable () async throws -> SharedLog) {
        self.makeLog = makeLog
    }

    /// Checks one law on a log of its own.
    ///
    /// - Throws: `SharedLogBreach` where the law is not kept, and where the log cannot be made or gives no answer.
    package func check(_ law: SharedLogLaw) async throws(SharedLogBreach) {
        do {
            try await body(of: law)(TriedSharedLog(try await makeLog()))
        } catch let broken as Broken {
            throw SharedLogBreach(law: law, explanation: broken.explanation)
        } catch {
            throw SharedLogBreach(law: law, explanation: "this was thrown: \(error)")
        }
    }

    private func body(of law: SharedLogLaw) -> @Sendable (TriedSharedLog) async throws -> Void {
        switch law {
        case .oneWinner: { try await $0.oneWinner() }
        case .otherEnd: { try await $0.otherEnd() }
        case .sets: { try await $0.sets() }
        case .repetition: { try await $0.repetition() }
        case .unbegun: { try await $0.unbegun() }
        case .requests: { try await $0.requests() }
        case .references: { try await $0.references() }
        case .readsBack: { try await $0.readsBack() }
        case .ends: { try await $0.ends() }
        case .due: { try await $0.due() }
        case .served: { try await $0.served() }
        case .versions: { try await $0.versions() }
        case .promisesForward: { try await $0.promisesForward() }
        case .promisesNotBack: { try await $0.promisesNotBack() }
        case .over: { try await $0.over() }
        case .claimed: { try await $0.claimed() }
        case .postponed: { try await $0.postponed() }
        case .postponedInVain: { try await $0.postponedInVain() }
        case .endedLooks: { try await $0.endedLooks() }
        case .deadLookers: { try await $0.deadLookers() }
        case .livingLookers: { try await $0.livingLookers() }
        case .living: { try await $0.living() }
        case .deviceRows: { try await $0.deviceRows() }
        case .devicesWithRuns: { try await $0.devicesWithRuns() }
        case .oneChange: { try await $0.oneChange() }
        case .beginningsInNoCircle: { try await $0.beginningsInNoCircle() }
        case .noCircles: { try await $0.noCircles() }
        }
    }
}
