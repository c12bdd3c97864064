import FlowFixtures
import KeywayCore
import KeywayFileLog
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("keyway explore")
struct ExploreTests {
    private static let flow =
        LockedDoor.flow().changing("flow Door", to: "flow Gate").changing("  ignore opened, jammed\n", to: "")
        + "\n"

    private static let model = LockedDoor.model()

    /// A flow that ignores `opened`, the word of success, in the state that waits for it.
    private static var losing: String {
        flow.changing("on opened -> asking", to: "ignore opened").changing(
            "after 30s -> failed", to: "after 30s -> asking"
        ).changing("on denied -> failed", to: "on denied -> failed\n  ignore opened, jammed")
    }

    private func folder(_ flow: String = flow, _ model: String = model) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(flow, to: "Specs/Gate/Gate.flow")
        try folder.write(model, to: "Specs/Gate/Models/SDK-1.0.provider")
        try folder.write(
            model.changing("version \"1.0\"", to: "version \"2.0\""), to: "Specs/Gate/Models/SDK-2.0.provider")
        return folder
    }

    @Test("A flow is explored against its provider, which is named by name, by version or by path")
    func proved() throws {
        let folder = try folder()
        for provider in ["Lock@1.0", folder.path(of: "Specs/Gate/Models/SDK-1.0.provider")] {
            let call = keyway("explore", "Gate", "--against", provider, in: folder.path)
            #expect(call.code == .fine, "\(call.errors)")
            #expect(call.lines.first?.hasPrefix("Gate against Lock 1.0: ") ?? false, "\(call.output)")
            #expect(call.lines.last == "proved")
        }
        let both = keyway("explore", "Gate", "--against", "Lock", "--format", "json", in: folder.path)
        #expect(both.code == .fine)
        #expect(both.output.contains("\"against\": [\"Lock@1.0\", \"Lock@2.0\"]"))
        #expect(both.output.contains("\"proved\": true"))
        #expect(
            both.output.contains("{\"name\": \"30.i\", \"verdict\": \"proved\", \"steps\": null, \"occasions\": null}"))
        let named = keyway("explore", "Gate", "--against", "Lock@1.0", "Lock@2.0", "--format", "json", in: folder.path)
        #expect(named.output == both.output)
    }

    @Test("A file that declares no flow is refused with a sentence, also where a profile asks")
    func noFlow() throws {
        let folder = try folder()
        try folder.write("profile \"P 1\"\nclause \"1\" { server \"its word\" }\n", to: "p.profile")
        let path = folder.path(of: "Specs/Gate/Models/SDK-1.0.provider")
        for options in [[], ["--format", "json"], ["--profile", folder.path(of: "p.profile")]] {
            let call = keyway(["explore", path] + options, in: folder.path)
            #expect(call.code == .problem)
            #expect((call.errors + call.lines).contains { $0.contains("this file declares no flow") }, "\(options)")
        }
    }

    @Test("A flow alone is explored with any event at any moment, and not asked what only a provider can show")
    func alone() throws {
        let folder = try folder()
        let call = keyway("explore", "Gate", "--format", "json", in: folder.path)
        #expect(call.code == .fine)
        #expect(call.output.contains("\"against\": []"))
        #expect(!call.output.contains("30.iii"))
    }

    @Test("What is wrong is told with a shortest run, and written as a log and a transcript that are played")
    func broken() throws {
        let folder = try folder(Self.losing)
        let out = folder.path(of: "out")
        let call = keyway("explore", "Gate", "--against", "Lock@1.0", "--out", out, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.output.contains("the first success, 'opened', is not accepted in 'turning'; 3 steps:"))
        #expect(call.lines.contains { $0.contains("Lock tells open: opened") && $0.contains("ignored") })
        #expect(folder.exists("out/Gate-1.jsonl"))
        let replay = keyway("replay", out + "/log", in: folder.path)
        #expect(replay.code == .fine, "\(replay.errors)")
        #expect(replay.output.contains("opened                  ignored       turning"))
        let run = keyway(
            "run", "Gate", "--transcript", out + "/Gate-1.jsonl", "--log", folder.path(of: "runs"), in: folder.path)
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.contains("opened                  ignored       turning"))
        let again = keyway("explore", "Gate", "--against", "Lock@1.0", "--out", out, in: folder.path)
        #expect(again.code == .problem)
        // Both runs of the first call stay, and these two get the next numbers: the search may have taken hours.
        #expect(again.errors == [] && folder.exists("out/Gate-4.jsonl"))
        #expect(again.output.contains("written: \(out)/Gate-3.jsonl, run "))
        #expect(try FileLog.Reader(out + "/log").runs.count == 4)
        let json = keyway("explore", "Gate", "--against", "Lock@1.0", "--format", "json", in: folder.path)
        #expect(json.output.contains("{\"name\": \"30.iii\", \"verdict\": \"broken\", \"steps\": 3, "))
        #expect(json.output.contains("\"way\": [\"open\", \"Lock speaks open\", \"Lock tells open: opened\"]"))
        #expect(json.output.contains("\"obstacles\": []") && !call.output.contains("no transcript plays"))
    }

    @Test("Where a run cannot be written, the result for scripts says why beside the run's empty places")
    func unwritten() throws {
        let folder = try folder(Self.losing)
        let log = try folder.write("mine", to: "out/log")
        let out = folder.path(of: "out")
        let one = keyway("explore", "Gate", "--against", "Lock@1.0", "--out", out, "--format", "json", in: folder.path)
        let all = keyway("explore", "--all", "--out", out, "--format", "json", in: folder.path)
        for call in [one, all] {
            #expect(call.code == .problem)
            #expect(call.errors.count == 1)
            #expect(call.output.contains(#""run": null"#), "\(call.output)")
            #expect(call.output.contains(#""error": {"message": "#), "\(call.output)")
            #expect(call.output.contains(log), "\(call.output)")
        }
    }

    @Test("A file in the place of the folder for runs is refused before anything is explored")
    func noFolder() throws {
        let folder = try folder(Self.losing)
        let out = try folder.write("mine", to: "out")
        let call = keyway("explore", "Gate", "--against", "Lock@1.0", "--out", out, in: folder.path)
        #expect(call.code == .problem && call.output.isEmpty)
        #expect(call.errors == ["\(out): this is a file, not a folder for runs"])
    }

    /// `explore` lets any timer fire at any moment, so here the timer of 10 s fires before the deadlines of 2 s and 3 s have passed. No
    /// transcript can play that.
    private static let hasty = """
        flow Gate version 1
        command open, cancel
        final early
        final overslept
        final cancelled
        require never in overslept
        on cancel -> cancelled
        within 15m -> early
        reject other
        state idle waits for user { on open -> first }
        group ajar {
          timer slow
          state first {
            enter { set slow 10s }
            on slow -> overslept
            after 2s -> second
          }
          state second {
            on slow -> overslept
            after 3s -> early
          }
        }
        """

    @Test("Below a run that no transcript plays stands why, and in the transcript that is written all the same")
    func obstacles() throws {
        let folder = try folder(Self.hasty)
        let out = folder.path(of: "out")
        let call = keyway("explore", "Gate", "--out", out, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.lines.contains("      no transcript plays this: no durations allow this order"), "\(call.output)")
        let json = keyway("explore", "Gate", "--format", "json", in: folder.path)
        let obstacle = #"{"name": "durations", "sentence": "no durations allow this order"}"#
        #expect(json.output.contains("\"obstacles\": [") && json.output.contains(obstacle), "\(json.output)")
        let run = keyway(
            "run", "Gate", "--transcript", out + "/Gate-1.jsonl", "--log", folder.path(of: "runs"), in: folder.path)
        #expect(run.output.contains("; no transcript plays this: no durations allow this order."), "\(run.output)")
    }

    @Test("Past the limit, which the help names, nothing is proved, and the exit says so")
    func limit() throws {
        let folder = try folder()
        #expect(keyway("help", "explore", in: folder.path).output.contains(" 60000000 if not said"))
        let call = keyway("explore", "Gate", "--against", "Lock@1.0", "--limit", "5", in: folder.path)
        #expect(call.code == .problem)
        #expect(call.output.contains(": stopped with "))
        #expect(!call.output.contains("proved\n") || call.output.contains("nothing is proved"))
        let json = keyway(
            "explore", "Gate", "--against", "Lock@1.0", "--limit", "5", "--format", "json", in: folder.path)
        #expect(json.output.contains("\"proved\": false"))
        #expect(!json.output.contains("\"verdict\": \"proved\""))
    }

    @Test("Calls that the search takes as always made are named, and in JSON too")
    func callsTakenAsMade() throws {
        let line = "  not followed: an order that never makes its call, of Lock.turn (rule 29a)"
        let skipping = Self.model.changing("call turn stay {", to: "call turn stay\ncall turn stay {")
        for (model, isTold) in [(Self.model, true), (skipping, false)] {
            let folder = try folder(Self.flow, model)
            let call = keyway("explore", "Gate", "--against", "Lock@1.0", in: folder.path)
            #expect(call.code == .fine, "\(call.output)\(call.errors)")
            #expect(call.lines.contains(line) == isTold, "\(call.output)")
            #expect(call.lines.last == "proved")
            let json = keyway("explore", "Gate", "--against", "Lock@1.0", "--format", "json", in: folder.path)
            #expect(json.output.contains("\"callsTakenAsMade\": [\"Lock.turn\"]") == isTold, "\(json.output)")
        }
    }

    @Test("--all explores every flow against every version, as a table")
    func all() throws {
        let folder = try folder()
        let call = keyway("explore", "--all", in: folder.path)
        #expect(call.code == .fine, "\(call.errors)")
        #expect(
            call.lines.prefix(2) == [
                "| flow | against | configurations | steps | rows | of models | proved |",
                "|---|---|---:|---:|---:|---:|---|",
            ])
        #expect(call.lines.contains { $0.hasPrefix("| Gate | Lock 1.0 | ") && $0.hasSuffix(" | yes |") })
        #expect(call.lines.contains { $0.hasPrefix("| Gate | Lock 2.0 | ") && $0.hasSuffix(" | yes |") })
        let lost = try self.folder(Self.losing)
        let broken = keyway("explore", "--all", in: lost.path)
        #expect(broken.code == .problem)
        #expect(broken.lines.contains { $0.hasSuffix(" | no: 30.iii |") })
    }

    /// A flow whose parameters can be chosen in too many ways for a search.
    private static let wide = flow.changing("flow Gate", to: "flow Wide")
        .changing("command open", to: "param least: int 1...1000 = 1\nparam most: int 1...1000 = 1\ncommand open")
        .changing("on open -> turning", to: "on open when least < most -> turning\n  reject open when least >= most")

    @Test("A flow that does not fit into a search takes no other flow's answer, and is told with its place")
    func unsearchable() throws {
        let folder = try folder()
        try folder.write(Self.wide, to: "Specs/Wide.flow")
        try folder.write(Self.model, to: "Specs/Zero.flow")
        let call = keyway("explore", "--all", in: folder.path)
        let reason = "the parameters of 'Wide' can be chosen in more than 100000 ways"
        #expect(call.code == .problem)
        #expect(call.lines.contains { $0.hasPrefix("| Gate | Lock 2.0 | ") && $0.hasSuffix(" | yes |") })
        let rows = call.lines.filter { $0.contains(" | | | | | | no: ") }
        #expect(rows.count == 2 && rows[0].hasPrefix("| Wide | | | | | | no: \(reason)"), "\(rows)")
        #expect(rows.last?.hasSuffix(" | | | | | | no: this file declares no flow |") == true)
        let place = "\(folder.path(of: "Specs/Wide.flow")):1:6"
        #expect(call.errors.count == 2 && call.errors[0].hasPrefix("\(place): \(reason)"), "\(call.errors)")
        let json = keyway("explore", "--all", "--format", "json", in: folder.path).output
        for member in [#""proved": true"#, #""column": 6"#] { #expect(json.contains(member), "\(json)") }
        let one = try members(of: keyway("explore", "Wide", "--format", "json", in: folder.path).output)
        guard case .object(let error)? = one["error"] else {
            Issue.record("\(one)")
            return
        }
        #expect(one.count == 1)
        #expect(error["line"] == .integer(1))
        #expect(error["column"] == .integer(6))
    }

    @Test("--all leaves no file out, also where the first words of one cannot be read")
    func allFiles() throws {
        let folder = try folder()
        let path = try folder.write(Self.flow.changing("flow Gate", to: "flwo Gate2"), to: "Specs/Other.flow")
        let call = keyway("explore", "--all", in: folder.path)
        #expect(call.code == .problem)
        #expect(call.lines.contains("| \(path) | | | | | | no: `check` refuses it |"), "\(call.output)")
        #expect(call.lines.contains { $0.hasPrefix("| Gate | Lock 1.0 | ") && $0.hasSuffix(" | yes |") })
    }

    @Test("What check refuses is not proved, whatever the search says")
    func refused() throws {
        let folder = try folder(Self.flow.changing("within 15m -> failed\n", to: ""))
        let call = keyway("explore", "Gate", "--against", "Lock@1.0", "--format", "json", in: folder.path)
        #expect(call.code == .problem)
        #expect(call.output.contains("\"proved\": false"))
        #expect(call.output.contains("[FL073]"))
        let unreadable = try self.folder(Self.flow + "state state\n")
        let misread = keyway("explore", "Gate", "--against", "Lock@1.0", "--format", "json", in: unreadable.path)
        #expect(misread.code == .problem)
        #expect(misread.output.contains("\"proved\": false"))
    }

    @Test("Bad input is a sentence with its place")
    func badInput() throws {
        let folder = try folder()
        func errors(_ words: String...) -> [String] {
            let call = keyway(["explore"] + words, in: folder.path)
            #expect(call.code == .problem)
            #expect(call.output.isEmpty)
            return call.errors
        }
        #expect(errors("Gate", "--against", "Lock@3.0").first?.hasSuffix("which has: Lock@1.0, Lock@2.0") ?? false)
        #expect(errors("Gate", "--against", "Bolt").first?.hasPrefix("provider 'Bolt' is not in ") ?? false)
        try folder.write(Self.model.changing("for lock", to: "for bolt"), to: "other.provider")
        #expect(
            errors("Gate", "--against", folder.path(of: "other.provider")) == [
                "\(folder.path(of: "other.provider")):1:33: Lock 1.0 is a model for the source 'bolt', which 'Gate' does not have"
            ])
        try folder.write(Self.model.changing("emit jam", to: "emit jan"), to: "other.provider")
        #expect(errors("Gate", "--against", folder.path(of: "other.provider")).first?.contains("[FL033]") ?? false)
    }

    @Test("Wrong usage: nothing, too much, and faults that there are not or that have no name")
    func usage() throws {
        let folder = try folder()
        for words in [
            [], ["Gate", "--all"], ["--all", "--against", "Lock"], ["Gate", "--limit", "0"],
            ["Gate", "--capacity", "9"], ["Gate", "--faults", "rust"], ["Gate", "--against"],
            ["--all", "--set", "sends=2"], ["Gate", "--set", "sends"],
            ["Gate", "--set", "sends=2", "--set", "sends=3"],
            ["Gate", "--faults", ","], ["--all", "--faults", "crash,"], ["--all", "--faults", ",drop"],
        ] {
            let call = keyway(["explore"] + words, in: folder.path)
            #expect(call.code == .usage, "\(words)")
            #expect(call.output.isEmpty)
        }
    }

    @Test("A parameter that the call chooses has this value alone, which the answer names")
    func chosenValue() throws {
        let folder = try folder(
            Self.flow.changing("command open", to: "param sends: int 1...3 = 1\nrequire never sends == 2\ncommand open")
        )
        let call = keyway("explore", "Gate", "--set", "sends=3", "--against", "Lock@1.0", in: folder.path)
        #expect(call.code == .fine, "\(call.output)")
        #expect(call.lines.first?.hasPrefix("Gate with sends = 3 against Lock 1.0: ") ?? false, "\(call.output)")
        let json = keyway(
            "explore", "Gate", "--set", "sends=2", "--against", "Lock@1.0", "--format", "json", in: folder.path)
        #expect(json.code == .problem)
        #expect(json.output.contains("\"chosen\": {\"sends\": \"2\"}"), "\(json.output)")
        for (wrong, reason) in [("sends=4", "from 1 to 3"), ("tries=2", "tries")] {
            let call = keyway("explore", "Gate", "--set", wrong, in: folder.path)
            #expect(call.code == .problem && call.errors.joined().contains(reason), "\(call.errors)")
        }
    }

    @Test("check reads a model beside the flows: its source must be one of theirs, and a flow's calls must be its")
    func check() throws {
        let folder = try folder()
        #expect(keyway("check", in: folder.path).code == .fine)
        try folder.write(Self.model.changing("for lock", to: "for bolt"), to: "Specs/Gate/Models/Bolt.provider")
        #expect(keyway("check", in: folder.path).output.contains("no flow has a source 'bolt', only 'lock'"))
        let other = try self.folder(Self.flow.changing("Lock.turn", to: "Lock.trun"))
        #expect(
            keyway("check", in: other.path).output.contains(
                "makes the call 'trun', which no model of Lock knows; known: 'turn'"))
    }
}
