import FlowTranscripts
import KeywayCore
import KeywayLog
import ProgramStreams
import Testing

@testable import KeywayCommandLine

/// What one call of the program left behind.
struct CapturedCall {
    var code: ExitCode
    var output: String
    var errors: [String]

    /// The lines of the result.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    func expectFine(location: Testing.SourceLocation = #_sourceLocation) {
        #expect(code == .fine, "\(errors)", sourceLocation: location)
    }
}

/// Calls the program in this process; `isTerminal` says whether the result goes to a terminal, and `width` how many columns it has, nil
/// where lines are not broken; `isInterrupted` says whether the person presses Ctrl-C, and `build` which build of the program it is, nil
/// where nobody knows. `typed` are the lines that the person types one by one.
func keyway(
    _ words: [String], in folder: String = "/", reading input: [UInt8] = [], typed: [String] = [], width: Int? = nil,
    isTerminal: Bool = false, isInterrupted: Bool = false, build: String? = "tests"
) -> CapturedCall {
    let output = Lock("")
    let errors = Lock<[String]>([])
    // Remarks go to standard error as in the program, and there one call writes a whole line with its end.
    let streams = Streams(
        errors: ProcessStream(named: "standard error") { bytes in
            let line = String(decoding: bytes.dropLast(), as: UTF8.self)
            errors.withLock { $0.append(line) }
            return .wrote(bytes.count)
        })
    let console = Console(
        write: { part in output.withLock { $0 += part } }, remark: { streams.remark($0) },
        isTerminal: isTerminal, width: width)
    var surroundings = Surroundings(
        console: console, workingDirectory: folder, prefix: folder + "/", temporaryFolder: folder,
        readInput: { (_: Int) throws(CallRefusal) in input })
    surroundings.isInterrupted = { isInterrupted }
    let ahead = Lock(typed)
    surroundings.readLine = { ahead.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    surroundings.build = { build }
    let code = EntryPoint.call(words, in: surroundings)
    return CapturedCall(code: code, output: output.withLock { $0 }, errors: errors.withLock { $0 })
}

func keyway(_ words: String..., in folder: String = "/") -> CapturedCall { keyway(words, in: folder) }

/// The members of a result that is an object; none where it is another value.
func members(of json: String) throws -> [String: RawValue] {
    guard case .object(let members) = try JSONReader.value(of: json.utf8) else { return [:] }
    return members
}
