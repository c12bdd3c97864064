public import KeywayCore
import KeywayLog
public import KeywayRuns

extension Orchestrator {
    /// A run of the flow that goes on and has the reference, any one of several; a new run where there is none.
    ///
    /// An app that was killed may find the person's run again: `begin` would begin another one beside it. Of several callers at one moment
    /// one begins the run, and the others get it. A run that is found may have no durable record yet, and may have heard its first command
    /// already: its `present` and `situations` say where it stands.
    ///
    /// - Parameters:
    ///   - flow: a generated flow.
    ///   - parameters: what is chosen for a new run; a run that goes on has what was chosen when it began.
    ///   - reference: the app's own opaque name for the run, of at most 1,024 bytes; never a secret.
    /// - Throws: as `begin`.
    public func findOrBegin<Followed: Flow>(
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
