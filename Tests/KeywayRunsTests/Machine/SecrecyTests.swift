import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Nothing secret is written")
struct SecrecyTests {
    static let text = """
        flow Tiny version 1
        type Token = text(1...99) secret
        type Phone = text(1...99) personal
        type Code  = text(1...99) transient
        type Pin   = int(0...999999999) transient
        type Open  = text(1...99)
        context { token: Token? = "CANARYINITIAL", phone: Phone?, plain: Open? }
        command go(token: Token, phone: Phone, code: Code, pin: Pin, plain: Open)
        callback word(token: Token, phone: Phone?, code: Code, pin: Pin)
        effect check(token: Token, phone: Phone, code: Code)
               replies yes(token: Token, code: Code), no otherwise yes(token: "CANARYOTHERWISE", code: "CANARYCODE") within 5s
        source sdk = "SDK" by kind singleton {
          WORD => word(token: data.token, phone: data.phone, code: data.code, pin: pin)
        }
        final done keeps token
        within 20m -> done
        late other
        state first {
          on go -> first { keep token, phone, plain; do check(token, phone, code) }
          on word stay { keep token }
          on yes stay { keep token }
          ignore unrecognised
        }
        """

    static let secrets = [
        "CANARYINITIAL", "CANARYTOKEN", "CANARYPHONE", "CANARYCODE", "CANARYRAW", "CANARYREPLY", "CANARYOTHERWISE",
        "918273645", "+4915112345678", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "483920",
    ]

    /// Drives a run to which secrets come in every way in which they can.
    static func drive(_ log: any EventLog) throws -> DrivenRun {
        var run = try DrivenRun(LoadedFlow(text), log: log)
        let (token, phone, code): (Value, Value, Value) = (
            .text("CANARYTOKEN"), .text("CANARYPHONE"), .text("CANARYCODE")
        )
        try run.send("go", token, phone, code, .integer(918_273_645), .text("CANARYPLAIN"), id: "command-1")
        let raw: RawValue = .object([
            "token": .text("CANARYRAW"), "phone": .text("+4915112345678"), "code": .text("CANARYCODE"),
        ])
        let steps = try run.tell("WORD", by: "kind", ["data": raw, "pin": .integer(918_273_645)])
        #expect(steps.map(\.disposition) == [.stayed])
        let order = try #require(run.rootOrders.last)
        #expect(order.arguments == [token, phone, code])
        let yes = try #require(run.table.event(named: "yes"))
        _ = try run.answer(order.id, with: yes, fields: [.text("CANARYREPLY"), .text("CANARYCODE")])
        // What no row matches: values, keys and the word itself may be anything.
        for word in ["+4915112345678", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "483920", "WORD"] {
            let unread: [String: RawValue] = [
                "data": .list([.text("CANARYRAW")]), "+4915112345678": .text("CANARYTOKEN"),
                "pin": .integer(918_273_645),
                "eyJhbGciOiJIUzI1NiJ9.e30.c2ln": .object(["483920": .text("483920"), "name": .text("CANARYREPLY")]),
            ]
            #expect(try run.tell(word, by: "kind", unread).map(\.disposition) == [.unrecognised])
        }
        try run.send("go", token, phone, code, .integer(918_273_645), .text("CANARYPLAIN"))
        #expect(run.names(of: try run.pass(until: 5000)) == ["yes"])
        try run.pass(until: 1_200_000)
        #expect(run.machine.isEnded)
        return run
    }

    @Test("No byte that a log writes of a record tells a secret, personal or transient value")
    func bytes() throws {
        let log = MemoryLog()
        _ = try Self.drive(log)
        let bytes = log.records(of: DrivenRun.id).flatMap(\.codedBytes)
        // What is plain is there, so the search can find something.
        #expect(bytes.contains(Array("CANARYPLAIN".utf8)))
        #expect(bytes.contains(Array("command-1".utf8)))
        for secret in Self.secrets { #expect(!bytes.contains(Array(secret.utf8)), "\(secret)") }
        // The number as the codec would write it: zigzag, then seven bits a byte.
        var writer = ByteWriter()
        writer.signed(918_273_645)
        #expect(!bytes.contains(writer.bytes))
    }

    /// A source that reads a code, and compares what another of its callbacks has at the same path.
    private static let reader = """
        type Code = text(6...6) transient
        command start, cancel
        callback otp(code: Code)
        callback failed
        source sdk = "SDK" by kind singleton {
          OTP => otp(code: code)
          ERROR when code == 4001 or number == 1 => failed
        }
        final over
        within 9m -> over
        ignore unrecognised
        on cancel -> over
        state idle waits for user { on start -> busy on otp, failed -> over }
        """

    @Test("A code that is too short for the row that reads it is no status, whichever flow of the run reads it")
    func statuses() throws {
        let alone = """
            flow Alone version 1
            \(Self.reader)
            state busy waits for user { on otp, failed -> over reject start }
            """
        let parent = """
            flow Parent version 1
            command start, cancel
            callback failed
            source sdk = "SDK" by kind singleton { ERROR when code == 4001 or number == 1 => failed }
            final over
            within 9m -> over
            ignore unrecognised
            reject other
            on cancel -> over
            state idle waits for user { on start -> busy ignore failed }
            state busy { child part = Alone enter { run part.start } on part.over -> over ignore failed }
            """
        for flow in [try LoadedFlow(alone), try LoadedFlow(parent, among: ["Alone": alone])] {
            var run = try DrivenRun(flow)
            func statuses() throws -> [Int64?] {
                try ["OTP", "ERROR", "OTHER"].flatMap { name in
                    try run.tell(name, by: "kind", ["code": .text("4821"), "number": .integer(7)])
                }.map { step in step.record.event?.unread?.status }
            }
            // Before the sub-flow begins as well as while it runs.
            #expect(try statuses() == [7, 7, 7], "\(flow.table.name)")
            try run.send("start")
            #expect(try statuses() == [7, 7, 7], "\(flow.table.name)")
        }
    }

    @Test("No record in memory tells a secret, personal or transient value, nor does its description")
    func records() throws {
        let log = MemoryLog()
        _ = try Self.drive(log)
        let records = log.records(of: DrivenRun.id).dropFirst()
        #expect(records.count == 10)
        let told = records.map { "\($0)" }.joined(separator: "\n")
        #expect(told.contains("CANARYPLAIN"))
        for secret in Self.secrets { #expect(!told.contains(secret), "\(secret)") }
        let first = try #require(records.first?.event)
        #expect(first.fields == [.withheld, .withheld, .withheld, .withheld, .text("CANARYPLAIN")])
        #expect(first.outcome.context == [.withheld, .withheld, .text("CANARYPLAIN")])
    }

    @Test("What a leg begins with is left out, too")
    func legs() throws {
        let inner = """
            flow Inner version 1
            type Token = text(1...99) secret
            context { token: Token? = "CANARYINITIAL" }
            command begin, cancel
            final over
            within 15m -> over
            on cancel -> over
            reject other
            state idle waits for user { on begin stay }
            """
        let outer = """
            flow Outer version 1
            command cancel
            final done
            within 20m -> done
            on cancel -> done
            reject other
            child one = Inner
            enter { run one.begin }
            state here { on one.over stay }
            """
        let run = try DrivenRun(LoadedFlow(outer, among: ["Inner": inner]))
        let (steps, records) = (run.decision.recordedSteps, run.records())
        guard steps.count == 3, records.count == 3, case .legBegan(let beginning) = records[1].content else {
            Issue.record("no leg began")
            return
        }
        #expect(steps[1].outcome.context == [.text("CANARYINITIAL")])
        #expect(beginning.outcome.context == [.withheld])
    }
}
