import KeywayLog

/// The numbers that the versions of flows have in a log, as far as a writer has met them.
struct FlowNumbers {
    /// How many are remembered at most. A process has few versions in use; one with more asks for some of them again.
    private static let greatestCount = 1024

    private(set) var numbers: [FlowVersion: Int64] = [:]

    /// Remembers the number of the version; a version that the log does not have yet is added to it.
    ///
    /// - Parameter perform: asks the server.
    mutating func add(
        _ version: FlowVersion,
        by perform: (Statement, [Parameter]) throws(QueryFailure) -> QueryResult
    ) throws(QueryFailure) {
        if numbers[version] != nil { return }
        // If another session inserts the same version at this moment, this statement inserts nothing and does not see that row yet. The
        // next one sees it.
        for _ in 0..<3 {
            let answer = try perform(.addFlow, [.bytes(version.table), .bytes(version.annotations)])
            guard let number = answer.rows.first?.integer(0) else { continue }
            if numbers.count >= Self.greatestCount { numbers = [:] }
            numbers[version] = number
            return
        }
        throw .refused(ServerError(code: "none", message: "the server does not keep the flow's table"))
    }
}
