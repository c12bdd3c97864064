import FlowFixtures
import Foundation
import TestThreads
import Testing

@testable import KeywayCommandLine

/// The article on ten failed sign-ins is made of what the commands that it shows answer.
@Suite("The page on debugging a sign-in", .longComputation)
struct DebuggingPageTests {
    private struct Section {
        var title: String
        var text: String
        /// The commands without `keyway`; `failures` is the folder of the logs.
        var commands: [String]
        /// What is typed into each command, line by line.
        var typed: [String] = []
        /// A file that stands beside the logs, as a command names it, and its lines.
        var file: (name: String, lines: [String])?
    }

    private static let sections = [
        Section(
            title: "Which sign-ins failed, and how",
            text:
                "A complaint names a person, and the app gave each run a reference. Without one, the list of runs narrows the search.",
            commands: [
                "runs failures/all --reference token-denied", "runs failures/all --outcome failed",
                "stats failures/all",
            ]),
        Section(
            title: "Why was this person not signed in?",
            text:
                "`silence`: the SDK says nothing, and the backend does not confirm. The sentences name what ended the run, with the line of the spec, and where each value of the result comes from.",
            commands: ["explain failures/silence"]),
        Section(
            title: "The backend refused",
            text: "`token-denied`: the SDK gave a token, and the backend does not accept it.",
            commands: ["explain failures/token-denied"]),
        Section(
            title: "The word came after the end",
            text:
                "`answer-too-late`: the phone answers when the flow has given up. The last sentence says where the answer would have led just before the end.",
            commands: ["explain failures/answer-too-late"]),
        Section(
            title: "Each of several ways failed",
            text:
                "`no-way-left`: a flow of flows ends with the reason of each way, and each reason has the event that brought it.",
            commands: ["explain failures/no-way-left"]),
        Section(
            title: "The phone could not",
            text: "`no-account`: the phone has no account for the code.", commands: ["explain failures/no-account"]),
        Section(
            title: "The time for all ways was over",
            text: "`budget-spent`: no further way was begun.", commands: ["explain failures/budget-spent"]),
        Section(
            title: "What would have helped?",
            text:
                "`never-ready`: the SDK never becomes ready. Beside its model a callback is added that it may have said; what the backend was never asked is assumed.",
            commands: ["why failures/never-ready --against OTPless@2.3.2"]),
        Section(
            title: "One word too many",
            text: "`wrong-codes`: five codes are found wrong, and the token comes a second after the end.",
            commands: [
                "explain failures/wrong-codes", "why failures/wrong-codes --against OTPless@2.3.2",
            ]),
        Section(
            title: "Where did it stand when the app died?",
            text: "`app-died`: the state, the values, the deadlines and the open effects behind any record.",
            commands: ["replay failures/app-died --until 4"]),
        Section(
            title: "What happened step by step?",
            text:
                "The same behind each record, forward and backward: `n` is the next one, `p` the one before, a number that record, `q` the end.",
            commands: ["replay failures/app-died --step"], typed: ["5", "p", "q"]),
        Section(
            title: "What if the backend had confirmed?",
            text:
                "The run is begun again in a log of its own, goes as it went up to record 4, and then as a transcript says. The forked run has an identity of its own, a new one with each call, for which `NEW` stands here.",
            commands: [
                "replay failures/token-denied --until 4 --then failures/confirmed.jsonl --log failures/what-if"
            ],
            file: (
                "failures/confirmed.jsonl",
                [
                    #"{"transcript": 1, "flow": "OTPlessSmartAuth", "replies": {"checkToken": ["confirmed"]}}"#,
                    #"{"at": 10}"#,
                ]
            )),
        Section(
            title: "Where do two sign-ins part?",
            text: "Two logs of one run each, and two runs of one log.",
            commands: [
                "compare failures/token-denied failures/never-ready",
                "compare failures/all --run 975835de --and 1d0b14e4",
            ]),
        Section(
            title: "Would a changed flow have done better?",
            text: "Each run of the log goes through the flow that is named; with the shipped flow nothing changes.",
            commands: ["compare failures/all --with OTPlessSmartAuth"]),
        Section(
            title: "What does the handler lose that we have today?",
            text:
                "`shadowed`: an app's own handler, beside which a `Shadow` of a flow hears the same. It gives up too early once, does not know a callback, and once nothing comes to it.",
            commands: ["shadow failures/shadowed --against OTPless@2.3.2"]),
        Section(
            title: "The log itself is damaged",
            text: "`damaged`: one bit has changed on the disk. What can be told is told, and what cannot is named.",
            commands: ["verify failures/damaged", "explain failures/damaged"]),
        Section(
            title: "Look at it",
            text: "One page of all runs, to open in a browser without a network.",
            commands: ["report failures/all --out failures/all.html"]),
        Section(
            title: "Hand it on",
            text: "As one line for each run, which `import` reads, and as spans for a tracing tool.",
            commands: [
                "export failures/all --jsonl failures/all.jsonl",
                "import jsonl failures/all.jsonl --log failures/restored",
                "export failures/all --otlp failures/all.json",
            ]),
    ]

    private static let root = String(#filePath.dropLast("/Tests/KeywayCommandLineTests/DebuggingPageTests.swift".count))
    private static let path = root + "/Sources/KeywayDebugger/KeywayDebugger.docc/DebuggingASignIn.md"

    /// What a terminal shows of the command: its result, and then its remarks.
    private func shown(_ command: String, typed: [String], in folder: String) -> String {
        var words = command.changingIfPresent("failures", to: folder).split(separator: " ").map(String.init)
        if ["--against", "--with", "--then"].contains(where: words.contains) {
            words += ["--specs", Self.root + "/Specs"]
        }
        // On a terminal a problem is shown once; where the result goes to a file, `verify` repeats it on standard error.
        let call = keyway(words, typed: typed, isTerminal: true)
        var lines = call.lines + call.errors
        // A forked run draws its identity, so that it is another one whenever the page is made.
        if words.contains("--then") {
            lines = lines.map { $0.changingIfPresent(/run [0-9a-f]{32}/, by: { _ in "run NEW" }) }
        }
        let typing = typed.isEmpty ? "" : "printf '%s\\n' \(typed.joined(separator: " ")) | "
        return (["$ \(typing)keyway \(command)"] + lines).joined(separator: "\n")
            .changingIfPresent(folder, to: "failures") + "\n"
    }

    @Test("The page shows what the commands answer, to the letter")
    func page() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path(of: "logs")
        let written = keyway("demo", "--failures", folder)
        written.expectFine()
        #expect(written.lines.count == DemoFailures.all.count + 3)
        #expect(keyway("demo", "--failures", folder).code == .problem)
        let sections = try Self.sections.map { section in
            var blocks = ["## \(section.title)\n", section.text + "\n"]
            if let file = section.file {
                let text = file.lines.joined(separator: "\n") + "\n"
                try text.write(
                    toFile: file.name.changing("failures", to: folder), atomically: true, encoding: .utf8)
                blocks += ["`\(file.name)`:\n", "```\n\(text)```\n"]
            }
            blocks += section.commands.map { "```\n\(shown($0, typed: section.typed, in: folder))```\n" }
            return blocks.joined(separator: "\n")
        }
        let text =
            """
            # Debugging a sign-in

            Questions about ten failed sign-ins, each answered by one command.

            ## Try it

            `keyway demo --failures failures` plays ten shipped transcripts into logs: one for each, and one, `all`, for all of them. The app,
            its code and its specs are not needed, but for the commands that name a flow or a model: `why` and `shadow` with `--against`,
            `compare --with`, and `replay --then`.


            """ + sections.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let page = try? String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(
            page == text,
            "`RECORD_SNAPSHOTS=1 swift test --filter DebuggingPageTests` writes the article anew; read it then")
    }

    @Test("What the README shows of an explanation stands on the page as well")
    func readme() throws {
        let page = try String(contentsOfFile: Self.path, encoding: .utf8)
        let readme = try String(contentsOfFile: Self.root + "/README.md", encoding: .utf8)
        let parts = readme.components(separatedBy: "swift run keyway explain /tmp/sign-ins\n\n")
        let shown = try #require(parts.last?.components(separatedBy: "\n```").first)
        #expect(parts.count == 2 && shown.contains("What ended it was"))
        #expect(page.contains(shown))
    }

    @Test("Each failure is asked about somewhere on the page")
    func complete() {
        let commands = Self.sections.flatMap(\.commands)
        for failure in DemoFailures.all {
            #expect(commands.contains { $0.contains("failures/\(failure.name)") }, "\(failure.name)")
        }
    }
}
