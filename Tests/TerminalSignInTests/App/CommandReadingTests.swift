import KeywayTesting
import ProgramStreams
import ProviderFlows
import Testing

@testable import TerminalSignIn

@Suite("What a person types")
struct CommandReadingTests {
    @Test(
        "A line that is understood",
        arguments: [
            ("start 4912345678 DE", PersonCommand.start(.init(phone: "4912345678", countryCode: "DE"))),
            (
                "  START 4912345678 de ways=smart,offline account=asha budget=60 ",
                .start(
                    .init(
                        phone: "4912345678", countryCode: "DE", ways: [.smart, .offline], account: "asha",
                        budget: .seconds(60)))
            ),
            ("code 123456", .code(.typed("123456"))), ("code phone", .code(.onPhone)),
            ("number 4912345678 de", .number("4912345678", countryCode: "DE")),
            ("choose biometric", .choose(.biometric)), ("choose pin", .choose(.pin)), ("pin 2468", .pin("2468")),
            ("sign pay 20 to Asha", .sign("pay 20 to Asha")),
            ("next", .next), ("cancel", .cancel), ("resend", .resend), ("skip", .skip), ("again", .again),
            ("done", .done), ("help", .help), ("status", .status), ("quit", .quit),
        ])
    func understood(line: String, command: PersonCommand) throws {
        #expect(try PersonCommand(line) == command)
        #expect(command.name.usage.hasPrefix(command.name.rawValue))
    }

    @Test("An empty line and a remark say nothing", arguments: ["", "   ", "\t", "# start", "#"])
    func nothing(line: String) throws { #expect(try PersonCommand(line) == nil) }

    @Test(
        "A line that is not understood gets a sentence that says how to mend it",
        arguments: [
            ("begin", "'help' lists them"), ("start", "start 4912345678 DE"), ("start 49 DE", "10 digits"),
            ("start 4912345678 Germany", "two letters"), ("start 4912345678 DE ways=fax", "silent, smart"),
            ("start 4912345678 DE budget=0", "1 to 900"), ("start 4912345678 DE budget=+9", "1 to 900"),
            ("start 4912345678 DE budget=99999999999999999999", "1 to 900"),
            ("start 4912345678 DE account=", "account=NAME"), ("start 4912345678 DE please", "budget=SECONDS"),
            ("code", "code DIGITS"), ("code abcdef", "4 to 8 digits"), ("code 1", "4 to 8 digits"),
            ("code 123456 789", "code DIGITS"), ("code ١٢٣٤٥٦", "4 to 8 digits"), ("number 12 DE", "10 digits"),
            ("number 4912345678", "number PHONE COUNTRY"), ("number 4912345678 Germany", "two letters"),
            ("choose face", "biometric"), ("pin", "pin DIGITS"), ("pin 12345678901234567", "4 to 16 digits"),
            ("sign", "1 to 512"), ("cancel now", "stands alone"), ("quit!", "no command"),
        ])
    func misunderstood(line: String, mending: String) {
        let error = #expect(throws: Misunderstanding.self) { try PersonCommand(line) }
        #expect(error?.sentence.contains(mending) == true, "\(error?.sentence ?? "")")
    }

    @Test("Whatever is typed is a command, nothing, or a sentence", arguments: 0..<200 as Range<UInt64>)
    func anything(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let odd = ["=", "ways", ",", "\u{0}", "🙂", "9", "phone", "\u{301}"]
        let pieces = PersonCommand.Name.allCases.map(\.rawValue) + odd
        for _ in 0..<50 {
            let line = (0..<Int.random(in: 0...6, using: &chance))
                .map { _ in (pieces.randomElement(using: &chance) ?? "") + (chance.happens(percent: 60) ? " " : "") }
                .joined()
            do throws(Misunderstanding) {
                _ = try PersonCommand(line)
            } catch {
                #expect(error.sentence.count < 300)
            }
        }
    }
}

@Suite("A script")
struct ScriptTests {
    @Test("It has its lines in order, each with its number")
    func lines() throws {
        let script = try Script("start 4912345678 DE; code phone\n# a remark\n\ncancel")
        #expect(script.lines.map(\.command) == [.start, .code, .cancel])
        #expect(script.lines.map(\.number) == [1, 2, 4])
    }

    @Test("A line that is no command is told with its number")
    func wrong() {
        let error = #expect(throws: Misunderstanding.self) { try Script("cancel; fly") }
        #expect(error?.sentence.hasPrefix("line 2 of the script: 'fly'") == true)
    }

    @Test("A line is typed once the sign-in has a use for it")
    func typing() async throws {
        let script = try Script("help; code phone; cancel")
        let person = ScriptedPerson(script, process: "p", teller: Teller(form: .text) { _ in })
        var lines = person.lines.makeAsyncIterator()
        // Commands to the program itself, as `help`, are always possible.
        person.see(Question(state: "bySmart", words: "", commands: [.cancel]))
        #expect(await lines.next()?.text == "help")
        person.see(Question(state: "entering", words: "", commands: [.code, .cancel]))
        #expect(await lines.next()?.id == "p.2")
        person.see(Question(state: "verifying", words: "", commands: [.cancel]))
        #expect(await lines.next()?.id == "p.3")
        #expect(await lines.next() == nil)
    }
}

@Suite("A call of the program")
struct CallTests {
    private func call(_ words: String, file: String? = nil) throws(WrongCall) -> Call {
        try Call(words.split(separator: " ").map(String.init)) { _ in file }
    }

    @Test("Options are read")
    func options() throws {
        let call = try call(
            "--log here --seed 7 --latency 20 --silence 3 --trouble 4 --faults drop,reorder --otpless 2.0.9 --speed 9")
        #expect(call.log == "here" && call.givenSeed == 7 && call.speed == 9)
        #expect(call.temper.latency == 20 && call.temper.tendency.silence == 3 && call.temper.tendency.trouble == 4)
        #expect(call.temper.faults == [.drop, .reorder] && call.temper.otplessVersion == "2.0.9")
        #expect(try self.call("--kill 5").work == .kill(5))
        let nodes = try self.call("--nodes 3 --database there --kill 5 --restart now --plant beginsAgain")
        #expect(nodes.work == .kill(5) && nodes.nodes == 3 && nodes.restart == "now")
        #expect(try self.call("--serve --database there").work == .serve)
        #expect(try self.call("--script somewhere", file: "cancel\nquit").who == .script(Script("cancel;quit")))
        #expect(try self.call("--help --nonsense").work == .help)
    }

    @Test(
        "What is wrong gets a sentence",
        arguments: [
            "--fly", "--log", "--seed", "--seed x", "--latency -1", "--silence 101", "--speed 0", "--faults melt",
            "--faults ,",
            "--kill 0", "--kill +5", "--plant weeds", "--format pdf", "--script fly", "--serve", "--nodes 3",
            "--restart now",
            "--nodes 3 --database there", "--nodes 3 --kill 5", "--nodes 17 --database there --kill 5",
            "--nodes 3 --database there --kill 5 --plant forgetsTimers",
        ])
    func wrong(words: String) { #expect(throws: WrongCall.self) { try call(words) } }

    @Test(
        "A folder that looks like an address is refused, and its password not repeated",
        arguments: ["postgresql://keyway:s3cret@db/signin", "keyway:s3cret@db/signin", "host=db password=s3cret"])
    func address(log: String) {
        #expect {
            try Call(["--log", log])
        } throws: { error in
            (error as? WrongCall)?.sentence == "--log is a folder; the address of a database goes with --database"
        }
    }

    @Test("The page of help names every option that a person may give")
    func help() {
        for option in ["--log", "--seed", "--latency", "--silence", "--trouble", "--faults", "--otpless", "--speed"]
            + ["--script", "--auto", "--format", "--kill", "--planted", "--plant", "--nodes", "--serve", "--restart"]
            + ["--database"]
        {
            #expect(Call.page.contains(option), "\(option)")
        }
        #expect(Call.page.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
}
