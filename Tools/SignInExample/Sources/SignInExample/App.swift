import Keyway

/// One start of an app: its log, and the orchestrator that goes on with what an earlier start has left.
struct App {
    let orchestrator: Orchestrator

    init(keepingIn folder: String) async throws {
        let log = try FileLog(folder)
        orchestrator = try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in House() }])
    }

    /// The visit that goes on under this name, perhaps from an earlier start, or else a new one.
    func visit(_ name: String) async throws -> Run<Visit> {
        if let earlier = orchestrator.runs(of: Visit.self, reference: name).first { return earlier }
        return try await orchestrator.begin(Visit.self, reference: name)
    }
}
