import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// Hears which records are durable, in one life of the app.
struct ErrandTracer: Orchestrator.Tracer {
    let life: Life

    func recorded(_ records: [Record], of flow: String, after wait: Duration) {
        life.witness.noteTraced(records, in: life.number)
    }
}
