import FlowLanguage
import Testing

@testable import KeywayCommandLine

@Suite("Help")
struct HelpTests {
    @Test("The overview names every command")
    func overview() {
        for words in [["help"], ["--help"], ["-h"]] {
            let call = keyway(words)
            #expect(call.code == .fine)
            #expect(call.errors.isEmpty)
            for command in Command.all { #expect(call.output.contains("\n    \(command.name) "), "\(command.name)") }
        }
    }

    @Test("Each command's page has its usage, exit codes and an example", arguments: Command.all.map(\.name))
    func pages(name: String) throws {
        let command = try #require(Command.named(name))
        let page = keyway("help", name)
        #expect(page.code == .fine)
        #expect(page.output == keyway(name, "--help").output)
        for word in [command.usage, "Exit codes", "    64  ", "    70  ", "Example\n    keyway \(name)"] {
            #expect(page.output.contains(word), "\(word)")
        }
        for option in command.options { #expect(page.output.contains("    \(option.name) ")) }
    }

    @Test("Each command's example is a call that it understands", arguments: Command.all.map(\.name))
    func examples(name: String) throws {
        let command = try #require(Command.named(name))
        let words = command.example.split(separator: " ").map(String.init)
        #expect(words.prefix(2) == ["keyway", name])
        _ = try #require(try ArgumentReader(command).read(Array(words.dropFirst(2))))
    }

    @Test("Wherever models are asked for, the help says that a file is one way to name them")
    func models() {
        let options = Command.all.flatMap { command in command.options.filter { $0.name == "--against" } }
        #expect(options.count == 4)
        for option in options { #expect(option.summary.contains(".provider file"), "\(option.summary)") }
    }

    @Test("Help is given whatever else a call says")
    func helpWins() {
        let call = keyway("run", "--nonsense", "--help")
        #expect(call.code == .fine)
        #expect(call.output.hasPrefix("keyway run: "))
    }

    @Test("Each diagnostic's page has a cause, an example and a cure", arguments: DiagnosticCode.allCases)
    func diagnostics(code: DiagnosticCode) {
        let call = keyway("help", code.name)
        #expect(call.code == .fine)
        for word in [code.name, "Cause", "Example", "Cure"] { #expect(call.output.contains(word)) }
        #expect(keyway("help", code.name.lowercased()).output == call.output)
    }

    @Test("A topic that does not exist is a problem that names the nearest")
    func unknownTopic() {
        let call = keyway("help", "replya")
        #expect(call.code == .problem)
        #expect(call.output.isEmpty)
        #expect(call.errors == ["there is no help about 'replya'; 'replay' is the nearest"])
    }
}
