import FlowFixtures
import KeywayCore
import KeywayRuns
import Testing

@Suite("What is chosen for the parameters of a flow")
struct ParameterTests {
    private static func flow(declaring parameters: String) throws -> RunningFlow {
        let text = """
            flow Door version 1
            \(parameters)
            command knock
            final shut
            within 10m -> shut
            state closed waits for user { on knock -> shut }
            """
        return try RunningFlow(LoadedFlow(text).table)
    }

    @Test("There is one value for each parameter, or none at all", arguments: [0, 1, 2, 3, 4])
    func count(of values: Int) throws {
        let declared = ["", "param tries: int 1...5 = 3", "param tries: int 1...5 = 3\nparam more: int 1...5 = 3"]
        for (count, parameters) in declared.enumerated() {
            let flow = try Self.flow(declaring: parameters)
            let chosen = [Value](repeating: .integer(2), count: values)
            if values == 0 || values == count {
                #expect(try flow.chosen(chosen).count == values)
            } else {
                #expect(
                    throws: RunError.invalidInput(.parameterCount(flow: "Door", found: values, expected: count))
                ) { try flow.chosen(chosen) }
            }
        }
    }

    @Test("A value of another type or out of its range is refused by the name of its parameter")
    func ranges() throws {
        let flow = try Self.flow(declaring: "param tries: int 1...5 = 3\nparam more: int 1...5 = 3")
        for wrong in [Value.integer(0), .integer(6), .bool(true), .duration(2), .withheld] {
            #expect(throws: RunError.invalidInput(.parameter("more", flow: "Door"))) {
                try flow.chosen([.integer(1), wrong])
            }
        }
    }
}
