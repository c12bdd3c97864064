package import KeywayCore

/// A flow's version as runs and logs share it: the bytes that a log keeps of it, made or read once.
public final class FlowVersion: Sendable {
    /// The canonical table, byte for byte: versions with the same table run alike.
    public let table: [UInt8]
    /// The lines of the spec that rows stand in, and the variables that each final keeps as its result: for people, nothing that runs
    /// depends on it.
    public let annotations: [UInt8]
    /// A checksum of both, to tell versions apart quickly.
    private let checksum: UInt32
    /// The flow, or why `table` cannot be read as one; nil until somebody asks for it.
    private let reading: Lock<Result<RunningFlow, Table.FormatError>?>

    /// A version without bytes, for a run whose version cannot be read, or is not wanted.
    package static let unread = FlowVersion(table: [], annotations: [])

    /// A version from the bytes of a log, which are read when the flow is asked for.
    ///
    /// - Parameters:
    ///   - table: the canonical table, byte for byte; bytes that are no table are found when the flow is asked for.
    ///   - annotations: what the log keeps of the spec for people; bytes that are no annotations count as none.
    public init(table: [UInt8], annotations: [UInt8]) {
        self.table = table
        self.annotations = annotations
        checksum = CRC32C.checksum(of: annotations, after: CRC32C.checksum(of: table))
        reading = Lock(nil)
    }

    /// The version of a flow that is in memory already, so that its bytes need not be read.
    package init(of flow: RunningFlow, annotations: Table.Annotations) {
        table = flow.table.canonicalBytes
        self.annotations = annotations.bytes
        checksum = CRC32C.checksum(of: self.annotations, after: CRC32C.checksum(of: table))
        reading = Lock(.success(flow))
    }

    /// The flow itself.
    ///
    /// - Throws: `Table.FormatError` where the bytes are no table.
    package func flow() throws(Table.FormatError) -> RunningFlow {
        try reading.withLock { (known) throws(Table.FormatError) in
            if let known { return try known.get() }
            let result = Result { () throws(Table.FormatError) in RunningFlow(try Table(canonicalBytes: table)) }
            known = result
            return try result.get()
        }
    }
}

extension FlowVersion: Hashable {
    /// Two versions are equal where the tables and the annotations are: a log stores both.
    public static func == (left: FlowVersion, right: FlowVersion) -> Bool {
        left === right
            || left.checksum == right.checksum && left.table == right.table && left.annotations == right.annotations
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(checksum)
    }
}
