import KeywayCore
import KeywayLog

extension Option {
    static let run = Option(name: "--run", value: "RUN", summary: "Only this run, by the first eight digits or more")
    static let reference = Option(
        name: "--reference", value: "X", summary: "Only runs that the app gave this name", takesAddress: true)
}

/// Which runs of a log a command line selects.
struct RunChoice {
    /// The fewest digits of an identity that are accepted: enough to be the only such run in a log of practical size.
    static let leastDigits = 8

    /// The first digits of a run's identity, in lowercase; nil where the call names none.
    private let digits: String?
    /// The app's own name for the runs; nil where the call names none.
    private let reference: String?

    /// `option`: the one that names the run.
    init(_ arguments: Arguments, by option: Option = .run) throws(UsageError) {
        digits = arguments[option]?.lowercased()
        reference = arguments[.reference]
        guard let digits else { return }
        guard digits.allSatisfy({ $0.isHexDigit && $0.isASCII }), (Self.leastDigits...32).contains(digits.count) else {
            throw UsageError(
                "'\(digits.harmless)' is not a run's identity: the first \(Self.leastDigits) of its 32 hexadecimal digits, or more",
                helpOf: arguments.command)
        }
    }

    /// Whether the command line names one run by its identity.
    var isOne: Bool { digits != nil }

    /// The run whose whole identity the command line names, whether or not a log has it; nil where it names less.
    var identity: RunID? { digits.flatMap { RunID($0) } }

    /// The runs, in the order in which they began.
    func runs(in log: OpenedLog) throws -> [RunID] {
        let name = log.name
        var runs = log.runs
        if let digits {
            runs.removeAll { !"\($0)".hasPrefix(digits) }
            if runs.isEmpty { throw CallRefusal(["\(name): run \(digits) is not in this log"] + log.trouble) }
            if runs.count > 1, reference == nil {
                throw CallRefusal("\(runs.count) runs begin with \(digits): give more digits", at: name)
            }
        }
        if let reference {
            runs = try runs.filter { run in
                try reference.isSameReference(as: log.beginning(of: run)?.reference)
            }
            if runs.isEmpty {
                let who = digits.map { "run \($0) does not have" } ?? "no run here has"
                throw log.refusal(["\(name): \(who) the reference '\(reference.harmless)'"])
            }
        }
        return runs
    }

    /// The one run that the command is about; where the log has only one run, the command line need not name it.
    func run(in log: OpenedLog) throws -> RunID {
        let runs = try runs(in: log)
        if runs.count == 1 { return runs[0] }
        let sentence =
            if runs.isEmpty {
                "this log has no runs"
            } else if let reference {
                "\(runs.count) runs here have the reference '\(reference.harmless)': name one with --run, as 'keyway runs --reference' lists them"
            } else {
                "this log has \(runs.count) runs: name one with --run, as 'keyway runs' lists them"
            }
        throw CallRefusal(sentence, at: log.name)
    }
}
