import Keyway

/// Answers the flow's only effect; another answer than the declared ones is no Swift.
public struct Backend: DoorCode.Effects {
    public init() {}

    public func check(code: String) async throws -> DoorCode.CheckReply {
        code == "2718" ? .right : .wrong
    }
}

/// Sends commands to a run, performs what it orders, and tells its answers back to it.
@main
enum Example {
    static func main() async throws {
        var (run, orders) = DoorCode.begin(at: Instant(milliseconds: 0))
        var sequence: UInt64 = 0
        for code in ["1234", "2718"] {
            sequence += 1
            let now = Instant(milliseconds: Int64(sequence))
            orders += DoorCode.reduce(&run, .submit(code: code), at: now, sequence: sequence).orders
            while !orders.isEmpty {
                guard let reply = try await Backend().perform(orders.removeFirst()) else { continue }
                sequence += 1
                orders += DoorCode.table.reduce(&run, reply, at: now, sequence: sequence).orders
            }
            print(code, DoorCode.state(of: run).map { "\($0)" } ?? "nowhere")
        }
    }
}
