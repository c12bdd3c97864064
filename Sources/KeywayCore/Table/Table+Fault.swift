extension Table {
    /// Why the table that generated code carries cannot be used.
    public struct Fault: Error, Hashable, Sendable {
        /// The flow whose code must be generated again: the one that was asked for, or a sub-flow of it.
        public var flow: String
        /// What was wrong with its table.
        public var error: Table.FormatError
    }
}

extension Table.Fault: CustomStringConvertible {
    /// One line, with what to do.
    public var description: String {
        "the generated code of '\(flow)' carries no table of this version of Keyway: \(error); generate it again"
    }
}
