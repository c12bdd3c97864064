import KeywayCore
import KeywayLog

/// The member `stored` of a line of an export: the bytes of a run's records, in hexadecimal digits.
///
/// `keyway import` reads this member, which loses nothing; the other members of the line are for people and other tools.
struct StoredRun {
    /// Where the export has the bytes of the run's flow.
    enum Flow {
        /// In this line, which is the first with this flow: the bytes of its table and of its annotations.
        case bytes(FlowVersion)
        /// In the line of this earlier run.
        case asIn(RunID)
    }

    var flow: Flow
    /// The bytes of each record, in the order of the run.
    var records: [[UInt8]]
    /// Whether the log has all of the run's records, at least up to its end: false for a run of which damage has cut off records, and for
    /// a run that goes on in a damaged log, which may have lost the run's last records.
    var isComplete: Bool

    init(_ records: [Record], flow: Flow, isComplete: Bool) {
        self.flow = flow
        self.records = records.map(\.codedBytes)
        self.isComplete = isComplete
    }

    /// The member as JSON; the run's identity and reference are not in it, but in other members of the line.
    var json: JSONValue {
        let flow: JSONValue =
            switch flow {
            case .bytes(let version):
                .object([
                    "table": .text(version.table.hexadecimal), "annotations": .text(version.annotations.hexadecimal),
                ])
            case .asIn(let run): .text(run.description)
            }
        return .object([
            "flow": flow, "complete": .bool(isComplete), "count": .integer(Int64(records.count)),
            "records": .texts(records.map(\.hexadecimal)),
        ])
    }
}

/// Makes the member `stored` line by line, so that each flow's bytes stand in an export once.
struct StoredRuns {
    /// For each flow the run in whose line its bytes stand.
    private var lines: [FlowVersion: RunID] = [:]

    /// The member of the next line; nil for records whose first does not begin a run.
    mutating func next(_ records: [Record], isComplete: Bool) -> StoredRun? {
        guard let first = records.first, case .began(let beginning) = first.content else { return nil }
        if let run = lines[beginning.version] {
            return StoredRun(records, flow: .asIn(run), isComplete: isComplete)
        }
        lines[beginning.version] = first.run
        return StoredRun(records, flow: .bytes(beginning.version), isComplete: isComplete)
    }
}

extension [UInt8] {
    /// The bytes as text, two digits for each byte.
    var hexadecimal: String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text with two digits for each byte; nil for any other text.
    init?(hexadecimal text: String) {
        let digits = [UInt8](text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Character(Unicode.Scalar(digits[place])).hexDigitValue,
                let low = Character(Unicode.Scalar(digits[place + 1])).hexDigitValue
            else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
