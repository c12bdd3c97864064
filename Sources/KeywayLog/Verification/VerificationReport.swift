/// What a log holds, and what is wrong with it.
public struct VerificationReport: Equatable, Sendable {
    public var segments: Int
    public var blocks: UInt64
    public var records: UInt64
    public var runs: Int
    /// The files with torn bytes that were set aside when the log was opened for writing.
    public var setAside: Int
    /// In the order of the log; none if all of it is as it was written.
    public var findings: [Finding]

    public var isSound: Bool { findings.isEmpty }
}
