import TestThreads
import Testing

@Suite("Lists of parameters in comments", .longComputation)
struct ParameterListTests {
    @Test("A comment names no parameter that is not there, and a public list of parameters has all of them")
    func complete() throws {
        for folder in ["Sources", "Tools"] {
            for file in try Repository.files(in: folder) {
                for wrong in file.wrongParameterLists { Issue.record("\(wrong)") }
            }
        }
    }

    @Test("A parameter that is missing, invented or outside the list is found, and complete lists are not")
    func planted() {
        let text = """
            /// Explores.
            /// - Parameters:
            ///   - limit: the greatest number.
            public func explore(_ system: System, limit: Int = 4, reporting report: (Int) -> Bool = { _ in true }) {}

            /// Encrypts.
            ///
            /// - Parameters:
            ///   - plain: bytes.
            /// - binding: what the bytes belong to.
            public func seal(_ plain: [UInt8], boundTo binding: [UInt8]) {}

            /// - Parameter key: what was found.
            @discardableResult
            package static func open<Key: Hashable>(
                at place: [Key: (Int, name: String)], else other: Int
            ) -> Bool { true }

            /// Whole.
            /// - Parameters:
            ///   - first: one, in milliseconds:
            ///     from 1 on.
            ///   - second: two.
            /// - Returns: both.
            init<Value>(first: Value, _ second: [Int: (Value, label: Int)] = [:]) where Value: Sendable {}

            /// Waits.
            ///
            /// - `limit`: in milliseconds.
            /// - `none`: no parameter.
            func wait(for limit: Int) {}
            """
        #expect(
            SwiftText(path: "A.swift", text: text).wrongParameterLists
                == ["A.swift:4: report, system", "A.swift:11: binding", "A.swift:15: key", "A.swift:31: limit"])
    }
}
