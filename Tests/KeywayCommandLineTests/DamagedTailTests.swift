import FlowFixtures
import Testing

@testable import KeywayCommandLine

/// The log has one run, which ended in `failed`; of its records those behind record 20 are lost, so that no record is known to be missing.
@Suite("Questions to a log that is damaged behind the last record of a run")
struct DamagedTailTests {
    private let folder: TemporaryFolder
    private let log: String

    init() throws {
        folder = try TemporaryFolder()
        keyway("demo", "--failures", folder.path(of: "logs")).expectFine()
        log = folder.path(of: "logs/damaged")
    }

    @Test("The run is not said to go on, for it may have ended in the damaged part")
    func told() throws {
        let explained = keyway("explain", log)
        #expect(
            explained.lines[1]
                == "The run has not ended in what is left of the damaged log, and may have ended in the damaged part: "
                + "it came to lastly at 10.1 s, and was there last.", "\(explained.lines)")
        #expect(explained.lines.contains { $0.hasPrefix("Unless it ended, it waits in lastly for ") })
        let replayed =
            "not ended in what is left of the damaged log: the run was last in lastly, and may have ended in the damaged "
            + "part; every record is as the flow in the log decides"
        #expect(keyway("replay", log).lines.contains { $0.hasPrefix(replayed) })
        #expect(
            keyway("why", log).errors.first?.contains(
                "it has not ended in what is left of the damaged log, and may have ended in the damaged part") == true)
        #expect(keyway("runs", log).lines[1].contains("open: lastly, records may be lost"))
    }

    @Test("At a record that is there the run goes on, whatever is lost behind it")
    func until() {
        #expect(keyway("replay", log, "--until", "3").lines.contains { $0.hasPrefix("not ended: the run is in ") })
    }

    @Test("Statistics count the run by itself, and a page marks it")
    func counted() throws {
        let lines = keyway("stats", log).lines
        #expect(lines.contains("  perhaps cut by damage, and last in"), "\(lines)")
        #expect(!lines.contains("  not ended, and in") && !lines.contains("  cut by damage, and last in"))
        #expect(keyway("report", log, "--out", folder.path(of: "page.html")).code == .problem)
        let page = String(decoding: try folder.bytes(of: "page.html"), as: UTF8.self)
        #expect(page.contains(#""lost":[-1]"#))
    }
}
