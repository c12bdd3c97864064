import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("Scripts for shells, and the manual page")
struct CompletionTests {
    @Test("Each script and the page have every command and every option", arguments: ["bash", "zsh", "fish", "manual"])
    func complete(kind: String) {
        let call = kind == "manual" ? keyway("manual") : keyway("completion", kind)
        call.expectFine()
        for command in Command.all {
            #expect(call.output.contains(command.name))
            for option in command.options {
                let name = kind == "fish" ? "-l \(option.name.dropFirst(2))" : option.name
                let shown = kind == "manual" ? name.changingIfPresent("-", to: "\\-") : name
                #expect(call.output.contains(shown), "\(command.name) \(option.name)")
            }
        }
    }

    @Test("A shell that has no script is refused, with the nearest that has")
    func unknown() {
        let call = keyway("completion", "bsh")
        #expect(call.code == .usage)
        #expect(call.errors.first?.contains("'bash' is the nearest") == true)
        #expect(keyway("runs", "log", "--sort", "strat").errors.first?.contains("'start' is the nearest") == true)
    }

    @Test("bash completes commands, options, the values of an option, and names of files with spaces")
    func bash() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "my file.flow")
        try folder.write("", to: "my*.flow")
        let script = try folder.write(keyway("completion", "bash").output, to: "keyway.bash")
        let cases: [(String, [String])] = [
            ("keyway completion b", ["bash"]), ("keyway help ch", ["check"]), ("keyway check --format = j", ["json"]),
            ("keyway check --format =", ["json", "text"]), ("keyway check my", ["my file.flow", "my*.flow"]),
            ("keyway re", ["release", "replay", "report", "retire"]), ("keyway runs log --so", ["--sort"]),
            ("keyway runs log --sort e", ["events"]), ("keyway diagram F --format s", ["svg"]),
        ]
        for (words, expected) in cases {
            let count = words.split(separator: " ").count
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = [
                "-c",
                "source \(script); COMP_WORDS=(\(words)); COMP_CWORD=\(count - 1); _keyway; "
                    + "printf '%s\\n' \"${COMPREPLY[@]}\"",
            ]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path(of: ""))
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(told.split(separator: "\n").map(String.init).sorted() == expected, "\(words)")
        }
    }

    @Test("The page has a section for each command and no other request than these")
    func manual() {
        let lines = keyway("manual").lines
        #expect(lines.count { $0.hasPrefix(".SS ") } == Command.all.count)
        let known = [".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".EX", ".EE"]
        for line in lines where line.hasPrefix(".") {
            #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test("--version tells that there is no release yet, and the formats")
    func version() {
        #expect(
            keyway("--version").lines
                == ["keyway before its first release, which writes logs of format 2 and reads transcripts of format 1"])
    }
}
