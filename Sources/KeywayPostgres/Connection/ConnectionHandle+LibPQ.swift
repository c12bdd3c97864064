#if Postgres
    import KeywayCrypto
    import LibPQ

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// libpq's own object for one connection. Its owner ends it by `finish`.
    struct ConnectionHandle {
        let pointer: OpaquePointer

        /// Connects to the first host of the address that lets somebody in.
        ///
        /// The time is divided equally among the hosts, so a host that does not answer uses up its own share alone. libpq itself keeps
        /// such a limit (`connect_timeout`) only for programs that let it block.
        /// - Throws: `QueryFailure.unanswered` with the reason of each host. The text never contains a password.
        static func connected(
            to address: ConnectionAddress, before deadline: AnswerDeadline
        ) throws(QueryFailure) -> ConnectionHandle {
            var reasons: [String] = []
            for (tried, host) in address.hosts.enumerated() {
                do throws(QueryFailure) {
                    let share = deadline.share(ofOneIn: address.hosts.count - tried)
                    return try ConnectionHandle(address.options + host, before: share)
                } catch {
                    if !reasons.contains(error.reason) { reasons.append(error.reason) }
                }
            }
            throw .unanswered(reason: reasons.joined(separator: "; "))
        }

        private init(_ options: [ConnectionAddress.Option], before deadline: AnswerDeadline) throws(QueryFailure) {
            // libpq may be the first that uses libcrypto: its connections may be encrypted.
            _ = CryptoLibrary.staysUntilTheEnd
            let started = withCStrings(options.map(\.name)) { names in
                withCStrings(options.map(\.value)) { PQconnectStartParams(names, $0, 1) }
            }
            guard let started else { throw .unanswered(reason: "there is no memory for a connection") }
            pointer = started
            // libpq would write what the server remarks to the terminal.
            PQsetNoticeReceiver(pointer, { _, _ in }, nil)
            do throws(QueryFailure) { try finishConnecting(before: deadline) } catch {
                finish()
                throw error
            }
        }

        private func finishConnecting(before deadline: AnswerDeadline) throws(QueryFailure) {
            var wanted = POLLOUT
            while true {
                guard PQstatus(pointer) != CONNECTION_BAD else { throw .unanswered(reason: lastError) }
                guard wait(for: wanted, until: deadline) else {
                    throw .unanswered(reason: "the server did not accept the connection in time")
                }
                switch PQconnectPoll(pointer) {
                case PGRES_POLLING_OK: return
                case PGRES_POLLING_READING: wanted = POLLIN
                case PGRES_POLLING_WRITING: wanted = POLLOUT
                default: throw .unanswered(reason: lastError)
                }
            }
        }

        func finish() { PQfinish(pointer) }

        /// Blocks the thread until the socket is ready for one of these events of `poll`; false where it is not in time.
        func wait(for events: Int32, until deadline: AnswerDeadline) -> Bool {
            while true {
                var socket = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
                let count = poll(&socket, 1, Int32(clamping: deadline.rest))
                if count > 0 { return true }
                if count == 0, deadline.isPast { return false }
                if count < 0, errno != EINTR { return false }
            }
        }

        /// Why the last call of libpq has failed.
        var lastError: String { Self.oneLine(PQerrorMessage(pointer)) }

        /// A message of libpq, which has a line for each address that was tried, as one line.
        static func oneLine(_ message: UnsafePointer<CChar>?) -> String {
            let text = message.map { String(cString: $0) } ?? ""
            let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
            return lines.isEmpty ? "the connection was lost" : lines.joined(separator: "; ")
        }
    }

    /// Calls the body with the texts as a C array that NULL ends.
    private func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies.map { UnsafePointer($0) } + [nil])
    }
#endif
