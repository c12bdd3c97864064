import Keyway

/// Performs the effects of `Visit`; `code` performs those of its sub-flow `DoorCode`.
public struct House: Visit.Effects {
    public let code: any DoorCode.Effects = Backend()

    public init() {}

    public func bell() async throws { print("ding dong") }
}

/// Performs the only effect of `DoorCode`; a reply that the flow does not declare would not compile.
public struct Backend: DoorCode.Effects {
    public init() {}

    public func check(code: String) async throws -> DoorCode.CheckReply {
        code == "2718" ? .right : .wrong
    }
}
