import FlowFixtures

/// A login and its sub-flow, which both ask for their values after a restart.
///
/// Both have secret, personal and transient values in commands, callbacks, effects and replies, and plain ones in commands and callbacks;
/// in variables they keep all but the transient ones.
enum SecretFlows {
    private static let types = """
        type Token = text(1...99) secret
        type Phone = text(1...99) personal
        type Code = text(1...99) transient
        type Key = int(0...999999999999999) secret
        type Pin = int(0...999999999999999) transient
        type Wait = duration(0s...1000000000s) personal
        type Open = text(1...99)
        context { token: Token?, phone: Phone?, key: Key?, wait: Wait?, plain: Open? }
        command tell(token: Token, phone: Phone, code: Code, key: Key, pin: Pin, wait: Wait, plain: Open)
        callback word(token: Token, phone: Phone, code: Code, key: Key, pin: Pin, plain: Open)
        effect check(token: Token, phone: Phone, code: Code, key: Key, pin: Pin, wait: Wait)
               replies yes(token: Token, phone: Phone, code: Code, key: Key, pin: Pin, wait: Wait), no
               otherwise no within 60s
        """

    private static let rows = """
        on tell stay { keep token, phone, key, wait, plain; do check(token, phone, code, key, pin, wait) }
        on word stay { keep token, phone, key, plain }
        on yes stay { keep token, phone, key, wait }
        on no stay
        """

    private static func source(_ name: String) -> String {
        """
        source sdk = "\(name)" by \(name) singleton {
          WORD => word(token: data.token, phone: data.phone, code: data.code, key: data.key, pin: data.pin, plain: data.plain)
        }
        """
    }

    private static let way = """
        flow Way version 1
        \(types)
        command begin(token: Token?, phone: Phone?, code: Code?), finish, cancel
        \(source("way"))
        final done keeps token, phone, plain
        final failed
        within 15m -> failed
        on cancel -> failed
        ignore restored when withValues
        on restored when not withValues stay
        ignore unrecognised
        late other
        state idle waits for user { on begin -> running { keep token, phone } reject other }
        state running waits for user {
          \(rows)
          on finish -> done
          reject begin
        }
        """

    private static let login = """
        flow Login version 1
        \(types)
        command next, cancel
        \(source("login"))
        final done keeps token, phone, plain
        final failed
        within 20m -> failed
        on cancel -> failed
        ignore restored when withValues
        on restored when not withValues stay
        ignore unrecognised
        late other
        state idle waits for user { \(rows) on next -> running }
        state running waits for user {
          child way = Way
          enter { run way.begin(token, phone, token) }
          \(rows)
          on way.done -> done { keep token, phone, plain }
          on way.failed -> failed
          reject next
        }
        """

    static func load() throws -> LoadedFlow { try LoadedFlow(login, among: ["Way": way]) }
}
