import FlowFixtures
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway explore --profile")
struct ExploreProfileTests {
    private static let flow = """
        flow Guess version 1
        command guess, cancel
        effect judge replies right, wrong otherwise wrong within 5s
        final done success
        final cancelled
        require done only after right

        role success = in done
        role confirmed = on right
        role denied = on wrong
        role agreed = on guess
        within 15m -> cancelled
        on cancel -> cancelled
        reject other
        late other
        state idle waits for user {
          on guess -> judging
        }
        state judging {
          enter { do judge }
          on right -> done
          on wrong -> idle
        }
        """ + "\n"

    private static let profile = """
        profile "Some standard"

        /// A yes signs in.
        clause "1.1" {
          require success only after confirmed
          server "The server decides."
        }

        /// Wrong guesses are few.
        clause "1.2" {
          require at most 2 denied
        }

        /// Codes are long.
        clause "1.3" {
          server "The server makes them."
        }
        """ + "\n"

    private func folder(_ profile: String = profile) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Self.flow, to: "Specs/Guess/Guess.flow")
        try folder.write(profile, to: "Specs/Profiles/Some.profile")
        return folder
    }

    @Test("For one flow each clause is told: proved, refuted with a run, or the server's")
    func one() throws {
        let folder = try folder()
        let call = keyway("explore", "Guess", "--profile", "Some", in: folder.path)
        #expect(call.code == .problem)
        #expect(
            call.lines.prefix(5) == [
                "Guess by Some standard", "  proved     1.1: A yes signs in.", "             The server decides.",
                "  refuted    1.2: Wrong guesses are few.", "  server     1.3: Codes are long.",
            ], "\(call.output) \(call.errors)")
        #expect(call.lines.contains("1.2 refuted: Guess alone"), "\(call.output)")
        #expect(call.lines.contains { $0.hasSuffix("6 steps:") }, "\(call.output)")
    }

    @Test("The roles of the given flow are known wherever it lies, also below a Specs with other flows")
    func outsideOfSpecs() throws {
        let folder = try TemporaryFolder()
        let other = Self.flow.changing("flow Guess", to: "flow Other").changing(/role .*\n/, to: "")
        try folder.write(other, to: "Specs/Other.flow")
        try folder.write(Self.flow, to: "mine/Guess.flow")
        try folder.write(Self.profile, to: "mine/Some.profile")
        for words in [
            ["mine/Guess.flow", "--profile", "mine/Some.profile"],
            ["Guess", "--profile", "mine/Some.profile", "--specs", "mine"],
        ] {
            let paths = words.map { $0.hasPrefix("mine") ? folder.path(of: $0) : $0 }
            let call = keyway(["explore"] + paths, in: folder.path)
            #expect(call.errors == [], "\(words)")
            #expect(call.lines.first == "Guess by Some standard", "\(words): \(call.output)")
        }
    }

    @Test(
        "A clause that only some values of a parameter break is refuted with them, and holds with the flow's own"
    )
    func brokenByChoice() throws {
        let folder = try folder()
        let counted = Self.flow.changing(
            "command guess", to: "param tries: int 1...4 = 2\ncontext { left: int 0...4 = tries }\ncommand guess"
        )
        .changing(
            "  on guess -> judging",
            to: "  on guess when left > 0 -> judging { left -= 1 }\n  reject guess when left == 0")
        try folder.replace("Specs/Guess/Guess.flow", with: Array(counted.utf8))
        let call = keyway("explore", "Guess", "--profile", "Some", in: folder.path)
        let sentence = "             It holds where nobody chooses. It is broken where tries is 3 or 4."
        #expect(call.lines.contains(sentence), "\(call.output) \(call.errors)")
        #expect(call.lines.contains { $0.contains("whoever begins the run chooses tries = 3") }, "\(call.output)")
        let table = keyway("explore", "--all", "--profile", "Some", in: folder.path)
        #expect(
            table.lines.contains("| 1.2 | Wrong guesses are few. | – | Guess (tries: 3, 4) | – | – |"),
            "\(table.output)")
        let json = keyway("explore", "--all", "--profile", "Some", "--format", "json", in: folder.path)
        let members = [#""holdsUnchosen": true"#, #""brokenBy": {"tries": ["3", "4"]}"#]
        for member in members { #expect(json.output.contains(member), "\(json.output)") }
    }

    @Test("With --all the answer is a Markdown table of all flows, and a list for programs")
    func all() throws {
        let folder = try folder()
        let path = folder.path(of: "Specs/Profiles/Some.profile")
        let call = keyway("explore", "--all", "--profile", path, in: folder.path)
        #expect(call.code == .problem)
        #expect(
            call.lines.contains("| 1.1 | A yes signs in. | Guess | – | – | The server decides. |"), "\(call.output)")
        #expect(call.lines.contains("| 1.2 | Wrong guesses are few. | – | Guess | – | – |"))
        let json = keyway("explore", "--all", "--profile", "Some", "--format", "json", in: folder.path)
        #expect(json.output.contains("\"verdict\": \"refuted\""), "\(json.output)")
        #expect(json.output.contains("\"server\": \"The server makes them.\""))
    }

    @Test("A profile whose clauses all hold is fine")
    func holds() throws {
        let folder = try folder(Self.profile.changing("  require at most 2 denied", to: "  server \"It counts.\""))
        #expect(keyway("explore", "--all", "--profile", "Some", in: folder.path).code == .fine)
    }

    @Test("What has no place beside a profile is wrong usage")
    func usage() throws {
        let folder = try folder()
        for option in [["--faults", "crash"], ["--capacity", "1"], ["--out", "found"], ["--set", "sends=2"]] {
            let call = keyway(["explore", "Guess", "--profile", "Some"] + option, in: folder.path)
            #expect(call.code == .usage && call.errors.contains { $0.contains(option[0]) }, "\(call.errors)")
        }
    }

    @Test("A profile that is not there, that has an error, or that no flow fits is refused with its place")
    func refusals() throws {
        let folder = try folder()
        let missing = keyway("explore", "Guess", "--profile", "Other", in: folder.path)
        #expect(missing.code == .problem && missing.errors.joined().contains("which has: Some"), "\(missing.errors)")
        let wrong = try self.folder(Self.profile.changing("at most 2 denied", to: "at most 2 denid"))
        let unknown = keyway("explore", "Guess", "--profile", "Some", in: wrong.path)
        #expect(
            unknown.code == .problem && unknown.errors.joined().contains("Some.profile:11:21")
                && unknown.errors.joined().contains("did you mean 'denied'"), "\(unknown.errors)")
        let misfit = try self.folder(Self.profile.changing("at most 2 denied", to: "denied only while agreed"))
        let told = keyway("explore", "Guess", "--profile", "Some", in: misfit.path)
        #expect(
            told.code == .problem && told.errors.joined().contains("role 'agreed' of Guess does not fit"),
            "\(told.errors)")
    }

    @Test("A flow that cannot be judged, or not by every clause, takes no other flow's answers and no other clause's")
    func answersBesideRefusals() throws {
        let folder = try folder()
        let wide = Self.flow.changing("flow Guess", to: "flow Wide")
            .changing("command guess", to: "param least: int 1...1000 = 1\nparam most: int 1...1000 = 1\ncommand guess")
            .changing(
                "  on guess -> judging",
                to: "  on guess when least < most -> judging\n  reject guess when least >= most")
        try folder.write(wide, to: "Specs/Wide.flow")
        let zero = Self.flow.changing("flow Guess", to: "flow Zero").changing("-> idle", to: "-> idl")
        try folder.write(zero, to: "Specs/Zero.flow")
        let call = keyway("explore", "--all", "--profile", "Some", in: folder.path)
        #expect(call.code == .problem)
        #expect(
            call.lines.contains("| 1.1 | A yes signs in. | Guess | – | Wide | The server decides. |"), "\(call.output)")
        #expect(call.lines.contains("| 1.2 | Wrong guesses are few. | – | Guess | Wide | – |"), "\(call.output)")
        #expect(call.errors.count == 2 && call.errors[0].contains("Wide.flow:1:6: the parameters of 'Wide'"))
        #expect(call.errors.last?.contains("Zero.flow: check finds errors in it") == true, "\(call.errors)")
        let json = try members(
            of: keyway("explore", "--all", "--profile", "Some", "--format", "json", in: folder.path).output)
        guard case .object(let error)? = json["error"] else {
            Issue.record("\(json)")
            return
        }
        #expect(error["line"] == .integer(1) && error["column"] == .integer(6))
        #expect(error["path"] == .text(folder.path(of: "Specs/Wide.flow")))
        #expect(json["clauses"] != nil)
        let one = keyway("explore", "Wide", "--profile", "Some", in: folder.path)
        #expect(one.lines.first == "Wide by Some standard" && one.lines.contains("  server     1.3: Codes are long."))
        #expect(one.lines.contains { $0.hasPrefix("             the parameters of 'Wide' can be chosen") })
    }

    @Test("A model that does not fit is refused with its own file, though another version of it fits")
    func secondModel() throws {
        let folder = try folder("profile \"Some standard\"\n\nclause \"1\" {\n  require never success\n}\n")
        let flow = LockedDoor.flow(requirements: "role success = in authenticated")
        try folder.write(flow + "\n", to: "Specs/Door/Door.flow")
        try folder.write(LockedDoor.model(), to: "Specs/Door/Models/Lock-1.0.provider")
        let other = LockedDoor.model().changing("\"1.0\" for lock", to: "\"2.0\" for bolt")
        try folder.write(other, to: "Specs/Door/Models/Lock-2.0.provider")
        let call = keyway("explore", "Door", "--profile", "Some", "--against", "Lock", in: folder.path)
        #expect(call.code == .problem)
        let place = "Lock-2.0.provider:1:33: Lock 2.0 is a model for the source 'bolt'"
        #expect(call.errors.joined().contains(place), "\(call.errors)")
    }

    @Test("check and fmt read profiles beside flows")
    func checking() throws {
        let folder = try folder()
        let checked = keyway("check", in: folder.path)
        #expect(
            checked.code == .fine && checked.errors.joined().contains("1 flow, 1 profile, 0 errors"),
            "\(checked.errors)")
        let formatted = keyway("fmt", "--check", in: folder.path)
        #expect(formatted.code == .fine, "\(formatted.errors)")
    }
}
