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
        try await orchestrator.findOrBegin(Visit.self, reference: name)
    }
}
