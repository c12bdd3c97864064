import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Secrets reach no guard, no text and no effect that does not declare them")
struct SecrecyTests {
    private static func text(
        body: String = "", test: String = "", decoder: String = "token: accessToken", note: String = "note: status"
    ) -> String {
        flow(
            """
            ignore unrecognised
            state idle waits for user {
              on told -> done { \(body) }
              on start -> done
              on cancel -> failed
            }
            """,
            declaring: """
                type Token = text(1...64) secret
                type Count = int(0...9) secret
                type Note  = text(1...64)
                enum Why { far = "far", near = * }
                context { token: Token?, note: Note?, count: Count = 0, plain: int 0...9 = 0, why: Why? }
                callback told(token: Token, note: Note?, life: duration?, why: Why?)
                effect use(token: Token)
                effect write(note: Note)
                effect mark(count: Count)
                source s = "S" by kind singleton {
                  A \(test) => told(\(decoder), \(note))
                }
                """,
            otherwise: "")
    }

    @Test("A variable and an effect that declare the class may have the value")
    func allowed() {
        #expect(
            !found(in: Self.text(body: "keep token, note; do use(token); do mark(count)")).contains {
                $0.severity == .error
            })
    }

    @Test(
        "A variable, an effect, a count and a text of a less strict class may not have a secret",
        arguments: ["note = token", "do write(token)", "plain = count", "plain += count"])
    func lowered(body: String) {
        let problems = found(in: Self.text(body: body)).filter { $0.severity == .error }
        #expect(problems.map(\.code) == [.classLowered], "\(problems)")
        #expect(problems.first?.message.contains("secret") == true)
    }

    @Test("Nothing counts by a secret, also no variable of its class: after a restart the sum would be wrong")
    func counted() {
        for body in ["count += count", "count -= count"] {
            expect(
                .classifiedValueSteers, at: [("count", "'count' is secret, so nothing is counted by it")],
                in: Self.text(body: body))
            #expect(!found(in: Self.text(body: body)).contains { $0.code == .classLowered })
        }
        // A plain amount is known for good, so a variable with a class counts by it.
        #expect(!found(in: Self.text(body: "count += plain")).contains { $0.code == .classifiedValueSteers })
    }

    @Test("No secret steers a guard, which reads only whether it is there")
    func steering() {
        let guarded = Self.text().changing(
            "on start -> done", to: "on start when count > 3 -> done on start otherwise -> failed")
        expect(.classifiedValueSteers, at: [("count", "secret")], in: guarded)
        expectNone(
            of: .classifiedValueSteers,
            in: Self.text().changing(
                "on start -> done", to: "on start when token present -> done on start otherwise -> failed"))
    }

    @Test("No timer takes its duration from a secret")
    func durations() {
        let text = flow(
            """
            state idle waits for user { on start -> inside on cancel -> failed late told }
            state inside { timer tick on told stay { set tick life } on tick -> done after 5m -> failed }
            """,
            declaring: """
                type Life = duration(1s...1m) secret
                callback told(life: Life)
                """, otherwise: "reject other")
        expect(.classifiedValueSteers, at: [("life", "'life' is secret and may not steer")], in: text)
        expectNone(of: .classifiedValueSteers, in: text.changing(" secret", to: ""))
    }

    @Test("A decoder reads a secret into no plain text or enum as well, in this row or another of the callback")
    func readTwice() {
        expect(
            .classLowered, at: [("A", "'accessToken' is read into 'note', which is plain, and it is secret")],
            in: Self.text(note: "note: accessToken"))
        expect(.classLowered, at: [("A", "into 'why'")], in: Self.text(note: "why: status or accessToken"))
        let twoRows = Self.text(test: "when status present").changing(
            "\n}\ncommand", to: "\n  A => told(token: other, note: accessToken)\n}\ncommand")
        expect(.classLowered, at: [("A => told(token: other", "'accessToken'")], in: twoRows)
        // Another of the provider's words may have another value at the same path.
        expectNone(
            of: .classLowered,
            in: Self.text().changing(
                "\n}\ncommand", to: "\n  B => told(token: other, note: accessToken)\n}\ncommand"))
    }

    @Test(
        "Another source that may read the same callback does not read a secret of it as plain either",
        arguments: [("kind", "A", true), ("kind", "B", false), ("word", "A", true), ("word", "B", true)])
    func otherSource(by field: String, name: String, isRead: Bool) {
        func text(_ row: String) -> String {
            Self.text().changing("\n}\ncommand", to: "\n}\nsource t = \"T\" by \(field) singleton { \(row) }\ncommand")
        }
        let reading = text("\(name) when length == 3 => told(token: other, note: accessToken)")
        let asking = text("\(name) when accessToken == 3 => told(token: other)")
        if isRead {
            expect(.classLowered, at: [(name, "'accessToken' is read into 'note', which is plain")], in: reading)
            expect(.classifiedValueSteers, at: [(name, "'accessToken' is secret")], in: asking)
        } else {
            expectNone(of: .classLowered, in: reading)
            expectNone(of: .classifiedValueSteers, in: asking)
        }
    }

    /// A flow that reads a token of this class, and runs sub-flows of these flows at once.
    private static func reader(
        _ name: String, _ type: String, _ row: String = "TOLD => told(token: tok)", running flows: [String] = []
    ) -> String {
        let parts = flows.map { "part\($0)" }
        let ends = parts.map { "on \($0).over -> over" } + ["after 9s -> over"]
        return """
            flow \(name) version 1
            type Token = text(1...50) \(type)
            command start, cancel
            callback told(token: Token)
            source s = "S" by event singleton { \(row) }
            final over
            within 9m -> over
            ignore unrecognised
            on cancel -> over
            state idle waits for user { on start -> busy on told -> over }
            state busy {
              \(zip(parts, flows).map { "child \($0) = \($1)" }.joined(separator: "\n"))
              enter { \(parts.map { "run \($0).start" }.joined(separator: "; ")) }
              \(ends.joined(separator: "\n"))
              ignore start, told
            }
            """
    }

    @Test("What a sub-flow reads as a secret no other flow of the run reads as plain or compares")
    func subFlows() {
        let flows = [
            "Kid": Self.reader("Kid", "secret"), "Twin": Self.reader("Twin", ""),
            "Deep": Self.reader("Deep", "", "HEARD => told(token: tok)", running: ["Kid"]),
        ]
        func parent(_ type: String, _ row: String = "TOLD => told(token: tok)", running parts: [String]) -> String {
            Self.reader("Parent", type, row, running: parts)
        }
        for part in ["Kid", "Deep"] {
            expect(
                .classLowered,
                at: [("TOLD", "read into 'token', which is plain, and it is secret: 'token' of 'Kid' is read from it")],
                in: parent("", running: [part]), among: flows)
        }
        expect(
            .classifiedValueSteers, at: [("TOLD", "'tok' is secret, as 'token' of 'Kid' is read from it, so no test")],
            in: parent("secret", "TOLD when tok == 1 => told(token: other)", running: ["Kid"]), among: flows)
        expect(
            .classLowered, at: [("partTwin", "'tok' is read into 'token' of 'Twin', which is plain, and it is secret")],
            in: parent("secret", running: ["Twin"]), among: flows)
        let apart = "HEARD => told(token: tok)"
        expect(
            .classLowered, at: [("partTwin", "'token' of 'Kid' is read from it as well")],
            in: parent("", apart, running: ["Kid", "Twin"]), among: flows)
        expectNone(of: .classLowered, in: parent("", apart, running: ["Kid", "Deep"]), among: flows)
        expectNone(of: .classLowered, in: parent("secret", running: ["Kid"]), among: flows)
    }

    @Test("A decoder's test asks only whether a secret is there")
    func tests() {
        expect(
            .classifiedValueSteers, at: [("A", "'accessToken' is secret, as 'token' is read from it")],
            in: Self.text(test: "when accessToken == \"x\""))
        expect(
            .classifiedValueSteers, at: [("A", "no test compares it")],
            in: Self.text(test: "when not accessToken in { 1, 2 }"))
        expectNone(of: .classifiedValueSteers, in: Self.text(test: "when accessToken present and status == 200"))
    }

    @Test("No source goes `by` a secret, as the log keeps the names of callbacks: not its own, another or a sub-flow's")
    func names() {
        func text(_ row: String) -> String {
            Self.text().changing(
                "\n}\ncommand", to: "\n}\nsource t = \"T\" by word singleton { \(row) => told(token: other) }\ncommand")
        }
        expectNone(of: .classifiedValueSteers, in: text("B"))
        for path in ["kind", "word"] {
            let own = text("B").changing("token: accessToken", to: "token: \(path)")
            let name = path == "kind" ? "s" : "t"
            expect(
                .classifiedValueSteers,
                at: [("A", "'\(path)' is secret, as 'token' is read from it, so no source is by it: '\(name)'")],
                in: own)
        }
        let kid = Self.reader("Kid", "secret", "TOLD => told(token: name)")
        let parent = Self.reader("Parent", "secret", running: ["Kid"])
        expectNone(of: .classifiedValueSteers, in: parent, among: ["Kid": kid])
        expect(
            .classifiedValueSteers, at: [("partKid", "'token' of 'Kid' is read from it, so no source is by it: 's'")],
            in: parent.changing("by event", to: "by name"), among: ["Kid": kid])
        expect(
            .classifiedValueSteers, at: [("TOLD", "so no source is by it: 's' of 'Kid' takes it")],
            in: parent.changing("token: tok)", to: "token: name)"),
            among: ["Kid": kid.changing("by event", to: "by name").changing("token: name)", to: "token: tok)")])
    }

    @Test(
        "A retained word, which later runs hear, has no value of a class",
        arguments: ["secret", "personal", "transient"])
    func retained(class name: String) {
        func text(_ row: String, _ type: String) -> String {
            flow(
                """
                ignore unrecognised
                state idle waits for user { on told stay { n = 1 } on start -> done on cancel -> failed }
                """,
                declaring: """
                    type Token = text(1...64) \(type)
                    context { n: int 0...1 = 0 }
                    callback told(token: Token?)
                    source s = "S" by kind singleton { \(row) => told(token: token) }
                    """, otherwise: "")
        }
        expect(
            .classifiedValueRetained, at: [("retained A", "'token' of 'told' is \(name)")], in: text("retained A", name)
        )
        expectNone(of: .classifiedValueRetained, in: text("A", name))
        expectNone(of: .classifiedValueRetained, in: text("retained A", ""))
    }
}
