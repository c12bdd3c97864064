extension Table {
    /// What a log keeps of a spec for people: the line of each row, the variables that each final keeps as its result, and which finals are
    /// a success.
    ///
    /// Nothing that runs depends on it: two versions whose tables are equal run alike, whatever their annotations.
    public struct Annotations: Hashable, Sendable {
        /// The spec's file name, without its folders.
        package var file: String
        /// The line of each row of the table, counted from 1; 0 where it has none.
        package var rowLines: [Int]
        /// The variables that are a part of the result, by the name of the final that keeps them; a final that keeps
        /// none is left out.
        package var keeps: [String: [String]]
        /// The finals that the spec declares as a `success`, in the order of the table's states.
        package var successes: [String]
        /// The annotations of each sub-flow's spec, in the order of the table's children.
        package var children: [Table.Annotations]

        public init(
            file: String, rowLines: [Int], keeps: [String: [String]] = [:], successes: [String] = [],
            children: [Table.Annotations] = []
        ) {
            self.file = file
            self.rowLines = rowLines
            self.keeps = keeps
            self.successes = successes
            self.children = children
        }

        /// What a log keeps beside the canonical bytes of the table; read back by `init(bytes:)`.
        package var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.string(file)
            writer.write(rowLines)
            // Parts that older logs lack come last; an empty one is written only where a later part is not empty.
            if !children.isEmpty || !keeps.isEmpty || !successes.isEmpty {
                writer.list(children) { $0.bytes($1.bytes) }
            }
            if !keeps.isEmpty || !successes.isEmpty {
                writer.list(keeps.sorted { $0.key < $1.key }) { writer, final in
                    writer.string(final.key)
                    writer.list(final.value) { $0.string($1) }
                }
            }
            if !successes.isEmpty { writer.list(successes) { $0.string($1) } }
            return writer.bytes
        }

        /// The annotations of the flow whose leg has this name, `silent` or `outer.inner`; without a name, of this flow
        /// itself.
        ///
        /// `table` is this flow's own, for the names of its sub-flows. Nil where there is no such sub-flow, or nothing
        /// is kept of it.
        package func flow(ofLeg name: String?, in table: Table) -> Table.Annotations? {
            guard let name else { return self }
            var (annotations, table) = (self, table)
            for part in name.split(separator: ".", omittingEmptySubsequences: false) {
                guard let child = table.children.firstIndex(where: { $0.name == part }),
                    annotations.children.indices.contains(child)
                else { return nil }
                (annotations, table) = (annotations.children[child], table.children[child].table)
            }
            return annotations
        }

        /// Reads what `bytes` wrote; nil for bytes that are no annotations.
        package init?(bytes: [UInt8]) {
            self.init(bytes: bytes, depth: 0)
        }

        private init?(bytes: [UInt8], depth: Int) {
            var reader = ByteReader(bytes)
            guard depth < Table.greatestDepth, let file = try? reader.string(), let lines = try? reader.positions()
            else {
                return nil
            }
            self.init(file: file, rowLines: lines)
            if reader.isAtEnd { return }
            guard let parts = try? reader.list({ (reader) throws(ByteError) in try reader.bytes() }) else { return nil }
            children = parts.compactMap { Table.Annotations(bytes: $0, depth: depth + 1) }
            guard children.count == parts.count else { return nil }
            if reader.isAtEnd, !parts.isEmpty { return }
            guard let finals = try? reader.list(Self.readFinal) else { return nil }
            keeps = Dictionary(finals) { first, _ in first }
            if reader.isAtEnd, !finals.isEmpty { return }
            guard let names = try? reader.list({ (reader) throws(ByteError) in try reader.string() }), reader.isAtEnd,
                !names.isEmpty
            else { return nil }
            successes = names
        }

        private static func readFinal(from reader: inout ByteReader) throws(ByteError) -> (String, [String]) {
            (try reader.string(), try reader.list { (reader) throws(ByteError) in try reader.string() })
        }
    }
}
