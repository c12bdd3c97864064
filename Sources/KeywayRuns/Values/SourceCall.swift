package import KeywayCore

/// By which order a run holds a source of which there is one for all runs.
package struct SourceCall: Hashable, Sendable {
    package let source: CallbackReading.SourceName
    /// The record that ordered the latest call: of two runs, the one whose record stands later in the log holds the source.
    package let sequence: UInt64
}
