import Testing

@Suite("What is run before a release")
struct ReleaseTests {
    /// The test targets that need the trait Crypto, and that no line of the script runs with the trait and a filter for them.
    private func targetsLeftOut(of script: String, among targets: [String: [SwiftText]]) -> [String] {
        let needsTrait = /\.enabled\(if: AESGCM\.isAvailable/
        let hasTrait = /--traits [\w,]*Crypto/
        let runs = script.split(separator: "\n").filter { $0.contains(hasTrait) && $0.contains("--filter") }
        return targets.filter { name, files in
            files.contains { $0.lines.contains { $0.contains(needsTrait) } } && !runs.contains { $0.contains(name) }
        }.keys.sorted()
    }

    private func targets() throws -> [String: [SwiftText]] {
        let names = try Repository.folders(in: "Tests").filter { $0 != "LayoutTests" }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Repository.files(in: "Tests/\($0)")) })
    }

    @Test("Every test that needs the trait Crypto is run with it")
    func crypto() throws {
        #expect(targetsLeftOut(of: try Repository.text(of: ".ci/release"), among: try targets()) == [])
    }

    @Test("A target that the script leaves out is named")
    func planted() throws {
        let script = """
            swift test --filter KeywayKeysTests
            swift test --traits Crypto --filter KeywayCryptoTests
            """
        #expect(targetsLeftOut(of: script, among: try targets()) == ["KeywayKeysTests", "KeywayPostgresTests"])
    }
}
