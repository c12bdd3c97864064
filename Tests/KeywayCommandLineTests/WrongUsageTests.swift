import FlowLanguage
import Testing

@testable import KeywayCommandLine

@Suite("Wrong usage")
struct WrongUsageTests {
    @Test(
        "Wrong usage is one sentence, exit 64 and no result",
        arguments: [
            ("", "keyway needs a command: \(Command.names); see 'keyway help'"),
            ("rnu", "there is no command 'rnu'; 'run' is the nearest; see 'keyway help'"),
            ("xylophone", "there is no command 'xylophone'; see 'keyway help'"),
            (
                "check --fromat json",
                "'keyway check' has no option --fromat; '--format' is the nearest; see 'keyway help check'"
            ),
            ("check -x", "'keyway check' has no option -x; see 'keyway help check'"),
            ("check --format xml", "--format is text or json, not 'xml'; see 'keyway help check'"),
            ("check --format", "--format needs a value: text|json; see 'keyway help check'"),
            ("check --format=", "--format needs a value: text|json; see 'keyway help check'"),
            ("check --format json --format text", "--format stands twice; see 'keyway help check'"),
            ("run", "'keyway run' needs FLOW; see 'keyway help run'"),
            ("run F", "'keyway run' needs --transcript FILE; see 'keyway help run'"),
            ("run F --transcript --log l", "--transcript needs a value: FILE; see 'keyway help run'"),
            ("run F --transcript t", "'keyway run' needs --log LOG; see 'keyway help run'"),
            ("run F G --transcript t --log l", "'keyway run' has no place for 'G'; see 'keyway help run'"),
            ("run F --transcript t --log l --seed x", "--seed needs a number, not 'x'; see 'keyway help run'"),
            ("run F --transcript t --log l --seed -1", "--seed needs a number, not '-1'; see 'keyway help run'"),
            ("run F --transcript t --log l --seed +1", "--seed needs a number, not '+1'; see 'keyway help run'"),
            ("run F --transcript t --log l --seed -0", "--seed needs a number, not '-0'; see 'keyway help run'"),
            (
                "run F --transcript t --log l --set sends=1 --set sends=2",
                "--set chooses 'sends' twice; see 'keyway help run'"
            ),
            (
                "run F --transcript t --log l --set sends=1 left=3 sends=1",
                "--set chooses 'sends' twice; see 'keyway help run'"
            ),
            (
                "run F --transcript t --log l --seed 18446744073709551616",
                "--seed is a number from 0 to 18446744073709551615; see 'keyway help run'"
            ),
            (
                "explore F --limit 18446744073709551616",
                "--limit is a number from 1 to 1000000000; see 'keyway help explore'"
            ),
            ("explore F --limit 1000000001", "--limit is a number from 1 to 1000000000; see 'keyway help explore'"),
            ("explore F --capacity 0", "--capacity is a number from 1 to 8; see 'keyway help explore'"),
            (
                "mutate F --limit 18446744073709551616",
                "--limit is a number from 1 to 1000000000; see 'keyway help mutate'"
            ),
            ("replay", "'keyway replay' needs LOG; see 'keyway help replay'"),
            ("replay l --until last", "--until needs a number, not 'last'; see 'keyway help replay'"),
            (
                "replay l --run 12",
                "'12' is not a run's identity: the first 8 of its 32 hexadecimal digits, or more; see 'keyway help replay'"
            ),
            ("replay l --with F --until 2", "--until does not go with --with; see 'keyway help replay'"),
            ("verify", "'keyway verify' needs LOG; see 'keyway help verify'"),
            ("verify a b", "'keyway verify' has no place for 'b'; see 'keyway help verify'"),
            ("demo x", "'keyway demo' has no place for 'x'; see 'keyway help demo'"),
            ("help run check", "'keyway help' has no place for 'check'; see 'keyway help help'"),
        ])
    func wrongCalls(call: String, sentence: String) {
        let captured = keyway(call.split(separator: " ").map(String.init))
        #expect(captured.code == .usage)
        #expect(captured.output.isEmpty)
        #expect(captured.errors == [sentence])
    }

    @Test(
        "An empty word, as of a variable that is not set, is no path", arguments: ["check", "replay", "table", "help"])
    func emptyWord(command: String) {
        let call = keyway(command, "")
        #expect(call.code == .usage)
        #expect(call.errors == ["'keyway \(command)' was given an empty word; see 'keyway help \(command)'"])
    }

    @Test("Options may stand anywhere, with a blank or an equals sign; after two hyphens nothing is an option")
    func forms() throws {
        let reader = ArgumentReader(.run)
        let one = try reader.read(["F", "--transcript", "t", "--log", "l", "--seed", "4"])
        let two = try reader.read(["--log=l", "--seed=4", "F", "--transcript=t"])
        #expect(one == two)
        #expect(try ArgumentReader(.check).read(["--", "--format"])?.operands == ["--format"])
        #expect(try ArgumentReader(.check).read(["-"])?.operands == ["-"])
        #expect(try ArgumentReader(.check).read(["--", "--help"])?.operands == ["--help"])
    }

    @Test("Words of a call cannot steer the terminal")
    func harmless() {
        let call = keyway("\u{1B}[31m\n")
        #expect(call.errors.count == 1)
        #expect(call.errors.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
        // A tab is printed as a blank, as in a diagnostic.
        #expect(keyway("a\tb").errors.first?.contains("'a b'") == true)
    }

    @Test(
        "The distance of two words counts the letters to change",
        arguments: [
            ("", "", 0), ("run", "run", 0), ("rnu", "run", 2), ("replay", "repay", 1), ("abc", "", 3),
            ("kitten", "sitting", 3),
        ])
    func distances(left: String, right: String, distance: Int) {
        #expect(editDistance(Array(left), Array(right)) == distance)
        #expect(editDistance(Array(right), Array(left)) == distance)
    }
}
