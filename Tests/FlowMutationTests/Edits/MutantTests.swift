import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowMutation
import KeywayCore
import TestThreads
import Testing

@Suite("The single edits of a flow", .longComputation)
struct MutantTests {
    private func edits(_ kind: MutationOperator) throws -> [String] {
        let flow = try LoadedFlow(GateFlow.text, path: "Gate.flow")
        return Mutant.all(of: flow.source, machine: flow.machine).filter { $0.kind == kind }.map {
            "\($0.line): \($0.what)"
        }
    }

    @Test(
        "Each operator finds its edits, with their lines and descriptions",
        arguments: [
            (
                MutationOperator.negate,
                ["12: negate 'when by == \"hand\"'", "33: negate 'when tries < 2'", "34: negate 'when tries == 2'"]
            ),
            (
                .bound,
                [
                    "33: 2 becomes 1 in 'tries < 2'", "33: 2 becomes 3 in 'tries < 2'",
                    "34: 2 becomes 1 in 'tries == 2'", "34: 2 becomes 3 in 'tries == 2'",
                ]
            ),
            (
                .deadline,
                [
                    "8: '5s' becomes '2500ms'", "8: '5s' becomes '10s'", "18: '15m' becomes '450s'",
                    "18: '15m' becomes '30m'", "30: '1m' becomes '30s'", "30: '1m' becomes '2m'",
                    "36: drop 'after 30s -> failed { why = silent }'", "36: '30s' becomes '15s'",
                    "36: '30s' becomes '1m'",
                ]
            ),
            (
                .order,
                [
                    "30: drop 'do turn(phone, host)'", "30: drop 'do show'", "30: drop 'set patience 1m'",
                    "39: drop 'clear patience'", "39: drop 'do ask(phone)'",
                ]
            ),
            (
                .keep,
                ["24: drop 'phone' of 'phone, host'", "24: drop 'host' of 'phone, host'", "33: drop 'keep phone'"]
            ),
            (.keeps, ["14: drop 'keeps tries'", "15: drop 'keeps why'"]),
            (.swap, ["30: 'phone' and 'host' change places"]),
            (.attribute, ["7: drop 'once'", "7: drop 'starts attempt'", "9: drop 'volatile'", "11: drop 'retained'"]),
            (.otherwise, ["8: 'otherwise denied' becomes 'otherwise confirmed'"]),
            (
                .assignment,
                [
                    "18: drop 'why = silent'", "32: drop 'why = jammed'", "33: drop 'tries += 1'",
                    "35: drop 'why = silent'", "36: drop 'why = silent'", "41: drop 'why = denied'",
                ]
            ),
        ])
    func found(kind: MutationOperator, expected: [String]) throws {
        #expect(try edits(kind) == expected)
    }

    @Test("A number in the set of a guard or of a decoder's test becomes each neighbour that is not in the set")
    func sets() throws {
        let text = """
            flow Small version 1
            context { tries: int 0...9 = 0 }
            command go, cancel
            callback told
            source sdk = "SDK" by kind singleton { TOLD when code in { 5, 7 } or why in { "7" } => told }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user {
              on told -> done
              on go when not (tries in { 0, 1 }) -> done
              on go when tries in { 0, 1 } stay { tries += 1 }
            }
            """
        let flow = try LoadedFlow(text)
        let edits = Mutant.all(of: flow.source, machine: flow.machine).filter { $0.kind == .bound }
        #expect(
            edits.map { "\($0.line): \($0.what)" } == [
                "5: 5 becomes 4 in 'code in { 5, 7 }'", "5: 5 becomes 6 in 'code in { 5, 7 }'",
                "5: 7 becomes 6 in 'code in { 5, 7 }'", "5: 7 becomes 8 in 'code in { 5, 7 }'",
                "13: 1 becomes 2 in 'tries in { 0, 1 }'", "14: 1 becomes 2 in 'tries in { 0, 1 }'",
            ])
    }

    @Test("The greatest integer and the longest time become less, and never more")
    func greatest() throws {
        let text = """
            flow Vast version 1
            command cancel
            callback told
            source sdk = "SDK" by kind singleton { TOLD when count <= 9223372036854775807 => told }
            final done
            within 9223372036854775807ms -> done
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user {
              on told -> done
              after 4611686018427387903ms -> done
              after 4611686018427387904ms -> done
            }
            """
        let flow = try LoadedFlow(text)
        let edits = Mutant.all(of: flow.source, machine: flow.machine).filter {
            $0.kind == .bound || $0.kind == .deadline && !$0.what.hasPrefix("drop")
        }
        #expect(
            edits.map { "\($0.line): \($0.what)" } == [
                "4: 9223372036854775807 becomes 9223372036854775806 in 'count <= 9223372036854775807'",
                "6: '9223372036854775807ms' becomes '4611686018427387903ms'",
                "12: '4611686018427387903ms' becomes '2305843009213693951ms'",
                "12: '4611686018427387903ms' becomes '9223372036854775806ms'",
                "13: '4611686018427387904ms' becomes '2305843009213693952ms'",
            ])
    }

    @Test("An attribute is found where it stands, and not in a comment or a name that is spelled like it")
    func attributes() throws {
        for effect in [
            "effect turn(to: Phone, from: Phone)  // once is enough\n  once starts attempt calls Lock.turn",
            "effect turn(to: Phone, from: Phone) calls Lock.once once starts attempt",
        ] {
            let text = GateFlow.text.changing(
                "effect turn(to: Phone, from: Phone) once starts attempt calls Lock.turn", to: effect)
            let flow = try LoadedFlow(text, path: "Gate.flow")
            let mutant = try #require(
                Mutant.all(of: flow.source, machine: flow.machine).first { $0.what == "drop 'once'" }, "\(effect)")
            let edited = try LoadedFlow(mutant.text, path: "Gate.flow")
            let effects = edited.machine.effects.filter { $0.name == "turn" }
            #expect(effects.map(\.signature.isOnce) == [false], "\(effect)")
        }
    }

    @Test("A field of a reply that is called like an attribute stays, and so does a string with slashes before it")
    func attributesBehindReplies() throws {
        for arguments in ["once: bool|once: true", "url: URL|url: \"http://\""] {
            let parts = arguments.split(separator: "|")
            let text = """
                flow Small version 1
                type URL = text(1...9)
                command go, cancel
                effect ask replies lost(\(parts[0])), won otherwise lost(\(parts[1])) once
                final done
                within 20m -> done
                on cancel -> done
                reject other
                late other
                state idle waits for user { on go -> asking { do ask } }
                state asking { on lost, won -> done }
                """
            let flow = try LoadedFlow(text)
            let mutant = try #require(
                Mutant.all(of: flow.source, machine: flow.machine).first { $0.what == "drop 'once'" }, "\(arguments)")
            let effect = try #require(try LoadedFlow(mutant.text).machine.effects.first)
            #expect(!effect.signature.isOnce && mutant.text.contains("lost(\(parts[1]))"), "\(mutant.text)")
        }
    }

    @Test("A row is dropped whole and name by name, and led to each other state and final")
    func rows() throws {
        let dropped = try edits(.drop)
        #expect(dropped.contains("25: drop 'late opened, jammed'"))
        #expect(dropped.contains("25: drop 'opened' of 'opened, jammed'"))
        #expect(dropped.contains("12: drop 'STUCK' of 'JAMMED, STUCK'"))
        #expect(dropped.contains("21: drop 'reject other'"))
        let targets = try edits(.target).filter { $0.hasPrefix("31: ") }
        #expect(
            targets
                == ["idle", "turning", "authenticated", "failed", "cancelled"].map {
                    "31: '-> asking' becomes '-> \($0)'"
                })
        #expect(
            try edits(.value).filter { $0.hasPrefix("32: ") } == [
                "32: 'jammed' becomes 'silent'", "32: 'jammed' becomes 'denied'",
            ])
    }

    @Test(
        "Each edit of a shipped flow makes a text that can be read and that differs from the formatted flow",
        arguments: try ShippedFlows.all().map(\.table.name))
    func readable(name: String) throws {
        let flow = try ShippedFlows.named(name)
        let original = try #require(format(flow.source).text)
        let mutants = Mutant.all(of: flow.source, machine: flow.machine)
        #expect(mutants.count > 100)
        for kind in [MutationOperator.drop, .target, .deadline, .order, .otherwise] {
            #expect(mutants.contains { $0.kind == kind }, "\(kind)")
        }
        // Every eleventh mutant is read: a sample that keeps the test short.
        for mutant in mutants.enumerated().filter({ $0.offset.isMultiple(of: 11) }).map(\.element) {
            let place: Comment = "\(flow.source.path):\(mutant.line): \(mutant.what)"
            let text = mutant.text
            #expect(text != original, place)
            let parsed = parse(SourceText(path: "mutant.flow", bytes: Array(text.utf8)))
            #expect(!parsed.diagnostics.contains { $0.severity == .error }, place)
        }
    }

    @Test("A string in what an edit writes anew stays as it is, with its slashes, blanks and quotes")
    func strings() throws {
        let text = #"""
            flow Link version 1
            type Words = text(1...60)
            enum Why { silent, denied }
            context { why: Why = silent }
            command go, cancel
            callback opened
            effect open(url: Words, title: Words)
            source app = "App" by kind singleton {
              OPENED, "OPENED // twice", DONE when url == "app://done" or title == "a  \"b // c\"" => opened
            }
            final done keeps why
            within 15m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user {
              on go -> done { do open("https://id.example/help", "a  \"b // c\""); why = denied }
              ignore opened
            }

            """#
        let flow = try LoadedFlow(text)
        let mutants = Mutant.all(of: flow.source, machine: flow.machine)
        for (what, line) in [
            ("drop 'why = denied'", #"on go -> done { do open("https://id.example/help", "a  \"b // c\"") }"#),
            ("' change places", #"do open("a  \"b // c\"", "https://id.example/help"); why = denied"#),
            ("negate ", #"DONE when not (url == "app://done" or title == "a  \"b // c\"") => opened"#),
            ("drop 'DONE' of", #"OPENED, "OPENED // twice" when url"#),
        ] {
            let mutant = try #require(mutants.first { $0.what.contains(what) }, "\(what)")
            #expect(mutant.text.contains(line), "\(mutant.text)")
        }
    }

    @Test("A word that an edit writes or leaves makes no other word with its neighbour")
    func neighbours() throws {
        let text = """
            flow Tight version 1
            context { tries: int 0...2 = 0 }
            command go, cancel
            final done
            within 15m -> done
            on cancel -> done
            reject other
            state idle waits for user { on go when(tries < 2)or(tries == 2) -> some }
            choice some { when tries < 2 -> done{ tries += 1 }otherwise -> done }

            """
        let flow = try LoadedFlow(text)
        let mutants = Mutant.all(of: flow.source, machine: flow.machine)
        let negated = try #require(mutants.first { $0.line == 8 && $0.kind == .negate })
        #expect(negated.text.contains("on go when not (tries < 2 or tries == 2) -> some"), "\(negated.text)")
        let dropped = try #require(mutants.first { $0.kind == .assignment })
        #expect(dropped.text.contains("when tries < 2 -> done\n  otherwise      -> done"), "\(dropped.text)")
    }

    @Test(
        "Each edit of a random spec with comments everywhere makes a text that can be read",
        arguments: (0..<24 as Range<UInt64>).map { $0 * 2 })
    func readableRandom(seed: UInt64) throws {
        let understood = Understood(RandomSpecText(seed: seed).text(.commented, seed: seed))
        let machine = try #require(understood.machine)
        for mutant in Mutant.all(of: understood.source, machine: machine) {
            let parsed = parse(SourceText(path: "mutant.flow", bytes: Array(mutant.text.utf8)))
            let errors = parsed.diagnostics.filter { $0.severity == .error }.map(\.message)
            #expect(errors.isEmpty, "seed \(seed), line \(mutant.line): \(mutant.what)")
        }
    }

    @Test("An order that is left out leaves the others as they were")
    func bodies() throws {
        let flow = try LoadedFlow(GateFlow.text, path: "Gate.flow")
        let mutants = Mutant.all(of: flow.source, machine: flow.machine)
        let show = try #require(mutants.first { $0.what == "drop 'do show'" })
        #expect(show.text.contains("enter { do turn(phone, host); set patience 1m }"))
        let why = try #require(mutants.first { $0.line == 32 && $0.kind == .assignment })
        #expect(why.text.contains("on jammed -> failed\n"))
        let swap = try #require(mutants.first { $0.kind == .swap })
        #expect(swap.text.contains("do turn(host, phone)"))
    }
}
