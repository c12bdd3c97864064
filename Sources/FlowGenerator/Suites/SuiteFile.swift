import KeywaySuites

/// The Swift file of a generated suite: the spec's word on every cell as data, and thin tests that ask the flow about it.
struct SuiteFile {
    let suite: FlowSuite
    /// The first line.
    let header: String
    /// The module that has the generated flow; nil when it stands beside the suite.
    let module: String?

    var text: String {
        let imports = (["Keyway", "KeywaySuites", "KeywayTesting", "Testing"] + (module.map { [$0] } ?? [])).sorted()
        let flow = suite.flow
        return """
            // \(header)
            // swift-format-ignore-file

            \(imports.map { "import \($0)" }.joined(separator: "\n"))

            @Suite("\(flow) is what its spec says")
            struct \(flow)Tests {
                @Test("The table declares what the spec declares")
                func declarations() throws {
                    try Self.spec.checkDeclarations(of: \(flow).table)
                }

                @Test("Every cell means what the spec says", arguments: \(flow)Tests.spec.states)
                func cells(in state: FlowSuite.State) throws {
                    try Self.spec.check(state, of: \(flow).table)
                }

                @Test("The readable switch means the same", arguments: \(flow)Tests.spec.states)
                func readableSwitch(in state: FlowSuite.State) throws {
                    try Self.spec.check(state, of: \(flow)Switch.self)
                }

                @Test("Every law holds along a random walk", arguments: \(flow)Tests.spec.seeds)
                func walk(_ seed: UInt64) throws {
                    try Self.spec.walk(seed, through: \(flow).table)
                }
            }

            extension \(flow)Tests {
                /// What the spec says.
                static let spec = FlowSuite(
                    flow: \(Vocabulary.quoted(flow)),
                    version: \(suite.version),
                    sessionDeadline: \(suite.sessionDeadline.map { String($0) } ?? "nil"),
                    withheld: \(list(suite.withheld.sorted().map(Vocabulary.quoted))),
                    requirements: \(list(suite.requirements.map(\.literal))),
                    declarations: \(lines(suite.declarations)),
                    states: [
            \(states)
                    ])
            }

            """
    }

    private var states: String {
        suite.states.map { "            FlowSuite.State(\(Vocabulary.quoted($0.name)), \(lines($0.cells)))" }.joined(
            separator: ",\n")
    }

    private func lines(_ text: String) -> String {
        let indent = "                "
        let content = text.split(separator: "\n", omittingEmptySubsequences: false).map { indent + $0 }
        return "#\"\"\"\n\(content.joined(separator: "\n"))\n\(indent)\"\"\"#"
    }
}

/// A literal list, on one line when it is short.
private func list(_ elements: [String]) -> String {
    let line = "[\(elements.joined(separator: ", "))]"
    return line.count < 80 ? line : "[\n\(elements.map { "            \($0)" }.joined(separator: ",\n"))\n        ]"
}
