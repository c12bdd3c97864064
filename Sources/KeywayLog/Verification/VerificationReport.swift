/// What a log holds, and what is wrong with it.
public struct VerificationReport: Equatable, Sendable {
    /// The files that hold the log, also damaged ones.
    public var segments: Int
    /// Those found whole: of tables and of records.
    public var blocks: UInt64
    /// Those in whole blocks, also behind a damage, where a reader stops.
    public var records: UInt64
    /// Those with a record among these.
    public var runs: Int
    /// The files with torn bytes that were set aside when the log was opened for writing.
    public var setAside: Int
    /// In the order of the log; none if all of it is as it was written.
    public var findings: [Finding]

    /// Whether nothing was found; a torn tail is a finding too.
    public var isSound: Bool { findings.isEmpty }
}
