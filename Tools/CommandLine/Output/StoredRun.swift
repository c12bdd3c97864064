import KeywayCore
import KeywayLog

/// A run as a line of an export has it for `keyway import`: the bytes of its records, in hexadecimal digits.
///
/// The other members of the line are for people and other tools; these lose nothing.
struct StoredRun {
    /// Where the flow of the run stands.
    enum Flow {
        /// The first line with a flow has the bytes of its table and of its annotations.
        case bytes(FlowVersion)
        /// Later runs of the flow name the run of that line.
        case asIn(RunID)
    }

    var flow: Flow
    var records: [[UInt8]]
    /// Whether the log has all of the run's records for certain: a damaged log may have lost the last ones of a run that goes on.
    var isComplete: Bool

    init(_ records: [Record], flow: Flow, isComplete: Bool) {
        self.flow = flow
        self.records = records.map(\.codedBytes)
        self.isComplete = isComplete
    }

    /// The member `stored` of the line, which has the run and its reference besides.
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

/// The lines of an export, in which each flow's bytes stand once.
struct StoredRuns {
    private var lines: [FlowVersion: RunID] = [:]

    /// The next line's run; nil for records that begin no run.
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
    /// Two digits for each byte.
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

    /// Nil where the text is anything but two digits for each byte.
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
