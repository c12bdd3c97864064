import FlowFixtures

/// A login with two sub-flows over one SDK, whose callbacks carry numbers, so that each can be found in the records.
enum StormFlows {
    private static let way = """
        flow Way version 1
        type Number = int(0...1000000)
        context { last: Number? }
        command begin, again, cancel
        callback word(number: Number), ready(number: Number), broke(number: Number)
        effect call once starts attempt calls SDK.call
        effect note
        effect ask replies yes, no otherwise no within 20s
        effect stop calls SDK.stop
        source sdk = "Delegate" by kind singleton {
          retained READY  => ready(number: number)
          retained BROKEN => broke(number: number)
          WORD => word(number: number)
        }
        final done
        final failed
        within 5m -> failed
        on cancel -> failed { do stop }
        on word, ready, broke stay { last = number }
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on begin -> running }
        state running waits for user {
          lane line of Mail
          enter { take line; do call; do ask; do note }
          on line stay
          on again -> running
          on yes -> done
          on no stay { do ask }
          after 2m -> failed
        }
        """

    static func login() throws -> LoadedFlow {
        _ = try LoadedFlow(way)
        return try LoadedFlow(LoginFlow.login, among: ["Way": way])
    }
}
