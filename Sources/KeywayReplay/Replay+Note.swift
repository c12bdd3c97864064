extension Replay {
    /// What a record says that tells no event of the flow, such as what became of a handler, or that another process went on with the run.
    public struct Note: Equatable, Sendable {
        /// What a note is about.
        public enum Kind: String, Sendable, CaseIterable {
            /// A handler for whose answer the flow does not wait returned, such as that of an effect without replies.
            case handlerReturned
            /// A handler for whose answer the flow does not wait threw.
            case handlerFailed
            /// A handler for whose answer the flow does not wait was not called, or its process ended.
            case notPerformed
            /// Another process went on with the run.
            case resumed
            /// Another node performs what a node that is gone was to perform.
            case takenOver
            /// A command came for a sub-flow that had not begun.
            case rejectedCommand
            /// The app's own handler, beside which a shadow follows the flow, ended its sign-in.
            case appEnded
        }

        /// The sequence of the record.
        public var sequence: UInt64
        /// Milliseconds since the run began.
        public var at: Int64
        public var kind: Kind
        /// The effect whose handler the note is about, as `send` or, of a sub-flow, `silent.send`; nil for a note that is about no handler.
        public var effect: String?
        /// What the record says, without a full stop: `send, ordered by record 1, failed: its handler threw`.
        public var text: String
    }
}
