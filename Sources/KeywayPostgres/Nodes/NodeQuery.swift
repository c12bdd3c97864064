import KeywayCore
import KeywayLog
import KeywayNodes

/// A statement of a node, as the server is asked it over one connection.
struct NodeQuery {
    let context: SharedLogContext
    let node: NodeID
    let slot: ConnectionSlot
    private var deadline: AnswerDeadline
    /// How long a question may take where each of the statement's questions has a deadline of its own.
    private let limit: Duration

    init(
        _ context: SharedLogContext, _ node: NodeID, _ slot: ConnectionSlot, before deadline: AnswerDeadline,
        each limit: Duration
    ) {
        self.context = context
        self.node = node
        self.slot = slot
        self.deadline = deadline
        self.limit = limit
    }

    /// From now on the statement has as long as a new one.
    mutating func prolong() { deadline = .after(limit) }

    func answer(to statement: EngineStatement) throws(QueryFailure) -> EngineAnswer {
        switch statement {
        case .beat(let lease): .beat(try beat(for: lease))
        case .append(let appends): try append(appends)
        case .settle(let asked): .settled(try settle(asked))
        case .confirm(let asked): .confirmed(try confirm(asked))
        case .load(let asked): .loaded(try load(asked))
        case .find(let request): .found(try ask(.runOfRequest, [.request(request)]).first?.identity(0))
        case .runs(let reference, let versions): .runs(try runs(referenced: reference, of: versions))
        case .devices(let asked): .devices(try devices(asked))
        case .changeDevices(let changes): try change(changes)
        case .look(let limit, let lease, let versions): .looked(try look(limit, lease, versions))
        case .living(let nodes): .living(try living(nodes))
        case .postpone(let postponements): try postpone(postponements)
        case .endLooks(let looks): try end(looks)
        case .versions(let known): .versions(try versions(besides: known))
        case .continued(let asked): .continued(try continued(asked))
        }
    }

    /// Asks the server.
    ///
    /// - Throws: `QueryFailure.unanswered` also where a commit may be lost with this server, though the log says that it survives that.
    func ask(_ statement: Statement, _ parameters: [Parameter] = []) throws(QueryFailure) -> [QueryResult.Row] {
        guard let connection = slot.connection else { throw .unanswered(reason: "the connection has failed before") }
        let answer = try connection.perform(statement, parameters, before: deadline)
        try context.server.checkCommit(answer)
        return answer.rows
    }

    /// How the transaction is to commit: the last parameter of each statement that writes.
    var commit: Parameter { .text(context.server.commit) }

    /// The time that is left.
    var rest: Duration { .milliseconds(deadline.rest) }

    // MARK: Nodes

    private func beat(for lease: Int64) throws(QueryFailure) -> Instant {
        let parameters: [Parameter] = [.node(node), .integer(lease), .text(context.database.label), commit]
        guard let time = try ask(.beat, parameters).first?.integer(0) else {
            throw .unanswered(reason: "the server says no time")
        }
        return Instant(milliseconds: time)
    }

    private func living(_ nodes: [NodeID]) throws(QueryFailure) -> [NodeID: Int64] {
        let rows = try ask(.living, [.array(.integers(nodes.map { Int64(bitPattern: $0.number) }))])
        return Dictionary(
            rows.compactMap { row in row.node(0).flatMap { node in row.integer(1).map { (node, $0) } } }
        ) { first, _ in first }
    }

    // MARK: Runs

    private func settle(_ asked: [(run: RunID, first: UInt64)]) throws(QueryFailure) -> [RunID: SettledAppend] {
        var settled: [RunID: SettledAppend] = [:]
        let parameters = [.node(node)] + Parameter.ends(asked.map { ($0.run, $0.first) }) + [commit]
        for row in try ask(.settle, parameters) {
            guard let run = row.identity(0) else { continue }
            settled[run] = SettledAppend(next: UInt64(clamping: row.integer(1) ?? 0), storedAppend: row.appendID(2))
        }
        return settled
    }

    private func confirm(_ runs: [RunID]) throws(QueryFailure) -> [RunID: UInt64] {
        var ends: [RunID: UInt64] = [:]
        for row in try ask(.confirm, [.node(node), .array(.identities(runs)), commit]) {
            if let run = row.identity(0), let next = row.integer(1) { ends[run] = UInt64(clamping: next) }
        }
        return ends
    }

    private func runs(referenced reference: String, of versions: [FlowVersion]) throws(QueryFailure) -> [RunID] {
        let digests = try digests(of: versions)
        let parameters: [Parameter] = [.bytes(Array(reference.utf8)), .array(.bytes(digests))]
        return try ask(.runsOfSharedReference, parameters).compactMap { $0.identity(0) }
    }

    /// The hashes by which the server knows the tables of these flows: see `Statement.digests`.
    func digests(of versions: [FlowVersion]) throws(QueryFailure) -> [[UInt8]] {
        try context.digests(of: versions) { (tables) throws(QueryFailure) in
            try ask(.digests, [.array(.bytes(tables))]).compactMap { $0.bytes(0) }
        }
    }

    private func continued(_ asked: [(run: RunID, next: UInt64)]) throws(QueryFailure) -> Set<RunID> {
        Set(try ask(.continuedShared, Parameter.ends(asked.map { ($0.run, $0.next) })).compactMap { $0.identity(0) })
    }
}

extension Parameter {
    static func node(_ node: NodeID) -> Parameter { .integer(Int64(bitPattern: node.number)) }

    /// A request as bytes, since a text of the server cannot have a NUL in it.
    static func request(_ request: String) -> Parameter { .bytes(Array(request.utf8)) }

    /// Two parameters: runs, and for each of them a sequence.
    static func ends(_ ends: [(RunID, UInt64)]) -> [Parameter] {
        [.array(.identities(ends.map(\.0))), .array(.integers(ends.map { Int64(clamping: $0.1) }))]
    }
}

extension QueryResult.Row {
    func node(_ column: Int) -> NodeID? { integer(column).map { NodeID(UInt64(bitPattern: $0)) } }

    /// The identity of an append, in two columns.
    func appendID(_ column: Int) -> AppendID? {
        guard let node = node(column), let number = integer(column + 1) else { return nil }
        return AppendID(node: node, number: UInt64(bitPattern: number))
    }
}
