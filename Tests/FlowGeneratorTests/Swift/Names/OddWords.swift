import FlowGenerator
import FlowLanguage
import FlowMachine
import Foundation
import KeywayCore

/// Words that a name of a spec may be and that Swift, or generated code, has a use for.
enum OddWords {
    /// What the rules list, Swift's words by position, and every name in generated files.
    static func all(beside files: [String]) -> [String] {
        let listed = [
            SwiftNames.keywords, SwiftNames.unusable, SwiftNames.standardTypes, SwiftNames.modules,
            SwiftNames.typesOfGeneratedCode, SwiftNames.typesOfGeneratedTests,
            SwiftNames.membersOfFlow, SwiftNames.membersOfSuites, SwiftNames.membersOfLists,
            SwiftNames.membersOfContext,
            SwiftNames.membersOfHandlers, SwiftNames.typesUsedByMembers, SwiftNames.wordsBeforeTypes,
            SwiftNames.unusableForFields,
        ]
        let words = listed.reduce(wordsByPosition) { $0.union($1) }.union(files.flatMap(names)).union(["_", "__"])
        return words.subtracting(wordsOfTheLanguage).sorted()
    }

    /// Words that Swift reads as its own in some positions only.
    private static let wordsByPosition: Set<String> = [
        "consume", "convenience", "copy", "didSet", "discard", "distributed", "dynamic", "get", "indirect", "infix",
        "isolated", "lazy", "left", "macro", "module", "mutating", "none", "nonmutating", "of", "open", "optional",
        "override", "postfix", "prefix", "required", "right", "then", "unowned", "unsafe", "weak", "willSet", "yield",
    ]

    /// What can name nothing in a spec (rule 0b), and the event that every flow has.
    static let wordsOfTheLanguage: Set<String> = [
        "and", "or", "not", "in", "true", "false", "nil", "present", "absent", "when", "otherwise", "on", "enter",
        "ignore", "reject", "late", "hold", "after", "within", "stay", "keep", "set", "clear", "take", "run", "do",
        "state", "group", "choice", "timer", "lane", "child", "final", "unrecognised",
    ]

    /// The list of the public names of all modules: types and members.
    static func publicNames() throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: "LayoutTests/PublicNames.txt"), encoding: .utf8)
    }

    /// The names in a Swift file, without those in comments and strings, and without names with an underscore, which are those of a spec.
    static func names(in file: String) -> [String] {
        let outsideLongTexts = file.split(separator: "\"\"\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        return outsideLongTexts.joined(separator: "\n").split(separator: "\n").flatMap { line in
            let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
            let outsideTexts = code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            return outsideTexts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }
                .filter { !$0.contains("_") && $0.first?.isLetter == true }.map(String.init)
        }
    }
}
