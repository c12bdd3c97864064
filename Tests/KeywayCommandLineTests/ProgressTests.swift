import FlowFixtures
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("Progress on standard error")
struct ProgressTests {
    /// What a call shows of its progress, where it finds the clock later by `step` at each look.
    private func progress(of words: [String], in folder: TemporaryFolder, step: Duration) -> [String] {
        let shown = Lock<[String]>([])
        let time = Lock(ContinuousClock.now)
        var console = Console(
            write: { _ in }, remark: { _ in }, showProgress: { text in shown.withLock { $0.append(text) } })
        console.now = {
            time.withLock {
                $0 += step
                return $0
            }
        }
        let surroundings = Surroundings(
            console: console, workingDirectory: folder.path, prefix: folder.path + "/", temporaryFolder: folder.path)
        #expect([ExitCode.fine, .problem].contains(EntryPoint.call(words, in: surroundings)))
        return shown.withLock { $0 }
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try Door.folder()
        try folder.write(Door.transcript, to: "Specs/Transcripts/guest.jsonl")
        try folder.write(Door.flow.changing("flow Door", to: "flow Gate"), to: "Specs/Gate.flow")
        return folder
    }

    private static let calls: [(words: [String], units: [String])] = [
        (["check", "Specs"], ["files"]),
        (["check", "Specs", "--fix"], ["files of a round", "files"]),
        (["check", "Specs", "--survives"], ["files"]),
        (["check", "Specs", "--claims"], ["files"]),
        (["conformance", "Door", "--out", "Corpus"], ["transcripts of Door", "cells of Door"]),
        (["demo", "--failures", "Failures"], ["flows checked"]),
        (
            ["mutate", "Door", "--only", "row.value"],
            ["edits of Door", "runs sought that show an edit of Door"]
        ),
    ]

    @Test(
        "A command that takes over a second shows its rate and the time that is left, and clears the line",
        arguments: calls)
    func slow(words: [String], units: [String]) throws {
        let folder = try folder()
        let words = words.map { ["Specs", "Corpus", "Failures"].contains($0) ? folder.path(of: $0) : $0 }
        let shown = progress(of: words, in: folder, step: .seconds(2))
        for unit in units {
            #expect(shown.contains { $0.contains(" \(unit), ") && $0.contains(" a second, ") }, "\(unit): \(shown)")
        }
        #expect(shown.filter { !$0.isEmpty }.allSatisfy { $0.contains(" s left") })
        #expect(shown.last == "")
    }

    @Test("A command that takes less shows none", arguments: calls)
    func quick(words: [String], units: [String]) throws {
        let folder = try folder()
        let words = words.map { ["Specs", "Corpus", "Failures"].contains($0) ? folder.path(of: $0) : $0 }
        #expect(progress(of: words, in: folder, step: .zero) == [])
    }

    @Test("The rate of each part of a command is its own, and what was found stands behind it")
    func parts() {
        let shown = Lock<[String]>([])
        let start = ContinuousClock.now
        let time = Lock(start)
        var console = Console(
            write: { _ in }, remark: { _ in }, showProgress: { text in shown.withLock { $0.append(text) } })
        console.now = { time.withLock { $0 } }
        var progress = ProgressLine(on: console)
        time.withLock { $0 = start + .seconds(10) }
        progress.show(20, of: 20, "runs")
        progress.beginPart()
        time.withLock { $0 = start + .seconds(12) }
        progress.show(1, of: 4, "edits", finding: "1 survives")
        progress.end()
        #expect(
            shown.withLock { $0 } == [
                "20 of 20 runs, 2.0 a second, 0 s left", "1 of 4 edits, 0.5 a second, 6 s left; 1 survives", "",
            ])
    }
}
