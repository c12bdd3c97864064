import FlowFixtures
import FlowGenerator
import KeywaySuites
import KeywayTesting

extension LoadedFlow {
    /// What a suite generated from the flow's spec would hold.
    var suite: FlowSuite { FlowSuite(of: machine) }
}
