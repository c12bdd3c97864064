package import KeywayTesting

/// The Swift file of a generated suite: the spec's word on every cell as data, and thin tests that ask a table about it.
package struct SuiteFile {
    private let suite: FlowSuite
    /// The spec's file name, and the module that has the generated flow; nil when it stands beside the suite.
    private let spec: String
    private let module: String?

    package init(_ suite: FlowSuite, from spec: String, testing module: String?) {
        self.suite = suite
        self.spec = spec
        self.module = module
    }

    package var name: String { "\(suite.flow)Tests.swift" }

    package var text: String {
        let imports = (["KeywayTesting", "Testing"] + (module.map { [$0] } ?? [])).sorted()
        let flow = suite.flow
        return """
            // Made from \(spec) \(SwiftFlow.sign)\(options)\(flow) --out DIR'. Change the spec, not this file.
            // swift-format-ignore-file

            \(imports.map { "import \($0)" }.joined(separator: "\n"))

            @Suite("\(flow) is what its spec says")
            struct \(flow)Tests {
                @Test("The table declares what the spec declares")
                func declarations() throws {
                    try \(constant).checkDeclarations(of: \(flow).table)
                }

                @Test("Every cell means what the spec says", arguments: \(constant).states)
                func cells(in state: FlowSuite.State) throws {
                    try \(constant).check(state, of: \(flow).table)
                }

                @Test("Every law holds along a random walk", arguments: \(constant).seeds)
                func walk(_ seed: UInt64) throws {
                    try \(constant).walk(seed, through: \(flow).table)
                }
            }

            private let \(constant) = FlowSuite(
                flow: \(quoted(flow)),
                version: \(suite.version),
                sessionDeadline: \(suite.sessionDeadline.map { String($0) } ?? "nil"),
                withheld: \(list(suite.withheld.sorted().map(quoted))),
                requirements: \(list(suite.requirements.map(\.literal))),
                declarations: \(lines(suite.declarations)),
                states: [
            \(suite.states.map { "        FlowSuite.State(\(quoted($0.name)), \(lines($0.cells)))" }.joined(separator: ",\n"))
                ])

            """
    }

    private var options: String { "--tests " + (module.map { "--module \($0) " } ?? "") }

    private var constant: String { "spec" }

    private func lines(_ text: String) -> String {
        let indent = "            "
        let content = text.split(separator: "\n", omittingEmptySubsequences: false).map { indent + $0 }
        return "#\"\"\"\n\(content.joined(separator: "\n"))\n\(indent)\"\"\"#"
    }
}

/// A literal list, on one line when it is short.
private func list(_ elements: [String]) -> String {
    let line = "[\(elements.joined(separator: ", "))]"
    return line.count < 80 ? line : "[\n\(elements.map { "        \($0)" }.joined(separator: ",\n"))\n    ]"
}

/// A literal text.
func quoted(_ text: String) -> String {
    var literal = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": literal += "\\\(scalar)"
        case "\n": literal += "\\n"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return "\"\(literal)\""
}
