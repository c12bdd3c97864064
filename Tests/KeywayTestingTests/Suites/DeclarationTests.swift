import FlowFixtures
import KeywayCore
import KeywaySuites
import KeywayTesting
import Testing

/// The table of an edited flow beside the suite of the flow as it was: no cell means anything else, and only a declaration tells the edit.
@Suite("A table that declares something else turns its suite red")
struct DeclarationTests {
    private static let door = """
        flow Door version 1
        param wait: duration 1s...60s = 5s
        command open, cancel
        effect check replies right, wrong otherwise wrong within 5s
        final ok
        final failed
        on cancel -> failed
        within 10m -> failed
        reject other
        late other
        state idle waits for user { on open -> checking }
        state checking { enter { do check }  on right -> ok  on wrong -> failed  after wait -> failed }
        """

    private static let house = """
        flow House version 1
        enum Why { wrong = 7112 | 7118, network = 9100...9105, other = * }
        context { why: Why? }
        command start, cancel
        callback refused(why: Why, pause: duration?), done
        source bell = "Bell" by event singleton {
          REFUSED => refused(why: code or other, pause: seconds or 5m)
          DONE, ENDED when status == 1 or status in { 4, 5 } => done
        }
        final ok
        final failed keeps why
        on cancel -> failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> waiting  ignore refused, done }
        state waiting {
          lane place of Truecaller
          enter { take place }
          on place -> running
          after 60s -> failed
          on refused -> failed { keep why }
          ignore done
        }
        state running {
          child door = Door(wait: 10s)
          enter { run door.open }
          on door.ok -> ok
          on door.failed -> failed
          on refused -> failed { keep why }
          ignore done
        }
        """

    @Test(
        "Its line is told, and no cell means anything else",
        arguments: [
            ("7118", "7113"), ("9100...9105", "9100...9106"), ("other = *", "other"),
            ("why: code or", "why: status.code or"), ("code or other", "code or wrong"), ("or 5m", "or 6m"),
            ("why: code or other", "why: code"), ("DONE, ENDED", "DONE, OVER"), ("status == 1", "status != 1"),
            ("status == 1", "stage == 1"), ("4, 5", "4, 6"), ("DONE, ENDED", "retained DONE, ENDED"),
            ("of Truecaller", "of OTPless"), ("wait: 10s", "wait: 50s"),
        ])
    func told(old: String, new: String) throws {
        let suite = try LoadedFlow(Self.house, among: ["Door": Self.door]).suite
        let edited = try LoadedFlow(Self.house.changing(old, to: new), among: ["Door": Self.door]).table
        #expect(suite.differencesInDeclarations(of: edited).count == 1)
        for state in suite.states { #expect(suite.differences(in: state, of: edited) == []) }
    }

    @Test("Decoder rows in another order are told, and so is a sub-flow whose rows are others")
    func others() throws {
        let flow = try LoadedFlow(Self.house, among: ["Door": Self.door])
        #expect(flow.suite.differencesInDeclarations(of: flow.table) == [])
        var turned = flow.table
        turned.sources[0].rows.reverse()
        #expect(flow.suite.differencesInDeclarations(of: turned).count == 2)
        let door = Self.door.changing("on wrong -> failed", to: "on wrong -> ok")
        let edited = try LoadedFlow(Self.house, among: ["Door": door]).table
        let told = flow.suite.differencesInDeclarations(of: edited)
        #expect(told.count == 1 && told[0].expected.hasPrefix("sub-flow door = Door version 1(wait: 10s), checksum "))
    }

    @Test("A decoder row is told in the words of its spec, each path with dots")
    func words() throws {
        let lines = try LoadedFlow(Self.house, among: ["Door": Self.door]).suite.declarations.split(separator: "\n")
        for line in [
            #"enum Why { wrong = "7112" | "7118", network = 9100 ... 9105, other = * }"#,
            #"source bell = "Bell" by event singleton"#,
            #"source bell reads "REFUSED" => refused(why: .code or other, pause: .seconds or 5m)"#,
            #"source bell reads "DONE", "ENDED" when (.status == 1 or .status in {4, 5}) => done"#,
            "lane place of Truecaller",
        ] {
            #expect(lines.contains { $0 == line }, "\(line) in \(lines)")
        }
    }
}
