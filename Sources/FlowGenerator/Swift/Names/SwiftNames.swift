/// What the names of a spec cannot become in generated Swift.
///
/// Source: The Swift Programming Language, "Lexical Structure", keywords and punctuation.
package enum SwiftNames {
    /// Words that are names in Swift only between backticks.
    package static let keywords: Set<String> = [
        "Any", "Self", "actor", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
        "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
        "nil", "nonisolated", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]

    /// Words that cannot name a member or a nested type, not even in backticks.
    package static let unusable: Set<String> = ["self", "Type", "Protocol"]

    /// Types that every Swift file sees, so that a type of the same name hides them or is taken for them.
    package static let standardTypes: Set<String> = [
        "Actor", "AnyHashable", "AnyObject", "Array", "ArraySlice", "AsyncSequence", "AsyncStream", "Bool",
        "CancellationError",
        "Character", "ClosedRange", "Clock", "Codable", "Collection", "Comparable", "ContiguousArray",
        "ContinuousClock", "Decodable", "Decoder", "Dictionary", "Double", "Duration", "Encodable", "Encoder",
        "Equatable", "Error", "Float", "Hashable", "Hasher", "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8",
        "Iterator", "IteratorProtocol", "MainActor", "Mirror", "Never", "Optional", "OptionSet", "Range",
        "RawRepresentable", "Result", "Sendable", "Sequence", "Set", "Slice", "StaticString", "String", "Substring",
        "SuspendingClock", "Task", "TaskGroup", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Unicode",
        "UnsafePointer", "Void",
    ]

    /// Modules that generated code and its callers import, so that a type of the same name hides them.
    package static let modules: Set<String> = [
        "Foundation", "Keyway", "KeywayCore", "KeywayFileLog", "KeywayLog", "KeywayOrchestrator", "KeywayPacked",
        "KeywayReplay",
        "KeywayRuns", "KeywaySuites", "KeywayTesting", "KeywayViews", "Swift", "Testing", "XCTest",
    ]

    /// The types that generated code speaks of inside a flow's own namespace.
    package static let typesOfGeneratedCode: Set<String> = [
        "Command", "Context", "Effect", "EffectOrder", "EffectSet", "Effects", "Event",
        "Flow",
        "FlowContext", "FlowEffects", "FlowEnumeration", "FlowEvent", "FlowParameters", "FlowReply", "FlowState",
        "FlowWord",
        "NoParameters", "OptionSet", "PackableEvent", "PackableFlow", "PackedEvent", "PackedFields", "Parameters",
        "Performed", "State", "SubFlow", "Table", "UInt16", "UInt32", "Value",
        "Any", "Array", "Bool", "CaseIterable", "Comparable", "Dictionary", "Duration", "Equatable", "Error",
        "Hashable", "Int", "Int32", "Int64", "Never", "Optional", "Self", "Sendable", "Set", "String", "Swift",
        "UInt64", "UInt8", "Void",
    ]

    /// The other types that the tests of a generated flow speak of.
    package static let typesOfGeneratedTests: Set<String> = [
        "FlowSuite", "ReadableSwitch", "Requirement", "Suite", "SwitchProgress",
        "SwitchVerdict", "Test",
    ]

    /// Members of a flow's generated suite, where Swift would take a flow of the same name for the member.
    package static let membersOfSuites: Set<String> = [
        "cells", "declarations", "packed", "readableSwitch", "seed", "spec", "walk",
    ]

    /// Words that Swift reads as its own where a type stands, or before one.
    package static let wordsBeforeTypes: Set<String> = ["any", "async", "each", "sending", "some"]

    /// What a flow's type declares besides the types of the spec: no enum and no reply type may be called so.
    package static let membersOfFlow: Set<String> = [
        "Parameters", "annotations", "answers", "begin", "decode", "packing", "reduce", "state", "table",
    ]

    /// What a type that lists states, or the cases of an enum, has besides its cases.
    package static let membersOfLists: Set<String> = ["AllCases", "RawValue", "allCases"]

    /// What the generated `Context` has besides the variables.
    package static let membersOfContext: Set<String> = ["hash", "hashValue", "init", "values"]

    /// What the handlers' protocol and the set of effects have or use besides the effects.
    package static let membersOfHandlers: Set<String> = [
        "ArrayLiteralElement", "EffectOrder", "EffectSet", "Element", "Performed", "RawValue", "Self", "rawValue",
    ]

    /// What the handlers' protocol, and the type that names sub-flows, have or use besides the sub-flows.
    package static let membersOfSubFlows: Set<String> = ["EffectOrder", "Performed", "Self"]

    /// Types that generated members use, and that an event, effect or variable of the same name would hide there.
    package static let typesUsedByMembers: Set<String> = [
        "PackedEvent", "PackedFields", "Value",
    ]

    /// Words that cannot be the name of a field: as the label of a parameter Swift reads them as a modifier.
    package static let unusableForFields: Set<String> = ["inout", "let", "var"]

    /// Whether the name is made of nothing but underscores, which Swift reads as no name.
    package static func isBlank(_ name: String) -> Bool { name.allSatisfy { $0 == "_" } }
}
