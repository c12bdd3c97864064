import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// A flow with an effect whose answer may take 60 ms at most, and a state that waits for 30 ms at most.
let quickFlow = """
    flow Quick version 1
    command start, cancel
    callback told
    effect prepare
    effect stop
    effect ask replies yes, no, unknown otherwise unknown within 60ms
    source s = "S" by kind singleton { TOLD => told }
    final done
    final failed
    within 20s -> failed
    ignore unrecognised
    reject other
    late other
    state idle waits for user {
      on start -> asking { do prepare; do ask }
      on told stay
      on cancel -> failed
    }
    state asking {
      on yes -> done
      on no -> failed
      on unknown -> waiting
      on told stay
      on cancel -> failed { do stop }
    }
    state waiting {
      on told stay
      on cancel -> failed { do stop }
      after 30ms -> failed
    }
    """

/// A handler that answers effects with replies as a test chose, and notes the effects without replies.
final class Backend: EffectHandler {
    enum Behaviour: Sendable {
        case answers(String)
        case throwsError
        case hangs
        /// Answers with an event that is no reply of the effect.
        case answersWith(EffectAnswer)
    }

    struct Unreachable: Error {}

    private let table: Table
    private let behaviour: Behaviour
    private let begun = Lock<[String]>([])

    init(of table: Table, _ behaviour: Behaviour) {
        self.table = table
        self.behaviour = behaviour
    }

    /// The names of the effects without replies that were asked for, in order.
    var performedEffects: [String] { begun.withLock { $0 } }

    nonisolated(nonsending) func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws
        -> EffectAnswer?
    {
        let effect = table.effects[order.effect]
        guard effect.replies != nil else {
            begun.withLock { $0.append(effect.name) }
            return nil
        }
        switch behaviour {
        case .answers(let reply): return EffectAnswer(reply: table.event(named: reply) ?? -1)
        case .throwsError: throw Unreachable()
        case .answersWith(let answer): return answer
        case .hangs:
            try await Task.sleep(for: .seconds(3600))
            throw Unreachable()
        }
    }
}
