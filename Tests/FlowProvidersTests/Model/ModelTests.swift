import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("A provider's file becomes a model")
struct ModelTests {
    /// The diagnostics of a provider file, each as its code and the text that it points at.
    ///
    /// - Parameter flow: a flow whose sources the check sees; nil for none.
    private func problems(_ text: String, beside flow: Machine? = nil) -> [String] {
        let bytes = Array(text.utf8)
        var surroundings = SpecSurroundings()
        if let flow {
            surroundings.listeners = { source in flow.sources.contains { $0.source.name == source } ? [flow] : [] }
        }
        return check(SourceText(path: "test.provider", bytes: bytes), beside: surroundings).diagnostics.map {
            "\($0.code.name) \(String(decoding: bytes[$0.range.lower..<$0.range.upper], as: UTF8.self))"
        }
    }

    private func provider(_ rows: String, declaring more: String = "") -> String {
        """
        provider Lock version "1.0" for lock
        word open = OPENED(by: "hand")
        \(more)
        state any {
          \(rows)
        }
        """
    }

    @Test(
        "Each problem is named at its place",
        arguments: [
            ("emit opne stay", "", "FL033 opne"), ("emit open -> nowhere", "", "FL023 nowhere"),
            ("emit open when turned stay", "", "FL026 turned"), ("on open -> any", "", "FL077 on open -> any"),
            ("emit open stay { do ring }", "", "FL100 do ring"),
            ("call turn stay { old = false }", "context { old: bool = true }", "FL101 old = false"),
            ("emit open stay", "success opne", "FL033 opne"),
            ("emit open stay", "success open, open", "FL021 open"),
            ("emit open stay", "success open\nsuccess open", "FL021 open"),
            ("emit open stay", "word slow = SLOW(by: 5s)", "FL040 5s"),
            ("emit open stay", "word open = SHUT(by: \"hand\")", "FL020 open"),
            ("emit open stay", "word odd = ODD(by: 1, by.hand: 2)", "FL020 by.hand"),
            ("emit open stay", "final done", "FL077 final done"), ("emit open stay", "command go", "FL077 command go"),
            ("emit open stay", "type T = text(1...2)\ncontext { t: T? }", "FL045 t"),
            ("emit open stay", "group any {}", "FL020 any"),
            ("emit open stay\n  state inner { emit open stay }", "", "FL077 inner"),
            ("emit open stay\n  group inner { emit open stay }", "", "FL077 inner"),
        ])
    func problem(rows: String, more: String, expected: String) {
        let found = problems(provider(rows, declaring: more))
        #expect(found.contains { $0.hasPrefix(expected.prefix(6)) && expected.hasSuffix($0.dropFirst(6)) }, "\(found)")
    }

    @Test("Rule 0c: A word that nobody speaks, a variable that nobody reads, a state that nothing leads to are named")
    func unused() {
        let text = """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            word unsaid = SHUT
            context {
              turned: bool = false, left: int 0...3 = 3, right: int 0...3 = 0, tired: bool = false, spare: int 0...3 = 1
            }
            require never tired
            call turn stay { turned = true; tired = true; spare += 1; right = left }
            group all {
              state first { emit open when turned and right == 3 -> second }
              state second { quiet -> third }
            }
            state third {}
            state lost { emit unsaid -> found }
            state found { quiet -> lost }
            """
        #expect(problems(text) == ["FL030 spare", "FL030 lost", "FL030 found"])
        let silent = text.changing("emit unsaid -> found", to: "quiet -> found")
        #expect(problems(silent) == ["FL030 unsaid", "FL030 spare", "FL030 lost", "FL030 found"])
        // A row of the file or of a group leads out of every state inside.
        #expect(problems(text.changing("group all {", to: "group all {\n  quiet -> lost")) == ["FL030 spare"])
        // Beside an error nothing is called unused: a row that cannot be read may use it.
        #expect(problems(silent.changing("quiet -> third", to: "quiet -> thrid")) == ["FL023 thrid"])
    }

    @Test("A file without a state has no beginning")
    func noState() {
        #expect(problems("provider Lock version \"1.0\" for lock\n") == ["FL072 Lock"])
    }

    @Test("A word is the raw callback that it stands for, under the field that the source goes by")
    func words() throws {
        let model = try model(
            provider(
                "emit failed stay",
                declaring:
                    "word failed = FAILED(status: 500, response.code: \"5003\", response.again: true)\nsuccess open"))
        #expect(
            model.words[1].callback(by: "kind")
                == .object([
                    "kind": .text("FAILED"), "status": .integer(500),
                    "response": .object(["code": .text("5003"), "again": .bool(true)]),
                ]))
        #expect(model.words.map(\.isSuccess) == [true, false])
    }

    @Test("A word has no value of its own where a source of a flow reads the callback's name")
    func doubledField() throws {
        let flow = try machine(LockedDoor.flow())
        let other = try machine(LockedDoor.flow().changing("by kind", to: "by way"))
        for (fields, place) in [("kind: \"hand\"", "kind"), ("by: 1, kind.of: 2, kind.in: 3", "kind.of")] {
            let text = provider("emit open stay\n  emit odd stay", declaring: "word odd = ODD(\(fields))")
            #expect(problems(text, beside: flow) == ["FL020 \(place)"])
            #expect(problems(text, beside: other).isEmpty && problems(text).isEmpty)
        }
    }

    // MARK: - What rows mean

    private func system(_ text: String) throws -> ModelSystem { ModelSystem(try model(text)) }

    @Test("A call is decided by the innermost scope that names it; what nobody names changes nothing")
    func calls() throws {
        var system = try system(
            """
            provider Lock version "1.0" for lock
            call turn -> outer
            call push stay { pushed = true }
            context { pushed: bool = false }
            state first { call turn -> inner }
            state inner {}
            state outer {}
            """)
        func state(after call: String, from position: Int32) throws -> String {
            let call = try #require(system.calls.firstIndex(of: call))
            let next = try #require(system.targets(of: call, from: position).first)
            let configuration = system.configurations[Int(next)]
            return system.model.states[configuration.state].name.text
                + (configuration.values == [.bool(true)] ? ", pushed" : "")
        }
        #expect(try state(after: "turn", from: 0) == "inner")
        let inner = system.targets(of: try #require(system.calls.firstIndex(of: "turn")), from: 0)[0]
        #expect(try state(after: "turn", from: inner) == "outer")
        #expect(try state(after: "push", from: inner) == "inner, pushed")
    }

    @Test("A call whose guards do not hold changes nothing, and one with several that hold leads to each")
    func guardedCalls() throws {
        var system = try system(
            """
            provider Lock version "1.0" for lock
            context { n: int 0...3 = 0 }
            state any {
              call turn when n < 2 stay { n += 1 }
              call turn when n < 1 -> other
              call grease when n == 3 -> other
            }
            state other {}
            """)
        let turn = try #require(system.calls.firstIndex(of: "turn"))
        let grease = try #require(system.calls.firstIndex(of: "grease"))
        #expect(system.targets(of: grease, from: 0) == [0])
        #expect(Set(system.targets(of: turn, from: 0)).count == 2)
    }

    @Test("Rows of outer scopes stand beside the inner ones; 'otherwise' is the rest of its own scope and words")
    func turns() throws {
        var system = try system(
            """
            provider Lock version "1.0" for lock
            word open = OPENED(by: "hand")
            word jam = JAMMED(by: "hand")
            context { old: bool = true, dry: bool = false }
            emit jam when old stay { old = false }
            quiet stay
            state any {
              emit open when dry stay
              emit open otherwise -> other
              emit jam then open stay { dry = true }
            }
            state other {}
            """)
        let turns = system.turns(from: 0)
        #expect(turns.map(\.words) == [[1], [], [0], [1, 0]])
        #expect(turns.map(\.isGhostly) == [true, false, false, false])
        let other = try #require(turns.first { $0.words == [0] }?.target)
        #expect(system.turns(from: other).map(\.words) == [[1], []])
        let dry = try #require(turns.first { $0.words == [1, 0] }?.target)
        #expect(system.turns(from: dry).filter { $0.words == [0] }.map(\.target) == [dry])
    }

    @Test("All values are read before any is written, and a count stops at its bounds")
    func assignments() throws {
        var system = try system(
            """
            provider Lock version "1.0" for lock
            context { first: bool = false, second: bool = false, n: int 0...1 = 0 }
            state any { quiet stay { first = second; second = first; n += 1 } quiet -> any { second = true } }
            """)
        var position = try #require(system.turns(from: 0).last?.target)
        #expect(system.configurations[Int(position)].values == [.bool(false), .bool(true), .integer(0)])
        for values: [Value?] in [[.bool(true), .bool(false), .integer(1)], [.bool(false), .bool(true), .integer(1)]] {
            position = try #require(system.turns(from: position).first?.target)
            #expect(system.configurations[Int(position)].values == values)
        }
    }

    @Test(
        "29a: A larger step stops at a count's bounds too, and a value outside them becomes the nearest bound",
        arguments: [
            ("n += 2", [2, 3, 3]), ("n -= 2", [0, 0, 0]), ("n += 2147483647", [3, 3, 3]), ("n = m", [3, 3, 3]),
        ] as [(String, [Int64])])
    func largerSteps(body: String, counts: [Int64]) throws {
        var system = try system(
            """
            provider Lock version "1.0" for lock
            context { n: int 0...3 = 0, m: int 0...9 = 7 }
            state any { quiet when m == 7 stay { \(body) } }
            """)
        var position: Int32 = 0
        for count in counts {
            position = try #require(system.turns(from: position).first?.target)
            #expect(system.configurations[Int(position)].values.first == .integer(count))
        }
    }

    @Test("Every shipped model is without a problem, and its calls are those of the flows")
    func shipped() throws {
        let otpless = ["begin", "initialise", "open", "stop", "verify"]
        let powerAuth = [
            "addBiometryFactor", "cachedToken", "createActivation", "dropUnfinished", "fetchActivationStatus",
            "fetchToken", "forgetActivation", "offlineSignature", "persistActivation", "readActivation",
            "readBiometryFactor", "removeAccessToken", "removeActivation", "removeActivationLocal",
            "removeBiometryFactor", "removeLocalToken", "send", "sign", "signedCall", "syncTime",
            "verifyServerSignedData",
        ]
        for (path, calls) in [
            ("OTPless/Models/SDK-2.0.9.provider", otpless), ("OTPless/Models/SDK-2.3.2.provider", otpless),
            ("OTPless/Models/SDK-3.0.provider", otpless),
            ("Truecaller/Models/SDK-0.2.provider", ["open", "request", "requestProfile", "verify"]),
            ("CAStrongAuthentication/Models/SDK-2.2.provider", ["generate", "generateWithPIN"]),
            ("CAStrongAuthentication/Models/Accounts-2.2.provider", ["deleteAccount", "findAccount"]),
            ("PowerAuth/Models/SDK-1.3.provider", powerAuth), ("PowerAuth/Models/SDK-2.provider", powerAuth),
        ] {
            #expect(try model(Fixtures.shipped(path)).calls == calls)
        }
    }
}
