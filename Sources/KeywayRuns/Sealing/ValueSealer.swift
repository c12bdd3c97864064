import KeywayCore
package import KeywayLog

/// Encrypts the personal and secret fields of one run's records, and decrypts them when the run comes back.
///
/// The fields of a record are encrypted together, with their positions, and bound to the run and to all that the record says besides:
/// they open in no other record. Variables of a context are not encrypted: they follow from the events when the records are decided
/// once more.
package final class ValueSealer: Sendable {
    /// The key gets a multiple of so many bytes, so that their number tells little about a value's length.
    private static let padding = 32

    private let key: any RunKey

    /// - Parameter key: the run's own.
    package init(_ key: any RunKey) {
        self.key = key
    }

    /// Records as a log gets them: with the personal and secret fields of these events encrypted.
    ///
    /// - Throws: `KeyError.notSealed`.
    package func sealed(_ records: [Record], _ clear: [ClearEvent]) throws(KeyError) -> [Record] {
        var records = records
        for clear in clear {
            let record = records[clear.record]
            guard case .event(var event) = record.content else { continue }
            event.sealed = try sealed(clear.event, of: record, by: clear.flow)
            records[clear.record].content = .event(event)
        }
        return records
    }

    /// The personal and secret fields of the event, encrypted; nil where none is present.
    ///
    /// - Parameters:
    ///   - event: with its values in clear.
    ///   - record: as a log keeps it, without these values.
    ///   - flow: that of the record's leg.
    /// - Throws: `KeyError.notSealed`.
    private func sealed(_ event: Event, of record: Record, by flow: RunningFlow) throws(KeyError) -> [UInt8]? {
        let fields = flow.table.events[event.position].fields
        var writer = ByteWriter()
        for place in fields.indices.prefix(event.fields.count) where fields[place].classification.isSealable {
            guard let value = event.fields[place], value != .withheld else { continue }
            writer.varint(UInt64(place))
            writer.value(value)
        }
        if writer.count == 0 { return nil }
        // The count in front tells where the padding begins.
        var plain = ByteWriter(room: writer.count + Self.padding)
        plain.bytes(of: writer)
        while plain.count % Self.padding != 0 { plain.byte(0) }
        do { return try key.seal(plain.bytes, boundTo: Self.binding(of: record)) } catch {
            throw .notSealed(sequence: record.sequence, "\(error)")
        }
    }

    /// The values that the record has encrypted; none where it has none.
    ///
    /// - Parameter record: as a log has it.
    /// - Throws: `KeyError.refused` where the key does not open them.
    package func fields(of record: Record) throws(KeyError) -> [ClearField] {
        guard case .event(var event) = record.content, let sealed = event.sealed else { return [] }
        var kept = record
        event.sealed = nil
        kept.content = .event(event)
        var fields: [ClearField] = []
        do {
            var plain = ByteReader(try key.open(sealed, boundTo: Self.binding(of: kept)))
            var reader = ByteReader(try plain.bytes())
            while !reader.isAtEnd {
                let place = Int(clamping: try reader.varint())
                guard let value = try reader.value() else { throw KeyError.refused(sequence: record.sequence) }
                fields.append(ClearField(place: place, value: value))
            }
        } catch {
            throw .refused(sequence: record.sequence)
        }
        return fields
    }

    /// What the encrypted values of a record belong to; the text names the form, of which there may be others later.
    private static func binding(of record: Record) -> [UInt8] {
        var writer = ByteWriter(room: 200)
        writer.string("keyway.sealed.1")
        writer.fixed(record.run.high.byteSwapped)
        writer.fixed(record.run.low.byteSwapped)
        writer.bytes(record.codedBytes)
        return writer.bytes
    }
}
