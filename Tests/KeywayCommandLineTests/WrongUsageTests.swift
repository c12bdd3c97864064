import FlowFixtures
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
            (
                "runs l --form json",
                "'keyway runs' has no option --form; '--format' is the nearest; see 'keyway help runs'"
            ),
            ("check -x", "'keyway check' has no option -x; see 'keyway help check'"),
            ("check --format xml", "--format is text or json, not 'xml'; see 'keyway help check'"),
            ("check --format", "--format needs a value: text|json; see 'keyway help check'"),
            ("check --format=", "--format needs a value: text|json; see 'keyway help check'"),
            ("check --format json --format text", "--format stands twice; see 'keyway help check'"),
            ("run", "'keyway run' needs FLOW; see 'keyway help run'"),
            (
                "run --transcript t --log l --set patience=10s F",
                "'keyway run' needs FLOW; --set has taken 'F': put FLOW before --set; see 'keyway help run'"
            ),
            (
                "explore --against P F",
                "'keyway explore' needs FLOW or --all; --against has taken 'F': put FLOW before --against; see 'keyway help explore'"
            ),
            ("explore --against P --against Q", "'keyway explore' needs FLOW or --all; see 'keyway help explore'"),
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
        "The password of an address that stands in the wrong place, or is misspelled, is in no output and no error",
        arguments: [
            "ADDRESS", "ADDRESS runs", "--ADDRESS", "help ADDRESS", "completion ADDRESS", "check ADDRESS",
            "fmt ADDRESS", "check --target ADDRESS", "check --ADDRESS", "check --claims=ADDRESS",
            "run ADDRESS --transcript t --log l", "run F --transcript ADDRESS --log l",
            "run F --transcript t --log ADDRESS", "run F --transcript t --log l --keys ADDRESS",
            "run F --transcript t --log l --seed ADDRESS", "run F --transcript t --log l --set ADDRESS",
            "run F --transcript t --log l --specs ADDRESS", "runs WRONG", "runs l ADDRESS", "runs l --since ADDRESS",
            "runs l --outcome ADDRESS", "replay WRONG", "replay l --with ADDRESS", "replay l --until ADDRESS",
            "replay l --until 1 --then ADDRESS --log n", "explain l --run ADDRESS", "explain l --reference ADDRESS",
            "compare l WRONG", "compare l l ADDRESS", "verify WRONG", "why l --against ADDRESS", "stats WRONG",
            "export l --jsonl ADDRESS", "report l --out ADDRESS", "import ADDRESS f --log l",
            "import jsonl ADDRESS --log l", "import jsonl f --log ADDRESS", "erase l --run 12345678 --keys ADDRESS",
            "retire WRONG --before 2026-10-01", "retire l --before ADDRESS", "schema --check WRONG",
            "schema --missing WRONG", "schema --engine ADDRESS", "schema --weeks ADDRESS", "nodes WRONG",
            "explore F --against ADDRESS", "explore F --faults ADDRESS", "mutate F --only ADDRESS",
            "generate F --out ADDRESS", "generate ADDRESS --out d", "conformance F --out ADDRESS", "table ADDRESS",
            "diagram F --out ADDRESS", "release ADDRESS", "demo --log ADDRESS", "demo --failures ADDRESS",
        ])
    func passwords(call: String) throws {
        let folder = try TemporaryFolder()
        let misspelled = [
            "PostgreSQL://keyway:s3cret@db/signin", "postgresq://keyway:s3cret@db/signin",
            "postgresql:/keyway:s3cret@db/signin", "keyway:s3cret@db/signin", " postgresql://keyway:s3cret@db/signin",
            "postgresql://keyway:s3cret", "host=db user=keyway password = s3cret", "host=db password='s3cret'",
        ]
        let addresses =
            call.contains("WRONG") ? misspelled : misspelled + ["postgresql://keyway:s3cret@db.internal/signin"]
        for address in addresses {
            let words = call.split(separator: " ").map { word in
                String(word).changingIfPresent("ADDRESS", to: address).changingIfPresent("WRONG", to: address)
            }
            for form in [[], ["--format", "json"]] {
                let captured = keyway(words + form, in: folder.path)
                #expect(captured.code == .usage || captured.code == .problem, "\(words)")
                #expect(!captured.errors.isEmpty, "\(words)")
                #expect(!(captured.errors + [captured.output]).joined(separator: "\n").contains("s3cret"), "\(words)")
            }
        }
    }

    @Test("A refusal has no password in its JSON either")
    func passwordsInJSON() {
        let refusal = CallRefusal(
            "run 1 is not in postgresql://keyway:s3cret@db/x", at: "postgres://keyway:s3cret@db/x")
        let json = refusal.json.rendered
        #expect(json.contains(#""message": "run 1 is not in postgresql://...@db/x""#), "\(json)")
        #expect(json.contains(#""path": "postgres://...@db/x""#), "\(json)")
    }

    @Test("An address in the place of something else is wrong usage, and so is a log that only looks like an address")
    func addresses() {
        let address = "postgresql://keyway@db.internal/signin"
        #expect(
            keyway("run", address, "--transcript", "t", "--log", "l").errors == [
                "an address stands in the place of FLOW; see 'keyway help run'"
            ])
        #expect(
            keyway("explain", "l", "--run", address).errors == [
                "an address stands in the place of --run RUN; see 'keyway help explain'"
            ])
        for log in ["PostgreSQL://keyway@db.internal/signin", "https://db.internal/signin"] {
            let call = keyway("runs", log)
            #expect(call.code == .usage)
            #expect(call.errors == ["the address of a database begins with postgresql://; see 'keyway help runs'"])
        }
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
