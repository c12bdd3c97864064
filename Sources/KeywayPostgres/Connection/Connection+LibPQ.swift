#if Postgres
    import KeywayLog
    import LibPQ

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// One connection to a server; one thread at a time uses it.
    ///
    /// The thread waits on the connection's socket until a deadline, so a server that does not answer holds nobody up for ever. A
    /// statement that is not answered in time is not cancelled: a server reports a commit as done whose wait for a standby is cancelled.
    final class Connection: @unchecked Sendable {
        /// Whether this build can connect: it was made with the trait `Postgres`.
        static let isAvailable = true

        private let server: ConnectionHandle
        private var handle: OpaquePointer { server.pointer }
        /// The names of the statements that the server has prepared for this connection.
        private var prepared: Set<String> = []
        /// Whether statements are prepared once, and not sent whole each time.
        private let prepares: Bool
        /// Whether the connection has failed or an answer did not come, so that nothing more can be asked over this connection.
        private(set) var isBroken = false
        /// Collects the server's warnings.
        private let warnings: Warnings

        /// What the server has warned of while the last statement ran.
        private final class Warnings {
            /// Whether the server gave a warning of code 01000: see `QueryResult.hasWarning`.
            var isGiven = false
        }

        /// Connects to the server of the address.
        ///
        /// - Throws: `QueryFailure`, whose words have no password.
        init(to address: ConnectionAddress, before deadline: AnswerDeadline) throws(QueryFailure) {
            server = try ConnectionHandle.connected(to: address, before: deadline)
            prepares = address.preparesStatements
            warnings = Warnings()
            PQsetNoticeReceiver(
                handle,
                { context, result in
                    guard let context,
                        PQresultErrorField(result, errorCodeField).map({ String(cString: $0) }) == "01000"
                    else { return }
                    Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().isGiven = true
                }, Unmanaged.passUnretained(warnings).toOpaque())
            // Sending must not block: a large statement would block in `send`, whatever the deadline.
            guard PQsetnonblocking(handle, 1) == 0 else { throw .unanswered(reason: server.lastError) }
        }

        deinit { server.finish() }

        /// Sends the statement with its parameters, and waits for what it gives.
        ///
        /// - Throws: `QueryFailure.refused` where nothing has happened; `unanswered` where that is not known.
        func perform(
            _ statement: Statement, _ parameters: [Parameter] = [], before deadline: AnswerDeadline
        ) throws(QueryFailure) -> QueryResult {
            if isBroken { throw .unanswered(reason: "the connection has failed before") }
            if prepares, !prepared.contains(statement.name) {
                try send(before: deadline) { PQsendPrepare(handle, statement.name, statement.text, 0, nil) }
                _ = try answer(before: deadline)
                prepared.insert(statement.name)
            }
            warnings.isGiven = false
            try send(before: deadline) {
                withParameters(parameters) { count, values, lengths, formats in
                    prepares
                        ? PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1)
                        : PQsendQueryParams(handle, statement.text, count, nil, values, lengths, formats, 1)
                }
            }
            var result = try answer(before: deadline)
            result.hasWarning = warnings.isGiven
            return result
        }

        // MARK: - Sending

        /// Calls `send`, which hands libpq a statement and returns 1 where libpq takes it; then waits until the server has taken all of it.
        private func send(before deadline: AnswerDeadline, _ send: () -> Int32) throws(QueryFailure) {
            guard send() == 1 else { throw broken(server.lastError) }
            while true {
                switch PQflush(handle) {
                case 0: return
                case 1:
                    guard server.wait(for: POLLIN | POLLOUT, until: deadline) else {
                        throw broken("the server takes nothing")
                    }
                    // The server may have to be read before it takes more.
                    guard PQconsumeInput(handle) == 1 else { throw broken(server.lastError) }
                default: throw broken(server.lastError)
                }
            }
        }

        /// Calls the body with the parameters as libpq takes them: all in the binary format.
        private func withParameters(
            _ parameters: [Parameter],
            _ body: (
                Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
            ) -> Int32
        ) -> Int32 {
            let encoded = parameters.map(\.encoded)
            // One stretch of memory has all values. A value of no bytes needs an address as well: the last byte is there for that.
            let bytes = encoded.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
            let lengths = encoded.map { Int32(clamping: $0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: encoded.count)
            return bytes.withUnsafeBytes { buffer in
                var next = buffer.bindMemory(to: CChar.self).baseAddress
                let values = encoded.map { value -> UnsafePointer<CChar>? in
                    guard let value else { return nil }
                    defer { next = next.map { $0 + value.count } }
                    return next
                }
                return body(Int32(clamping: encoded.count), values, lengths, formats)
            }
        }

        // MARK: - The answer

        /// Waits until the server has answered and is ready for the next statement; returns what the statement gives.
        private func answer(before deadline: AnswerDeadline) throws(QueryFailure) -> QueryResult {
            var result: Result<QueryResult, QueryFailure>?
            while let part = try nextPart(before: deadline) {
                defer { PQclear(part) }
                // A statement has one result; what comes behind it is an error of the connection.
                let read = read(part)
                if case .failure? = result { continue }
                result = read
            }
            guard let result else { throw broken("the server gave no answer") }
            // Only a server that is ready for the next statement has rolled back the one that it refuses.
            guard PQstatus(handle) == CONNECTION_OK, PQtransactionStatus(handle) == PQTRANS_IDLE else {
                if case .failure(let failure) = result { throw broken(failure.reason) }
                throw broken(server.lastError)
            }
            return try result.get()
        }

        /// The next part of the answer, which the caller frees; nil behind the last.
        private func nextPart(before deadline: AnswerDeadline) throws(QueryFailure) -> OpaquePointer? {
            while PQisBusy(handle) == 1 {
                guard server.wait(for: POLLIN, until: deadline) else {
                    throw broken("the server did not answer in time")
                }
                guard PQconsumeInput(handle) == 1 else { throw broken(server.lastError) }
            }
            return PQgetResult(handle)
        }

        private func read(_ part: OpaquePointer) -> Result<QueryResult, QueryFailure> {
            switch PQresultStatus(part) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                let columns = PQnfields(part)
                let rows = (0..<PQntuples(part)).map { row in
                    QueryResult.Row(cells: (0..<columns).map { cell(part, row, $0) })
                }
                return .success(QueryResult(rows: rows))
            default:
                let code = PQresultErrorField(part, errorCodeField).map { String(cString: $0) } ?? ""
                // The whole message may quote the statement; this field is its first sentence.
                let message = PQresultErrorField(part, messageField) ?? PQresultErrorMessage(part)
                let error = ServerError(code: code, message: ConnectionHandle.oneLine(message))
                return .failure(error.leavesDoubt ? .unanswered(reason: error.message) : .refused(error))
            }
        }

        private func cell(_ part: OpaquePointer, _ row: Int32, _ column: Int32) -> [UInt8]? {
            guard PQgetisnull(part, row, column) == 0, let start = PQgetvalue(part, row, column) else { return nil }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(part, row, column))))
        }

        /// Notes that nothing more can be asked over this connection; returns the failure of the present statement.
        private func broken(_ reason: String) -> QueryFailure {
            isBroken = true
            return .unanswered(reason: reason)
        }
    }

    /// The field of a server's answer that has its code: `PG_DIAG_SQLSTATE`.
    private let errorCodeField = Int32(UInt8(ascii: "C"))
    /// The field that has its first sentence: `PG_DIAG_MESSAGE_PRIMARY`.
    private let messageField = Int32(UInt8(ascii: "M"))
#endif
