import KeywaySuites

/// The Swift file of a generated suite: what the spec says of every cell, as data, and tests that hold the flow to it.
struct SuiteFile {
    let suite: FlowSuite
    let header: GeneratedHeader
    /// The module that has the generated flow; nil when it stands beside the suite.
    let module: String?
    /// Whether the generated flow is a `PackableFlow`, so that the suite tries packed runs as well.
    let isPacked: Bool

    var text: String {
        let imports = (["KeywayCore", "KeywaySuites", "KeywayTesting", "Testing"] + (module.map { [$0] } ?? []))
            .sorted()
        let flow = suite.flow
        return """
            \(header.text)
            // swift-format-ignore-file

            \(imports.map { "import \($0)" }.joined(separator: "\n"))

            @Suite("\(flow) is what its spec says")
            struct \(flow)Tests {
            \(tests.joined(separator: "\n\n"))
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

    private var tests: [String] {
        let flow = suite.flow
        let cell = "in state: FlowSuite.State"
        let tests = [
            test("The table declares what the spec declares", "declarations()", "checkDeclarations(of: \(flow).table)"),
            test(
                "Every cell means what the spec says", of: "states", "cells(\(cell))", "check(state, of: \(flow).table)"
            ),
            isPacked
                ? test(
                    "Packed runs mean the same", of: "states", "packed(\(cell))", "check(state, ofPacked: \(flow).self)"
                )
                : nil,
            test(
                "The readable switch means the same", of: "states", "readableSwitch(\(cell))",
                "check(state, of: \(flow)Switch.self)"),
            test(
                "Every law holds along a random walk", of: "seeds", "walk(_ seed: UInt64)",
                "walk(seed, through: \(flow).table)"),
        ]
        return tests.compactMap(\.self)
    }

    /// One test function; `arguments` is the list of the suite over which it runs, nil for a test that runs once.
    private func test(_ title: String, of arguments: String? = nil, _ function: String, _ call: String) -> String {
        let arguments = arguments.map { ", arguments: \(suite.flow)Tests.spec.\($0)" } ?? ""
        return """
                @Test("\(title)"\(arguments))
                func \(function) throws {
                    try Self.spec.\(call)
                }
            """
    }

    private var states: String {
        suite.states.map { "            FlowSuite.State(\(Vocabulary.quoted($0.name)), \(lines($0.cells)))" }.joined(
            separator: ",\n")
    }

    /// The text as a literal of several lines, with so many `#` around it that no part of the text ends it or is read as code.
    private func lines(_ text: String) -> String {
        let indent = "                "
        let content = text.split(separator: "\n", omittingEmptySubsequences: false).map { indent + $0 }
        var signs = "#"
        while text.contains("\"\"\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
        return "\(signs)\"\"\"\n\(content.joined(separator: "\n"))\n\(indent)\"\"\"\(signs)"
    }
}

/// A literal list, on one line when it is short.
private func list(_ elements: [String]) -> String {
    let line = "[\(elements.joined(separator: ", "))]"
    return line.count < 80 ? line : "[\n\(elements.map { "            \($0)" }.joined(separator: ",\n"))\n        ]"
}
