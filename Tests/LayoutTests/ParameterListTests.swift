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

    /// How public functions begin that need no list, because nobody writes a call of them.
    private static let exceptions = [
        // The names of its sides are not written where an operator is used.
        "func == (",
        // A set, an encoder or a decoder calls these.
        "func hash(into ", "func encode(to ", "init(from ",
        // A literal stands in the place of the call.
        "init(stringLiteral ", "init(integerLiteral ", "init(floatLiteral ", "init(booleanLiteral ",
        "init(arrayLiteral ", "init(dictionaryLiteral ",
    ]

    @Test("Each public function has a list of its parameters, unless another comment speaks of them")
    func listed() throws {
        let files = try Repository.files(in: "Sources")
        let functions = files.flatMap(\.publicFunctions)
        #expect(functions.count > 250)
        let requirements = Set(functions.filter(\.isRequirement).map(\.head))
        for file in files {
            for wrong in file.unlistedParameters(inheriting: requirements, except: Self.exceptions) {
                Issue.record("\(wrong)")
            }
        }
        for exception in Self.exceptions {
            let isNeeded = functions.contains { $0.head.hasPrefix(exception) }
            #expect(isNeeded, "no public function begins with '\(exception)'")
        }
    }

    @Test("A public function without a list is found, and one of whose parameters others speak is not")
    func plantedWithoutList() {
        let text = """
            public protocol Door {
                /// Opens.
                func open(with key: Key)

                /// Shuts.
                ///
                /// - Parameter limit: in milliseconds.
                func shut(within limit: Int)
            }

            extension Door {
                /// Does nothing.
                public func open(with key: Key) {}

                public func shut(
                    within limit: Int
                ) {}

                /// Rings.
                @discardableResult
                public func ring(_ times: Int) -> Bool { true }

                public func knock(_ times: Int) {}

                func hide(_ times: Int) {}
            }

            public struct Key: Hashable {
                /// How many teeth there are.
                public var teeth: Int
                var color: Int

                public init(teeth: Int) {}

                /// A key of one color.
                public init?(teeth: Int, color: Int = 1) {}

                /// As a set asks for it.
                public func hash(into hasher: inout Hasher) {}
            }

            protocol Lock {
                /// Locks.
                func lock(with key: Key)
            }
            """
        let file = SwiftText(path: "A.swift", text: text)
        let requirements = Set(file.publicFunctions.filter(\.isRequirement).map(\.head))
        #expect(requirements == ["func open(with key: Key)", "func shut(within limit: Int)"])
        #expect(
            file.unlistedParameters(inheriting: requirements, except: ["func hash(into "])
                == ["A.swift:3: key", "A.swift:21: times", "A.swift:23: times", "A.swift:36: color, teeth"])
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

            /// Performs.
            /// - Parameter effect: with its arguments.
            nonisolated(nonsending) func perform(_ effect: Int) async {}
            """
        #expect(
            SwiftText(path: "A.swift", text: text).wrongParameterLists
                == ["A.swift:4: report, system", "A.swift:11: binding", "A.swift:15: key", "A.swift:31: limit"])
    }
}
