import FlowGenerator
import FlowLanguage
import FlowRules

func swift(of bytes: [UInt8], at path: String) -> String? {
    let source = SourceText(path: path, bytes: bytes)
    let checked = check(source, for: SwiftLanguage())
    guard checked.mayRun, let machine = checked.machine else { return nil }
    return SwiftFlow(machine, in: source).text
}
