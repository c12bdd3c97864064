import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// The log as a node reaches it: no personal, secret or transient value goes there in clear.
///
/// With a key store the values of a run are encrypted with the run's key, and opened when they are read. A run whose
/// key is not to be had is left out, and told with the reason: others go on without it. Without a key store values are
/// withheld, and so are those of a run that has no key.
final class EncryptingLog: SharedLogEngine {
    private let log: any SharedLogEngine
    /// Nil for a node without a key store.
    private let keys: NodeKeys?

    init(over log: any SharedLogEngine, with keys: NodeKeys?) {
        self.log = log
        self.keys = keys
    }

    var durability: Durability { log.durability }
    var lastFault: StorageFault? { log.lastFault }

    func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
        switch statement {
        case .append(let appends): try await append(appends, for: node)
        case .load: try await open(log.perform(statement, for: node))
        default: try await log.perform(statement, for: node)
        }
    }

    private func append(_ appends: [SharedAppend], for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
        let wanted = appends.filter { $0.needsKey || !$0.clear.isEmpty }.map { (run: $0.run, isNew: $0.needsKey) }
        let sealers = await keys?.sealers(of: wanted) ?? [:]
        var sealed: [SharedAppend] = []
        var refused: [RunID: AppendRefusal] = [:]
        for append in appends {
            do throws(KeyError) {
                sealed.append(try sealers[append.run]?.get()?.sealed(append) ?? append.withheld)
            } catch {
                refused[append.run] = .locked(error)
            }
        }
        if sealed.isEmpty { return .appended([], refused: refused) }
        let answer = try await log.perform(.append(sealed), for: node)
        guard case .appended(let won, let refusedByLog) = answer else { return answer }
        return .appended(won, refused: refused.merging(refusedByLog) { $1 })
    }

    private func open(_ answer: EngineAnswer) async -> EngineAnswer {
        guard let keys, case .loaded(var runs, var locked) = answer else { return answer }
        let wanted = runs.filter { $0.value.contains { $0.records.hasSealedValues } }.keys
        let sealers = await keys.sealers(of: wanted.map { (run: $0, isNew: false) })
        for (run, sealer) in sealers {
            do throws(KeyError) {
                // A run without a key stays as the log has it: its values are gone.
                if let sealer = try sealer.get(), let blocks = runs[run] { runs[run] = try sealer.opened(blocks) }
            } catch {
                runs[run] = nil
                locked[run] = error
            }
        }
        return .loaded(runs, locked: locked)
    }
}
