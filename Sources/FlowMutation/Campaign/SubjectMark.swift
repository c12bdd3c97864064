import KeywayCore

/// A mark of all inputs by which the mutants of a flow are judged: the flow, its sub-flows, parents, transcripts and models, and the build
/// of the program. An earlier result counts where its mark equals the present one.
///
/// The build is part of the mark, because one build may notice an edit that another one does not.
///
/// The limit of configurations is no part of the mark: that a mutant is killed or survives holds whatever the limit, and an undecided
/// mutant is judged again within a greater limit.
///
/// A mark is the length of all inputs with a checksum of 32 bits, so equal marks may, rarely, be of different inputs. One
/// edit in one place, of up to four bytes, always changes the checksum; of other changes that keep the length one in
/// four thousand million does not, and a file of results has some dozens of marks at most. The text of a mutant is no part of
/// the mark: in the file each result has its mutant's edit beside the mark.
package struct SubjectMark: Hashable, Sendable {
    private let length: Int
    private let checksum: UInt32

    /// - Parameters:
    ///   - files: the bytes of all inputs, a list for each kind: the flow, its sub-flows, its transcripts, every model that `check` is
    ///     given, the models that the call names to explore against; then for each parent the same three kinds as for the flow.
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
