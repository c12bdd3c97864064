import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("On a narrow terminal", .longComputation)
struct NarrowTerminalTests {
    @Test("A list of runs fits the terminal's width, and its widest columns lose characters first")
    func runs() throws {
        let folder = try Door.folder()
        let reference = String(repeating: "case ", count: 20)
        Door.run(in: folder, "--seed", "1", "--reference", reference).expectFine()
        let log = folder.path(of: "log")
        let elsewhere = keyway(["runs", log])
        #expect(elsewhere.lines[1].hasSuffix(reference.dropLast()), "a file gets the whole line")
        for width in [100, 80, 72] {
            let lines = keyway(["runs", log], width: width).lines
            #expect(lines.allSatisfy { $0.count <= width }, "\(width): \(lines)")
            #expect(lines[1].prefix(12) == elsewhere.lines[1].prefix(12), "the identity is whole")
            #expect(lines[1].hasSuffix("…"))
        }
        // Where even the narrowest columns do not fit, the line is as short as it can be, and nothing else is lost.
        #expect(keyway(["runs", log], width: 10).lines.last == "1 run")
    }

    @Test("A list keeps the digits by which a run is named, and the whole date", arguments: [80, 60, 40])
    func runsWithDates(width: Int) throws {
        let folder = try TemporaryFolder()
        keyway("demo", "--failures", folder.path(of: "logs")).expectFine()
        let log = folder.path(of: "logs/shadowed")
        let whole = keyway(["runs", log]).lines
        let narrow = keyway(["runs", log], width: width).lines
        #expect(whole.count == 6 && narrow.count == 6)
        for (line, cut) in zip(whole, narrow).dropFirst().prefix(4) {
            #expect(cut.prefix(8) == line.prefix(8), "\(cut)")
            let date = try #require(line.firstMatch(of: /[0-9-]{10}T[0-9:.]+Z/)).output
            #expect(cut.contains(date), "\(cut)")
        }
        if width == 80 { #expect(narrow.allSatisfy { $0.count <= width }, "\(narrow)") }
    }

    @Test("A run's lines are broken at blanks, and say the same")
    func replay() throws {
        let folder = try Door.folder()
        Door.run(in: folder, "--seed", "1").expectFine()
        let log = folder.path(of: "log")
        let whole = keyway(["replay", log]).output
        let narrow = keyway(["replay", log], width: 60)
        narrow.expectFine()
        #expect(narrow.lines.count > whole.split(separator: "\n").count)
        #expect(narrow.output.split(whereSeparator: \.isWhitespace) == whole.split(whereSeparator: \.isWhitespace))
        let broken = narrow.lines.filter { $0.hasPrefix(String(repeating: " ", count: TimelineText.indentation)) }
        #expect(!broken.isEmpty)
        #expect(narrow.lines.dropLast().allSatisfy { $0.count <= 60 }, "\(narrow.lines)")
    }

    @Test("The tables of stats, shadow and explain fit the terminal's width, and a file gets whole lines")
    func tables() throws {
        let folder = try TemporaryFolder()
        let logs = folder.path(of: "logs")
        keyway("demo", "--failures", logs).expectFine()
        let calls = [
            ["stats", logs + "/all"], ["shadow", logs + "/shadowed"], ["explain", logs + "/silence"],
            ["explain", logs + "/no-way-left"],
            ["compare", logs + "/silence", logs + "/app-died"],
        ]
        for words in calls {
            let whole = keyway(words)
            let narrow = keyway(words, width: 60)
            // A path is one word, and stands whole however long it is.
            let tooLong = narrow.lines.filter { $0.count > 60 && !$0.contains(logs) }
            #expect(tooLong.isEmpty, "\(words[0]): \(tooLong)")
            #expect(whole.lines.contains { $0.count > 60 }, "\(words)")
        }
    }

    @Test(
        "Text is broken at the last blank that fits, and a word that fits nowhere stands whole",
        arguments: [
            ("one two three", 7, "one two\n  three"),
            ("one two three", 13, "one two three"),
            ("one  two", 5, "one\n  two"),
            ("   indented text", 11, "   indented\n  text"),
            ("unbreakable word", 4, "unbreakable\n  word"),
            ("a trailing blank ", 16, "a trailing blank "),
            ("words", 1, "words"),
            ("", 0, ""),
        ])
    func wrapping(text: String, width: Int, wrapped: String) {
        #expect(text.wrapped(to: width, indentedBy: 2) == wrapped)
    }

    @Test("Progress says the rate so far and the time that is left, and without a total the rate alone")
    func progress() {
        #expect(
            ProgressLine.text(30, of: 90, "runs", after: .seconds(2)) == "30 of 90 runs, 15 a second, 4 s left")
        #expect(
            ProgressLine.text(3, of: 4, "segments", after: .milliseconds(1500))
                == "3 of 4 segments, 2.0 a second, 1 s left")
        #expect(ProgressLine.text(30, of: nil, "runs", after: .seconds(2)) == "30 runs, 15 a second")
    }

    @Test("No time is left at the end, and none where more is done than was there at first", arguments: [100, 120])
    func progressAtTheEnd(done: Int) {
        let text = ProgressLine.text(done, of: 100, "runs", after: .seconds(4))
        #expect(text.hasSuffix(" a second, 0 s left"), "\(text)")
    }
}
