package import KeywayCore
import KeywayLog
import KeywayRuns

/// The state of a device as the bytes of its row.
extension DeviceState {
    /// The first byte of a row: it tells this form of the bytes from later ones.
    private static let form: UInt8 = 1

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.byte(Self.form)
        writer.list(holders) { writer, holder in
            writer.source(holder.source)
            writer.run(holder.run)
        }
        writer.list(laneRequests) { writer, request in
            writer.run(request.run)
            writer.varint(UInt64(request.leg))
            writer.varint(UInt64(request.lane))
            writer.varint(request.sequence)
            writer.string(request.provider)
        }
        writer.varint(retained.count)
        writer.list(retained.words) { writer, word in
            writer.varint(word.number)
            writer.source(word.key.source)
            writer.raw(word.key.kind)
            writer.raw(word.callback)
        }
        writer.list(heard.sorted { $0.key < $1.key }) { writer, entry in
            writer.run(entry.key)
            writer.list(entry.value) { writer, numbers in writer.list(numbers) { $0.varint($1) } }
        }
        // Rows that were written before there were identities end here, and who reads such rows passes over what stands behind.
        if !identities.isEmpty {
            writer.list(identities.sorted { $0.key < $1.key }) { writer, entry in
                writer.varint(entry.key)
                writer.string(entry.value.text)
            }
        }
        return writer.bytes
    }

    /// - Parameter bytes: those of a row; none in a row that nobody has changed.
    /// - Throws: `ByteError` for bytes of another form.
    package init(_ bytes: [UInt8]) throws(ByteError) {
        self.init()
        if bytes.isEmpty { return }
        var reader = ByteReader(bytes)
        guard try reader.byte() == Self.form else { throw .outOfRange(position: 0) }
        holders = try reader.list { (reader) throws(ByteError) in
            Holder(source: try reader.source(), run: try reader.run())
        }
        laneRequests = try reader.list { (reader) throws(ByteError) in
            LaneRequest(
                run: try reader.run(), leg: Int(clamping: try reader.varint()),
                lane: Int(clamping: try reader.varint()),
                sequence: try reader.varint(), provider: try reader.string())
        }
        let count = try reader.varint()
        let words = try reader.list { (reader) throws(ByteError) in
            let number = try reader.varint()
            let key = CallbackReading.RetainedKey(source: try reader.source(), kind: try reader.rawValue())
            return RetainedCallbacks.Word(number: number, key: key, callback: try reader.rawValue())
        }
        retained = RetainedCallbacks(words, count: count)
        let entries = try reader.list { (reader) throws(ByteError) in
            let run = try reader.run()
            let numbers = try reader.list { (reader) throws(ByteError) in
                try reader.list { (reader) throws(ByteError) in try reader.varint() }
            }
            return (run, numbers)
        }
        heard = Dictionary(entries) { _, last in last }
        if reader.isAtEnd { return }
        let deliveries = try reader.list { (reader) throws(ByteError) in
            (try reader.varint(), ExactText(try reader.string()))
        }
        setIdentities(Dictionary(deliveries) { _, last in last })
    }
}

extension ByteWriter {
    fileprivate mutating func run(_ run: RunID) {
        fixed(run.high)
        fixed(run.low)
    }

    fileprivate mutating func source(_ source: CallbackReading.SourceName) {
        string(source.name)
        string(source.typeName)
    }

    fileprivate mutating func raw(_ value: RawValue) {
        switch value {
        case .null: byte(0)
        case .bool(let flag):
            byte(1)
            bool(flag)
        case .integer(let number):
            byte(2)
            signed(number)
        case .number(let number):
            byte(3)
            fixed(number.bitPattern)
        case .text(let text):
            byte(4)
            string(text)
        case .list(let values):
            byte(5)
            list(values) { $0.raw($1) }
        case .object(let members):
            byte(6)
            list(members.sorted { $0.key < $1.key }) { writer, member in
                writer.string(member.key)
                writer.raw(member.value)
            }
        }
    }
}

extension ByteReader {
    fileprivate mutating func run() throws(ByteError) -> RunID {
        RunID(high: try fixed(UInt64.self), low: try fixed(UInt64.self))
    }

    fileprivate mutating func source() throws(ByteError) -> CallbackReading.SourceName {
        CallbackReading.SourceName(name: try string(), typeName: try string())
    }

    fileprivate mutating func rawValue(depth: Int = 0) throws(ByteError) -> RawValue {
        guard depth <= RawValue.greatestDepth else { throw .outOfRange(position: position) }
        switch try byte() {
        case 0: return .null
        case 1: return .bool(try bool())
        case 2: return .integer(try signed())
        case 3: return .number(Double(bitPattern: try fixed(UInt64.self)))
        case 4: return .text(try string())
        case 5:
            return .list(try list { (reader) throws(ByteError) in try reader.rawValue(depth: depth + 1) })
        case 6:
            let members = try list { (reader) throws(ByteError) in
                (try reader.string(), try reader.rawValue(depth: depth + 1))
            }
            return .object(Dictionary(members) { _, last in last })
        default: throw .outOfRange(position: position)
        }
    }
}
