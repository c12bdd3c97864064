import FlowFixtures
import FlowGenerator
import FlowLanguage
import FlowMachine
import Foundation
import ProgramStreams

/// Writes flows into a package that is then built and tested, to show that the Swift which the generator makes of them compiles.
///
///     RandomFlows drawn COUNT SEED FOLDER
///     RandomFlows large STATES COMMANDS FOLDER
///
/// `drawn` writes the generated code, the suite and the readable switch of each of COUNT flows drawn at random. (The readable switch is the
/// flow once more, as a Swift `switch`, with which the suite compares the generated flow.) `drawn` writes Swift and no specs, because
/// `check` would refuse the flows: not all of their cells are decided. `large` writes the spec of a flow with STATES states, at least one,
/// and COMMANDS commands, at least two: each state has rows for two of the commands, and rejects the others. The plugin of the package
/// compiles the spec.
@main
enum RandomFlows {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 4, let verb = words.first, let folder = words.last else { return wrongUsage() }
        let numbers = words.dropFirst().dropLast().compactMap { UInt64(digits: $0) }
        guard numbers.count == 2 else { return wrongUsage() }
        switch verb {
        case "drawn": try writeDrawn(count: numbers[0], from: numbers[1], into: URL(filePath: folder))
        case "large":
            guard let states = Int(exactly: numbers[0]), let commands = Int(exactly: numbers[1]), states > 0,
                commands > 1
            else { return wrongUsage() }
            try writeLarge(states: states, commands: commands, into: URL(filePath: folder))
        default: wrongUsage()
        }
    }

    private static func writeDrawn(count: UInt64, from seed: UInt64, into folder: URL) throws {
        // A drawn flow may run one of `RandomFlow.subFlows`, so these need code as well.
        for (name, text) in RandomFlow.subFlows {
            try write(LoadedFlow(text, path: "\(name).flow", among: RandomFlow.subFlows), into: folder)
        }
        for number in 0..<count {
            let text = RandomFlow(seed: seed &+ number, named: "Drawn\(number)").text
            try write(LoadedFlow(text, path: "Drawn\(number).flow", among: RandomFlow.subFlows), into: folder)
        }
    }

    private static func write(_ flow: LoadedFlow, into folder: URL) throws {
        var machine = flow.machine
        // Requirements that are drawn at random hold only by chance, and the suite fails where one does not hold.
        machine.requirements = []
        // The code lies in the tests' own module, so they import no module for it. `isPackable`: the code also has what packed runs need.
        let tests = FlowTests(of: machine, in: flow.source, testing: nil, isPackable: true)
        let code = (
            SwiftFlow.fileName(of: machine.name.text), SwiftFlow(machine, in: flow.source, isPackable: true).text
        )
        for (name, text) in [code] + [tests.suite, tests.readableSwitch].map({ ($0.name, $0.text) }) {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
    }

    private static func writeLarge(states: Int, commands: Int, into folder: URL) throws {
        let name = "Large\(states)"
        let text = LargeFlow(name: name, states: states, commands: commands).text
        try Data(text.utf8).write(to: folder.appending(path: name + ".flow"))
    }

    private static func wrongUsage() {
        let calls = "'RandomFlows drawn COUNT SEED FOLDER' or 'RandomFlows large STATES COMMANDS FOLDER'"
        FileHandle.standardError.write(Data("RandomFlows is called as \(calls)\n".utf8))
        exit(64)
    }
}
