package import KeywayCore
import KeywayLog
package import KeywayRuns

extension Orchestrator {
    /// A run of the flow that goes on and has the reference, any one of several; a new run where there is none.
    ///
    /// Of several callers at one moment one begins the run, and the others get it. A run that is found may have no durable record yet.
    /// - Throws: as `begin`.
    package func findOrBegin<Followed: Flow>(
        _ flow: Followed.Type, parameters: Followed.Parameters = .init(), reference: String
    ) async throws(RunError) -> Run<Followed> {
        if let run = runs(of: flow, reference: reference).first { return run }
        await takeTurn(toBegin: reference)
        defer { endTurn(of: reference) }
        if let run = runs(of: flow, reference: reference).first { return run }
        return try await begin(flow, parameters: parameters, reference: reference)
    }

    /// Returns when nobody else is beginning a run of the reference.
    private func takeTurn(toBegin reference: String) async {
        await withUnsafeContinuation { continuation in
            let isFirst = state.withLock { state in
                defer { state.turns[reference, default: []].append(continuation) }
                return state.turns[reference] == nil
            }
            if isFirst { continuation.resume() }
        }
    }

    /// Lets the next caller that waits begin a run of the reference.
    private func endTurn(of reference: String) {
        let next = state.withLock { state in
            state.turns[reference]?.removeFirst()
            if state.turns[reference]?.isEmpty == true { state.turns[reference] = nil }
            return state.turns[reference]?.first
        }
        next?.resume()
    }
}
