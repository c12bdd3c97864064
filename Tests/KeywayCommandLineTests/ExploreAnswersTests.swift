import FlowFixtures
import Testing

@testable import KeywayCommandLine

@Suite("keyway explore, against a provider that only answers")
struct ExploreAnswersTests {
    private static let flow = """
        flow Visit version 1
        command come, cancel
        effect ask calls Porter.ask replies yes(loud: bool), no otherwise no within 5s
        final inside
        final outside
        final cancelled
        require inside only after yes
        within 15m -> outside
        on cancel -> cancelled
        reject other
        late other
        state street waits for user { on come -> asking }
        state asking {
          enter { do ask }
          on yes when not loud -> inside
          on yes when loud -> street  // untried: this porter whispers
          on no -> outside
        }

        """

    private static let porter = """
        provider Porter version "1.0"
        context { asked: int 0...3 = 0 }
        require never asked == 3
        call ask -> asked { asked += 1 }
        state resting {}
        state asked { answer yes(loud: false) -> resting }

        """

    private func folder(_ porter: String = porter) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Self.flow, to: "Specs/Visit/Visit.flow")
        try folder.write(porter, to: "Specs/Visit/Models/SDK-1.0.provider")
        return folder
    }

    @Test("The flow is proved against such a provider, by name and with --all; the answer names no channel")
    func proved() throws {
        let folder = try folder()
        let call = keyway("explore", "Visit", "--against", "Porter", in: folder.path)
        #expect(call.code == .fine, "\(call.output)\(call.errors)")
        #expect(call.lines.first?.hasSuffix("steps, replies as the model answers") ?? false, "\(call.output)")
        #expect(call.lines.contains("  proved    Porter 1.0: never asked == 3, on 2 occasions"), "\(call.output)")
        let all = keyway("explore", "--all", in: folder.path)
        #expect(all.code == .fine)
        #expect(all.lines.count == 3, "\(all.output)")
        #expect(all.lines.last?.hasPrefix("| Visit | Porter 1.0 | ") ?? false)
        let check = keyway("check", folder.path(of: "Specs"), in: folder.path)
        #expect(check.code == .fine, "\(check.output)")
    }

    @Test("What the model requires and the flow does not do is told, and written as a run that is played")
    func broken() throws {
        let folder = try folder(Self.porter.changing("loud: false", to: "loud: true"))
        let out = folder.path(of: "out")
        let call = keyway("explore", "Visit", "--against", "Porter", "--out", out, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.output.contains("what Porter 1.0 requires, 'never asked == 3', does not hold here; 5 steps:"))
        #expect(call.output.contains("ask answers yes(loud: true)"))
        let replay = keyway("replay", out + "/log", in: folder.path)
        #expect(replay.code == .fine, "\(replay.errors)")
        #expect(replay.output.contains("not ended: the run is in asking"), "\(replay.output)")
        let run = keyway(
            "run", "Visit", "--transcript", out + "/Visit-1.jsonl", "--log", folder.path(of: "again"), in: folder.path)
        #expect(run.code == .fine, "\(run.errors)")
    }

    @Test("An answer may say a word of a sub-flow's enum, where the caller's reply has a field of it")
    func enumOfSubFlow() throws {
        let kid = """
            flow Kid version 1
            enum Why { slow, gone }
            context { why: Why? }
            command start, cancel
            final over keeps why
            within 1m -> over
            on cancel -> over
            state idle waits for user { on start -> over { why = gone } }
            """
        let flow = Self.flow.changing("yes(loud: bool)", to: "yes(loud: bool, why: Kid.Why)")
            .changing(
                "enter { do ask }", to: "child kid = Kid\n  enter { run kid.start; do ask }\n  on kid.over -> outside")
        for (word, ending) in [("slow", ExitCode.fine), ("late", .problem)] {
            let folder = try folder(Self.porter.changing("loud: false", to: "loud: false, why: \(word)"))
            try folder.write(flow, to: "Specs/Visit/Visit.flow")
            try folder.write(kid, to: "Specs/Visit/Kid.flow")
            let check = keyway("check", folder.path(of: "Specs"), in: folder.path)
            #expect(check.code == ending, "\(check.output)")
        }
    }

    @Test("Bad models are refused at their place")
    func badModels() throws {
        for (row, mistaken, problem) in [
            ("answer yes(loud: false)", "answer yse", "6:22: error: no effect that calls Porter has a reply 'yse'"),
            ("answer yes(loud: false)", "answer no(loud: true)", "6:25: error: reply 'no' has no field 'loud' [FL041]"),
            ("provider Porter", "provider Doorman", "1:10: error: no effect of any flow 'calls Doorman'"),
            ("require never asked", "require never tired", "3:15: error:"),
        ] {
            let folder = try folder(Self.porter.changing(row, to: mistaken))
            let check = keyway("check", folder.path(of: "Specs"), in: folder.path)
            #expect(check.code == .problem)
            #expect(check.output.contains(problem), "\(check.output)")
        }
    }
}
