import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// A flow with an effect that may take too long, and a state that waits no longer.
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

/// Answers as it was told to, and notes what it was asked to begin.
final class Backend: EffectHandler {
    enum Behaviour: Sendable {
        case answers(String)
        case throwsError
        case hangs
        /// No reply of this effect.
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

    var beginnings: [String] { begun.withLock { $0 } }

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
