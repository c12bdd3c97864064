import FlowMutation
import FlowTranscripts
import KeywayCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file of `keyway mutate --resume`: what became of each mutant (edited flow), one JSON object a line.
///
/// A long call that was stopped goes on from it.
struct CampaignFile {
    /// A mutant by its edit, with the mark of the flow and of all inputs that were used to judge it: a result holds for equal inputs only.
    struct Key: Hashable {
        var subject: SubjectMark
        var mutant: Mutant.Identity
    }

    /// The first line, with its end.
    private static let header = Array((#"{"keyway": "mutate", "format": 2}"# + "\n").utf8)

    private let path: String
    /// What became of each mutant, and with which limit of configurations that was found out.
    private var fates: [Key: (fate: Fate, limit: Int)] = [:]

    /// Reads the file, or makes it.
    init(_ path: String) throws(CallRefusal) {
        self.path = path
        let bytes = try FileAccess.kind(of: path) == nil ? [] : FileAccess.bytes(of: path, as: "a file of results")
        // A process that was killed while it made the file leaves less than the header, which is made whole.
        if bytes.count < Self.header.count, Self.header.starts(with: bytes) {
            try append(Self.header[bytes.count...])
            return
        }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let rest = lines.popLast() ?? []
        guard let first = lines.first, first.elementsEqual(Self.header.dropLast()) else {
            throw CallRefusal("this is no file of results of 'keyway mutate'", at: path)
        }
        for (index, line) in lines.enumerated().dropFirst() {
            guard let (key, fate, limit) = Self.read(line) else {
                throw CallRefusal(
                    "this is no result of 'keyway mutate': the file is damaged", at: path, line: index + 1)
            }
            fates[key] = (fate, limit)
        }
        // A process that was killed may leave a line without its end, which does not count and is cut off.
        if !rest.isEmpty, truncate(path, off_t(bytes.count - rest.count)) != 0 {
            throw FileAccess.refusal("write", path)
        }
    }

    /// What became of the mutant, as far as it is known; nil also where a smaller limit than this left it undecided.
    func fate(of key: Key, within limit: Int) -> Fate? {
        guard let (fate, known) = fates[key] else { return nil }
        if case .undecided = fate, known < limit { return nil }
        return fate
    }

    /// Appends the result to the file at once, so that a process that is killed loses no result but the one under way.
    mutating func append(_ fate: Fate, of key: Key, within limit: Int) throws(CallRefusal) {
        fates[key] = (fate, limit)
        let words = fate.words
        let members: [(String, String)] = [
            ("subject", key.subject.text.json), ("operator", key.mutant.kind.rawValue.json),
            ("from", String(key.mutant.range.lowerBound)), ("to", String(key.mutant.range.upperBound)),
            ("with", key.mutant.replacement.json), ("limit", String(limit)), ("fate", words.fate.json),
            ("how", words.how.json),
        ]
        let line = "{" + members.map { "\($0.0.json): \($0.1)" }.joined(separator: ", ") + "}\n"
        try append(Array(line.utf8)[...])
    }

    private func append(_ bytes: ArraySlice<UInt8>) throws(CallRefusal) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard descriptor >= 0 else { throw FileAccess.refusal("write", path) }
        defer { close(descriptor) }
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileAccess.refusal("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func read(_ line: ArraySlice<UInt8>) -> (key: Key, fate: Fate, limit: Int)? {
        guard case .object(let members)? = try? JSONReader.value(of: line),
            case .text(let subject)? = members["subject"], let subject = SubjectMark(subject),
            let mutant = Mutant.Identity(members),
            case .integer(let limit)? = members["limit"], let limit = Int(exactly: limit),
            case .text(let word)? = members["fate"], case .text(let how)? = members["how"],
            let fate = Fate(word, how: how)
        else { return nil }
        return (Key(subject: subject, mutant: mutant), fate, limit)
    }
}

extension Mutant.Identity {
    fileprivate init?(_ members: [String: RawValue]) {
        guard case .text(let word)? = members["operator"], let kind = MutationOperator(rawValue: word),
            case .integer(let from)? = members["from"], let from = Int(exactly: from),
            case .integer(let to)? = members["to"], let to = Int(exactly: to), from <= to,
            case .text(let replacement)? = members["with"]
        else { return nil }
        self.init(kind: kind, range: from..<to, replacement: replacement)
    }
}

extension Fate {
    /// The result as the file has it; `how` is empty where nothing more is to be said.
    fileprivate var words: (fate: String, how: String) {
        switch self {
        case .equivalent: ("equivalent", "")
        case .killed(let killer, let how): (killer.rawValue, how)
        case .survived: ("survived", "")
        case .undecided(let why): ("undecided", why)
        }
    }

    fileprivate init?(_ word: String, how: String) {
        switch word {
        case "equivalent": self = .equivalent
        case "survived": self = .survived
        case "undecided": self = .undecided(how)
        default:
            guard let killer = Killer(rawValue: word) else { return nil }
            self = .killed(by: killer, how: how)
        }
    }
}
