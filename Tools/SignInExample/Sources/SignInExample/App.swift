import Keyway

/// An app from its start to its exit: it opens the log, and its orchestrator goes on with the runs that an earlier start left open.
struct App {
    let orchestrator: Orchestrator

    init(keepingIn folder: String) async throws {
        let log = try FileLog(folder)
        orchestrator = try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in House() }])
    }

    /// The visit with this name that is still open, perhaps since an earlier start of the app; else a new one.
    func visit(_ name: String) async throws -> Run<Visit> {
        if let earlier = orchestrator.runs(of: Visit.self, reference: name).first { return earlier }
        return try await orchestrator.begin(Visit.self, reference: name)
    }
}
