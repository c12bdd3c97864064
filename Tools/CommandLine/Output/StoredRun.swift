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
        /// Later runs of the flow name that line, counted from 1.
        case line(Int)
    }

    var run: RunID
    var reference: String?
    var flow: Flow
    var records: [[UInt8]]

    /// Nil for records that begin no run.
    init?(_ records: [Record], flow: Flow) {
        guard let first = records.first, case .began(let beginning) = first.content else { return nil }
        run = first.run
        reference = beginning.reference
        self.flow = flow
        self.records = records.map(\.codedBytes)
    }

    /// The member `stored` of the line, which has the run and its reference besides.
    var json: JSONValue {
        let flow: JSONValue =
            switch flow {
            case .bytes(let version):
                .object([
                    "table": .text(version.table.hexadecimal), "annotations": .text(version.annotations.hexadecimal),
                ])
            case .line(let number): .integer(Int64(number))
            }
        return .object(["flow": flow, "records": .texts(records.map(\.hexadecimal))])
    }
}

/// Numbers the lines of an export, so that each flow's bytes stand in one of them only.
struct StoredRuns {
    private var count = 0
    private var lines: [FlowVersion: Int] = [:]

    /// The next line's run; nil for records that begin no run.
    mutating func next(_ records: [Record]) -> StoredRun? {
        guard case .began(let beginning)? = records.first?.content else { return nil }
        count += 1
        if let line = lines[beginning.version] { return StoredRun(records, flow: .line(line)) }
        lines[beginning.version] = count
        return StoredRun(records, flow: .bytes(beginning.version))
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
