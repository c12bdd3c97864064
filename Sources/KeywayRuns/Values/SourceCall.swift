package import KeywayCore

/// The call by which a run holds a source that is one for all runs.
package struct SourceCall: Hashable, Sendable {
    package let source: CallbackReading.SourceName
    /// The record that ordered the latest call: of two runs, the one whose record stands later in the log holds the source.
    package let sequence: UInt64
}
