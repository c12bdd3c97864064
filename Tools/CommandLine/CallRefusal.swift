import FlowLanguage
import FlowTranscripts
import KeywayFileLog
import KeywayLog
import KeywayPostgres
import ProgramStreams

/// Why a command cannot do what it was asked; the program then ends with exit code 1.
struct CallRefusal: Error, Equatable {
    /// One thing that is wrong, and where.
    struct Problem: Equatable {
        /// What is wrong, without the place.
        var message: String
        /// The file or folder that the problem is about.
        var path: String?
        /// The line in the file; line and column are counted from 1.
        var line: Int?
        var column: Int?
        /// The code of a diagnostic, `FL060`; nil for any other problem.
        var code: String?
        /// The problem with its place, as standard error shows it.
        var sentence: String
    }

    /// How many lines are printed at most.
    static let greatestLineCount = 3

    var problems: [Problem]

    /// The refusal that the error stands for; nil for one that is none, as wrong usage or a bug of ours.
    init?(of error: any Error) {
        switch error {
        case let refusal as CallRefusal: self = refusal
        case let failure as FileLog.Failure: self.init(failure)
        case let failure as PostgresLog.Failure: self.init("\(failure)")
        case let failure as LogError: self.init("\(failure)")
        default: return nil
        }
    }

    /// The refusal for a log in a folder that cannot be opened, read or written.
    init(_ failure: FileLog.Failure) {
        problems = [Problem("\(failure)", about: failure.path)]
    }

    /// The refusal for a call of the file system that failed.
    init(_ fault: StorageFault) {
        problems = [Problem("\(fault)", about: fault.subject)]
    }

    /// One problem; `path` is the file or folder that it is about, nil where it is about none.
    init(_ message: String, at path: String? = nil, line: Int? = nil) {
        problems = [Problem(message, at: path, line: line)]
    }

    init(_ problems: [Problem]) {
        self.problems = problems
    }

    /// Problems whose sentences already name their places.
    init(_ sentences: [String]) {
        problems = sentences.map { Problem($0) }
    }

    /// What is said where the person has stopped a call after some of the units that it goes through, as `file`.
    static func stopped(after done: Int, of total: Int, _ unit: String, at path: String? = nil) -> CallRefusal {
        CallRefusal("stopped after \(done) of \(counted(total, unit))", at: path)
    }

    var sentences: [String] { problems.map(\.sentence) }

    /// The lines for standard error: all sentences, or the first two and how many more there are.
    var lines: [String] {
        guard sentences.count > Self.greatestLineCount else { return sentences }
        let shown = sentences.prefix(Self.greatestLineCount - 1)
        return shown + ["and \(sentences.count - shown.count) more"]
    }

    /// What a call for JSON gets in place of a result: the first problem, without a password of a database.
    var json: JSONValue {
        let facts: [(name: String, value: JSONValue?)] = problems.prefix(1).flatMap { problem in
            [
                ("message", .text(problem.message.withoutPasswords)),
                ("path", problem.path.map { .text($0.withoutPasswords) }),
                ("line", problem.line.map { .integer(Int64($0)) }),
                ("column", problem.column.map { .integer(Int64($0)) }), ("code", problem.code.map { .text($0) }),
            ]
        }
        let members = facts.compactMap { fact in fact.value.map { JSONValue.Member(name: fact.name, value: $0) } }
        return .object(["error": .object(members)])
    }
}

extension CallRefusal.Problem {
    init(_ message: String, at path: String? = nil, line: Int? = nil) {
        let place = [path, line.map { String($0) }].compactMap { $0 }.joined(separator: ":")
        self.init(
            message: message, path: path, line: line, sentence: place.isEmpty ? message : "\(place): \(message)")
    }

    /// A problem whose sentence begins with its path, as the sentences of a log and of the disk do; the message leaves it out.
    fileprivate init(_ sentence: String, about path: String) {
        let place = path + ": "
        let message = sentence.hasPrefix(place) ? String(sentence.dropFirst(place.count)) : sentence
        self.init(message: message, path: path, sentence: sentence)
    }

    /// A problem of a spec; the notes of the diagnostic are left out.
    init(_ diagnostic: Diagnostic, in source: SourceText) {
        let place = source.place(of: diagnostic.range.lower)
        self.init(
            message: diagnostic.message, path: source.path, line: place.line, column: place.column,
            code: diagnostic.code.name, sentence: diagnostic.sentence(in: source))
    }

    /// A problem at a place in a spec.
    init(_ message: String, in source: SourceText, at range: SourceRange) {
        let (line, column) = source.place(of: range.lower)
        self.init(
            message: message, path: source.path, line: line, column: column,
            sentence: "\(source.path):\(line):\(column): \(message)")
    }

    init(_ problem: TranscriptProblem) {
        self.init(message: problem.sentence, path: problem.path, line: problem.line, sentence: problem.description)
    }
}

extension FileLog.Failure {
    /// The folder or file that the failure is about.
    fileprivate var path: String {
        switch self {
        case .absent(let path), .notAFolder(let path), .notALog(let path, _), .olderFormat(let path, _, _),
            .newerFormat(let path, _, _), .newerContent(let path, _, _), .locked(let path), .damaged(let path, _),
            .behind(let path, _, _), .anotherLog(let path, _, _):
            path
        case .file(let fault): fault.subject
        }
    }
}
