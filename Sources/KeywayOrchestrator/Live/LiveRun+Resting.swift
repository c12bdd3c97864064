package import KeywayCore
import KeywayLog
import KeywayRuns

/// Is told whenever a run of an orchestrator goes on: by this the test of an app knows when its run has come to rest.
package protocol RunWatcher: Sendable {
    /// The orchestrator has the run from now on. One that came back has not gone on yet.
    func adopted(_ run: LiveRun)

    /// Something was decided, or a handler has returned. It is told on any thread, under no lock, and must not wait.
    func wentOn()

    /// A handler is called in this task, whether or not anybody waits for its answer.
    func performs(_ task: Task<Void, Never>)
}

/// By these members a test sees that nothing is left to be done for a run.
///
/// The test's clock stands still, and its log makes everything durable at once.
///
/// A test reads `decisions`, waits for `carriedOut`, and finds the run at rest where nothing was decided meanwhile. Of
/// every later decision its `RunWatcher` is told.
extension LiveRun {
    /// How many decisions the run has made in this process.
    package var decisions: Int { withState { $0.decisions } }

    /// When something happens by itself; nil where nothing will.
    package var nextDue: Instant? { withState { $0.nextDueOfProcess } }

    /// Returns when everything was carried out that followed from the decisions so far.
    package func carriedOut() async {
        await withCheckedContinuation { continuation in
            post([.answer({ _ in continuation.resume() }, .success(.accepted))])
        }
    }

    /// Whether the run has made only `decisions` decisions so far, nothing is due, and no more handlers are at work than
    /// `waitingHandlers`: those that only wait for what the test does next. What is due does not count where the test holds it back.
    package func isAtRest(
        after decisions: Int, besides waitingHandlers: Int, holding holds: (Instant) -> Bool = { _ in false }
    ) -> Bool {
        let now = orchestrator.time.now
        let (isAtRest, due) = withState { state in
            (
                state.decisions == decisions && state.undurable.isEmpty
                    && state.performances.unfinished == waitingHandlers && state.handlerQueue?.isCancelling != true,
                state.nextDueOfProcess
            )
        }
        return isAtRest && (due.map { $0 > now || holds($0) } ?? true)
    }
}
