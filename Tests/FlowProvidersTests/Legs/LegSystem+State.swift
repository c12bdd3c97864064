@testable import FlowProviders

extension LegSystem {
    /// The state of the root.
    func state(of position: Int32) -> Int { root.system.state(of: configurations[Int(position)].legs[0].position) }
}
