import FlowLanguage
import Testing

@testable import FlowRules

@Suite("The pages of the diagnostics")
struct PageTests {
    /// A child's flow is looked up among files, which is not for the rules of one.
    static let codes = DiagnosticCode.allCases.filter { $0 != .unknownFlow }

    @Test("An example that is a whole file has its problem, and its cure takes it away", arguments: codes)
    func examples(code: DiagnosticCode) throws {
        let page = try #require(code.page)
        guard page.isWholeFile, let mended = page.mended else { return }
        let wrong = found(in: page.example)
        #expect(wrong.contains { $0.code == code && $0.severity == code.severity }, "\(code.name): \(wrong)")
        let right = found(in: mended)
        #expect(!right.contains { $0.code == code }, "\(code.name): \(right)")
    }
}
