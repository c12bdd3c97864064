/// A part of a statement that has several: an append to a run, or the change of a device's row.
protocol StatementPart {
    associatedtype Owner: Hashable
    /// The run or the device. A statement has one part for each.
    var owner: Owner { get }
    /// How many bytes of texts and byte strings are sent of the part; its numbers are not counted.
    var size: Int { get }
}

/// Parts that are sent together as far as they fit, and divided where the server refuses something that one of them has: the others are
/// done without that one.
struct DividedStatement<Part: StatementPart> {
    /// Sends parts in one statement; returns the owners of those that are done.
    typealias Send = ([Part]) throws(QueryFailure) -> Set<Part.Owner>

    /// The owners of the parts that are done.
    private(set) var done: Set<Part.Owner> = []
    /// The owners of the parts that the server never takes, each with the reason.
    private(set) var refused: [Part.Owner: String] = [:]

    /// - Throws: why no part is done; `QueryFailure.unanswered` where some part may be done.
    init(_ parts: [Part], sentBy send: Send) throws(QueryFailure) {
        let limit = PostgresLog.greatestAppend
        for part in parts where part.size > limit {
            refused[part.owner] = "it has \(part.size) bytes, and \(limit) are the most"
        }
        try take(parts.filter { $0.size <= limit }, sentBy: send)
    }

    private mutating func take(_ parts: [Part], sentBy send: Send) throws(QueryFailure) {
        guard let first = parts.first else { return }
        if parts.count == 1 || parts.reduce(0, { $0 + $1.size }) <= PostgresLog.greatestAppend {
            do throws(QueryFailure) {
                return done.formUnion(try send(parts))
            } catch {
                guard case .refused(let refusal) = error, refusal.isAboutValues else { throw error }
                if parts.count == 1 {
                    refused[first.owner] = error.reason
                    return
                }
            }
        }
        try take(Array(parts.prefix(parts.count / 2)), sentBy: send)
        do throws(QueryFailure) {
            try take(Array(parts.dropFirst(parts.count / 2)), sentBy: send)
        } catch {
            // The first half is done by now, whatever the server says of the rest.
            throw .unanswered(reason: error.reason)
        }
    }
}
