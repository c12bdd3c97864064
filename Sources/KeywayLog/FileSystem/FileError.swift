/// A call that the file system refused.
public struct FileError: Error, Hashable, Sendable {
    /// What was tried, as it goes after "cannot": `write to`, `open`.
    public var attempt: String
    /// As the call had it; relative where the log's folder was given so.
    public var path: String
    /// The system's number for the reason.
    public var number: Int32
    /// The system's words for it.
    public var reason: String

    public init(attempt: String, path: String, number: Int32, reason: String) {
        self.attempt = attempt
        self.path = path
        self.number = number
        self.reason = reason
    }
}

extension FileError: CustomStringConvertible {
    /// One sentence that says where, what and why.
    public var description: String { "\(path): cannot \(attempt) it: \(reason)" }
}
