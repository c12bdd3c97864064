import FlowLanguage
import FlowRules

func problems(in bytes: [UInt8], at path: String) -> [String] {
    let source = SourceText(path: path, bytes: bytes)
    return check(source).diagnostics.map { $0.text(in: source) }
}
