package import KeywayCore
package import KeywayLog
package import KeywayNodes
package import KeywayOrchestrator
package import KeywayRuns

/// Several nodes over one log, and what their handlers were asked.
package final class SharedHouse: Sendable {
    /// What happened to an order: which node performed it, with which key.
    package struct Call: Equatable, Sendable {
        package var effect: String
        package var node: Int
        package var key: EffectOrder.Key?
        /// The phone number that the handler got; nil for the effects of `CodeLogin`.
        package var phone: String?
        /// The app's own name for the run, where its handlers were made with one.
        package var reference: String?
    }

    private let log: any SharedLogEngine
    private let calls = Lock<[Call]>([])
    private let links = Lock<[Link]>([])

    package init(over log: SharedLog = .inMemory()) {
        self.log = log.engine
    }

    package var performed: [Call] { calls.withLock { $0 } }

    /// Makes a node with a link of its own to the log.
    ///
    /// - Parameters:
    ///   - lease: in milliseconds; a busy machine may keep a node from renewing a short one.
    ///   - patience: how long the node lets a caller wait, in milliseconds.
    ///   - keys: with a key store the node serves `PhoneCheck` as well.
    ///   - tracer: is told what the node does.
    ///   - check: performs the effect `check` of `CodeLogin`.
    ///   - call: performs the effect `call` of `PhoneCheck`.
    package func makeNode(
        lease: Int64 = 10_000, patience: Int64 = 20_000, keys: (any KeyStore)? = nil,
        tracer: (any Orchestrator.Tracer)? = nil,
        checking check: @escaping @Sendable (Int) async throws -> CodeLogin.CheckReply = { _ in .right },
        calling call: @escaping @Sendable () async throws -> PhoneCheck.CallReply = { .called }
    ) throws -> Node {
        var terms = NodeTerms()
        (terms.lease, terms.grace, terms.poll, terms.watch, terms.patience) = (lease, 100, 20, 20, patience)
        let link = Link(to: log)
        let number = links.withLock { links in
            links.append(link)
            return links.count - 1
        }
        var services = [
            Orchestrator.Service { _, reference in
                Handlers(house: self, node: number, reference: reference, checking: check)
            }
        ]
        if keys != nil {
            services.append(
                Orchestrator.Service { _, _ in PhoneHandlers(house: self, node: number, calling: call) })
        }
        return try Node(in: SharedLog(link), serving: services, keys: keys, terms: terms, tracer: tracer)
    }

    /// From now on the node cannot reach the log, as if its process had died: it does not get answers that are on their way either.
    ///
    /// - Parameter node: counts the nodes from 0 in the order in which they were made.
    package func cutOff(_ node: Int) {
        links.withLock { $0[node] }.cut()
    }

    /// All records of the run, as the log has them.
    package func records(of run: RunID) async throws -> [Record] {
        let start: UInt64 = 0
        let answer = try await log.perform(.load([(run, start)]), for: NodeID(0))
        guard case .loaded(let blocks, _) = answer else { return [] }
        return blocks[run]?.flatMap(\.records) ?? []
    }

    fileprivate func note(_ call: Call) { calls.withLock { $0.append(call) } }
}

/// The link of one node to the log, which can be cut.
private final class Link: SharedLogEngine {
    private let log: any SharedLogEngine
    private let isCut = Lock(false)

    init(to log: any SharedLogEngine) {
        self.log = log
    }

    var durability: Durability { log.durability }
    var lastFault: StorageFault? { log.lastFault }

    func cut() { isCut.withLock { $0 = true } }

    func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
        if isCut.withLock({ $0 }) { throw .unknown }
        let answer = try await log.perform(statement, for: node)
        if isCut.withLock({ $0 }) { throw .unknown }
        return answer
    }
}

private struct Handlers: CodeLogin.Effects {
    let house: SharedHouse
    let node: Int
    let reference: String?
    let checking: @Sendable (Int) async throws -> CodeLogin.CheckReply

    func send() async throws -> CodeLogin.SendReply {
        house.note(SharedHouse.Call(effect: "send", node: node, key: CallbackRoute.current?.key, reference: reference))
        return .sent
    }

    func check(number: Int) async throws -> CodeLogin.CheckReply {
        house.note(SharedHouse.Call(effect: "check", node: node, key: CallbackRoute.current?.key, reference: reference))
        return try await checking(number)
    }
}

private struct PhoneHandlers: PhoneCheck.Effects {
    let house: SharedHouse
    let node: Int
    let calling: @Sendable () async throws -> PhoneCheck.CallReply

    func call(phone: String) async throws -> PhoneCheck.CallReply {
        house.note(SharedHouse.Call(effect: "call", node: node, key: CallbackRoute.current?.key, phone: phone))
        return try await calling()
    }

    func check(phone: String, code: String) async throws -> PhoneCheck.CheckReply {
        house.note(SharedHouse.Call(effect: "check", node: node, key: CallbackRoute.current?.key, phone: phone))
        return code == "1234" ? .right : .wrong
    }
}
