import Keyway

/// Does what a visit orders; what its sub-flow orders goes to `code`.
public struct House: Visit.Effects {
    public let code: any DoorCode.Effects = Backend()

    public init() {}

    public func bell() async throws { print("ding dong") }
}

/// Answers the only effect of `DoorCode`; another answer than the declared ones is no Swift.
public struct Backend: DoorCode.Effects {
    public init() {}

    public func check(code: String) async throws -> DoorCode.CheckReply {
        code == "2718" ? .right : .wrong
    }
}
