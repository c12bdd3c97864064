import Foundation
import Keyway
import KeywayKeys
import KeywayOrchestrator
import KeywayPostgres
import ProviderFlows

/// A node of the sign-in service. All nodes have the same address and the same secret.
func makeNode(
    serving services: [Orchestrator.Service], in address: String, secret: [UInt8]
) async throws -> Node {
    let database = try PostgresDatabase(address)
    guard let wrapping = AESGCMKey(bytes: secret) else {
        throw FileKeyStore.Failure.malformed(path: "the server's secret")
    }
    return try Node(
        in: try await database.openSharedLog(), serving: services,
        keys: PostgresKeyStore(database, wrappedBy: wrapping))
}

/// The node lives as long as the server; both end with the task.
func serve(_ server: @escaping @Sendable () async throws -> Void, beside node: Node) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await node.run() }
        group.addTask { try await server() }
        try await group.next()
        group.cancelAll()
    }
}

/// What the routes of a web framework call. `request` is drawn where a request is made, so that one which is sent again has the same.
struct SignInRoutes: Sendable {
    let node: Node

    /// `POST /sign-ins`: the app asks to sign in.
    func begin(phone: String, country: String, device: String, request: String) async throws(NodeError) -> RunID {
        let start = TruecallerOTP.Command.start(phone: phone, countryCode: country)
        return try await node.start(start, of: TruecallerOTP.self, reference: request, on: device, id: request).run.id
    }

    /// `POST /sign-ins/RUN/code`: the person has typed a code.
    func submit(_ code: String, of name: String, to run: RunID, request: String) async throws(NodeError) -> Bool {
        let command = TruecallerOTP.Command.submitCode(code: code, firstName: name, lastName: "")
        return try await node.run(run, of: TruecallerOTP.self).send(command, id: request) == .accepted
    }

    /// `POST /devices/DEVICE/truecaller`: the app forwards each callback of its SDK, as it came, with an identity that it has drawn for it.
    func forward(_ body: Data, from device: String, delivery: String) async throws {
        let callback = try JSONDecoder().decode(RawValue.self, from: body)
        try await node.deliver(callback, as: TruecallerOTP.self, from: device, id: delivery)
    }

    /// `GET /sign-ins/RUN`: where the sign-in is.
    func state(of run: RunID) async throws(NodeError) -> String {
        "\(try await node.run(run, of: TruecallerOTP.self).situation.state)"
    }

    /// `GET /sign-ins/RUN/states`: each state as it comes, for a stream of server-sent events.
    func states(of run: RunID, send: (String) async throws -> Void) async throws {
        for try await situation in node.run(run, of: TruecallerOTP.self).situations {
            try await send("\(situation.state)")
        }
    }

    /// `GET /health`: what the node has done, and why its log last failed to answer, if it ever did.
    func health(of log: SharedLog) -> [String: String] {
        let counts = node.counts
        return [
            "log": log.lastFault.map { "\($0)" } ?? "has answered always",
            "appends": "\(counts.appends)", "conflicts": "\(counts.conflicts)",
            "looks": "\(counts.looks)", "takenOver": "\(counts.takenOver)",
            "setAside": "\(node.setAside.count)",
        ]
    }
}

/// Hands each block of the log to `tell`, from a stored position on, until the task is cancelled.
func follow(
    _ log: SharedLog, from stored: FeedPosition?, store: (FeedPosition) async throws -> Void,
    tell: (FeedBlock) async throws -> Void, measure: (Duration) -> Void
) async throws {
    var position = stored
    while true {
        try Task.checkCancellation()
        let page: FeedPage
        do {
            page = try await log.blocks(after: position)
        } catch FeedError.unavailable {
            try await Task.sleep(for: .seconds(1))
            continue
        }
        for block in page.blocks { try await tell(block) }
        if page.next != position { try await store(page.next) }
        position = page.next
        measure(page.lag)
        if page.isLast { try await Task.sleep(for: .milliseconds(500)) }
    }
}
