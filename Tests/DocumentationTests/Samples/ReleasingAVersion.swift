import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

func release(_ flow: [UInt8]) -> (name: String, table: [UInt8])? {
    let checked = check(SourceText(path: "the flow", bytes: flow))
    guard checked.mayRun, let machine = checked.machine else { return nil }
    return ("\(machine.name.text)-\(machine.version)", Table(of: machine).canonicalBytes)
}

func isAsReleased(_ flow: [UInt8], among released: [String: [UInt8]]) -> Bool {
    let surroundings = SpecSurroundings(releasedTable: { flow, version in released["\(flow)-\(version)"] })
    return check(SourceText(path: "the flow", bytes: flow), beside: surroundings).mayRun
}
