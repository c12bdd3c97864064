import KeywayCore

/// Tells whether an earlier result is of the same flow, beside the same sub-flows, parents, transcripts and models, by the same program.
///
/// Another build of the program may find out what this one does not, and the other way round: a result of it is not this one's.
///
/// The limit of configurations is no part of the mark: what was decided within one limit stays decided with another. A
/// mark is the length of all inputs with a checksum of 32 bits, so equal marks may, rarely, be of different inputs. One
/// edit in one place, of up to four bytes, always changes the checksum; of other changes that keep the length one in
/// four thousand million does not, and a file of results has some dozens of marks at most. A mutant is known by its
/// edit, and not by a mark.
package struct SubjectMark: Hashable, Sendable {
    private let length: Int
    private let checksum: UInt32

    /// - Parameters:
    ///   - files: the bytes of all inputs, a list for each kind: the flow, its sub-flows, parents, transcripts, all models, named models.
    ///   - program: what tells the build of the program that judges from every other one.
    package init(_ files: [[[UInt8]]], judgedBy program: String) {
        var writer = ByteWriter()
        writer.bytes(Array(program.utf8))
        writer.list(files) { writer, kind in
            writer.list(kind) { $0.bytes($1) }
        }
        length = writer.bytes.count
        checksum = CRC32C.checksum(of: writer.bytes)
    }

    /// Nil where the text is no mark.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Int(parts[0]), let checksum = UInt32(parts[1], radix: 16) else {
            return nil
        }
        self.length = length
        self.checksum = checksum
        // Another spelling of the same numbers, as with a `+`, is no mark.
        guard self.text == text else { return nil }
    }

    /// As a file has it: `81234-1f2e3d4c`.
    package var text: String { "\(length)-\(String(checksum, radix: 16))" }
}
