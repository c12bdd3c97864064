package import KeywayCore
package import KeywayLog

extension FlowVersion {
    private static let known = Lock<[ObjectIdentifier: (version: FlowVersion, flow: RunningFlow)]>([:])

    /// A generated flow and its version, which all of its runs in this process share: its table is encoded once.
    package static func shared<Followed: Flow>(for _: Followed.Type) -> (version: FlowVersion, flow: RunningFlow) {
        let key = ObjectIdentifier(Followed.self)
        if let known = known.withLock({ $0[key] }) { return known }
        let flow = RunningFlow(Followed.table)
        let made = (version: FlowVersion(of: flow, annotations: Followed.annotations), flow: flow)
        return known.withLock { known in
            // Another thread may have been first: then its version counts, so that all runs have the same one.
            if let first = known[key] { return first }
            known[key] = made
            return made
        }
    }
}
