import FlowFixtures
import Testing

@testable import KeywayCommandLine

@Suite("keyway check --claims")
struct ClaimsTests {
    private static let bell = """
        flow Bell version 1
        command open, cancel
        callback rang, fell
        source bell = "Bell" by kind singleton {
          RANG => rang
          FELL => fell
        }
        final opened
        within 15m -> opened
        ignore unrecognised
        reject other
        late other
        state closed waits for user {
          on open -> ringing
        }
        state ringing {
          on rang -> opened
          after 30s -> opened
        }

        """

    @Test("The warning counts the claims, and --claims lists their events state by state, without commands")
    func list() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.bell, to: "Bell.flow")
        let warning = keyway("check", path)
        #expect(warning.code == .fine)
        #expect(
            warning.lines.filter { $0.contains("FL075") } == [
                "\(path):1:6: warning: 3 cells are decided by 'other' and unproved until they are explored; "
                    + "'keyway check --claims' lists them [FL075]"
            ])
        let list = keyway("check", "--claims", path)
        #expect(list.code == .fine)
        #expect(
            list.lines == [
                "Bell: 3 cells that 'other' decides and 'explore' has to prove", "  closed: rang, fell",
                "  ringing: fell",
            ])
        let json = keyway("check", "--claims", "--format", "json", path)
        #expect(json.output.contains("\"state\": \"ringing\", \"events\": [\"fell\"]"), "\(json.output)")
    }

    @Test("A flow that cannot be judged has its errors told instead")
    func errors() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.bell.changing("-> ringing", to: "-> rining"), to: "Bell.flow")
        let call = keyway("check", "--claims", path)
        #expect(call.code == .problem)
        #expect(call.output.contains("FL023"))
    }
}
