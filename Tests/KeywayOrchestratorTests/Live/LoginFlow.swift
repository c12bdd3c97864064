import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay

@testable import KeywayOrchestrator

/// A flow that runs the sub-flow `Way`, and where that fails, or on `next`, once more; both legs call the same SDK.
enum LoginFlow {
    static let way = """
        flow Way version 1
        context { isBroken: bool = false }
        command begin, cancel
        callback ready, broke, word
        effect call calls SDK.call
        effect ask replies yes, no otherwise no within 60s
        source sdk = "Delegate" by kind singleton {
          retained READY  => ready
          retained BROKEN => broke
          WORD => word
        }
        final done
        final failed
        within 15m -> failed
        on cancel -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on begin when not isBroken -> running
          on begin otherwise -> doubtful
          on ready stay { isBroken = false }
          on broke stay { isBroken = true }
          late word
        }
        group live {
          enter { do call; do ask }
          on yes -> done
          on no stay { do call }
          ignore ready, word
          state running waits for user { on broke -> doubtful }
          state doubtful waits for user { ignore broke }
        }
        """

    static let login = """
        flow Login version 1
        command start, next, cancel
        final inside
        final outside
        within 20m -> outside
        on cancel -> outside
        reject other
        state idle waits for user { on start -> first }
        state first {
          child one = Way
          enter { run one.begin }
          on one.done -> inside
          on one.failed, next -> second
        }
        state second {
          child two = Way
          enter { run two.begin }
          on two.done -> inside
          on two.failed, next -> outside
        }
        """

    static func load() throws -> LoadedFlow { try LoadedFlow(login, among: ["Way": way]) }
}
