import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import KeywayTesting

@testable import FlowGenerator

/// Two flows, the second with the first as its sub-flow, whose names are drawn at random from a few words.
///
/// The words are so few that most of them name several things, as a state, an event and a field.
struct DrawnNames {
    /// A name space of the language, in which names differ.
    private enum Space: CaseIterable {
        case flows, types, targets, events, effects, values

        /// The placeholders by which `DrawnTexts` names the things in this name space.
        var things: [String] {
            switch self {
            case .flows: ["Inner_", "Outer_"]
            case .types: ["Key_", "Why_", "Way_"]
            case .targets: ["first_", "second_", "third_", "sorting_", "group_", "over_", "failed_"]
            case .events: ["go_", "turn_", "heard_", "yes_", "no_", "patience_", "leg_", "twin_", "queue_"]
            case .effects: ["ask_", "tell_", "call_"]
            // Variables, fields and parameters, and the cases of enums as well: where a value stands, a name can be of either.
            case .values:
                [
                    "why_", "whys_", "key_", "isLit_", "count_", "other_", "left_", "right_", "tries_", "wait_",
                    "near_", "far_", "none_",
                ]
            }
        }
    }

    /// An error of a drawn flow that is not about names in Swift.
    struct OtherError: Error {
        var text: String
    }

    private var generator: SeededGenerator
    private let words: [String]
    /// The words that `check` has refused as names, by name space.
    private var refused: [Space: Set<String>] = [:]
    /// The drawn word for each placeholder.
    private var names: [String: String] = [:]

    init(seed: UInt64, among words: [String]) {
        generator = SeededGenerator(seed: seed)
        // Both flows have events of these names.
        let words = Set(words).subtracting(["cancel", "restored"])
        self.words = Array(words.sorted().shuffled(using: &generator).prefix(30))
    }

    /// The two flows as soon as `check` has nothing against their names; any other error of theirs is thrown.
    mutating func accepted() throws -> [LoadedFlow] {
        while true {
            draw()
            let inner = text(DrawnTexts.inner)
            let outer = text(DrawnTexts.outer)
            let directory = FlowDirectory { [innerName = text("Inner_")] name in
                name == innerName ? .text(SourceText(path: "inner.flow", bytes: Array(inner.utf8))) : .nothing
            }
            if try refuse(inner, beside: directory) || refuse(outer, beside: directory) { continue }
            return [
                try LoadedFlow(inner, path: "inner.flow"),
                try LoadedFlow(outer, path: "outer.flow", among: directory),
            ]
        }
    }

    private mutating func draw() {
        for space in Space.allCases {
            var usable = words.filter { refused[space]?.contains($0) != true }
            // A word may have been refused only beside the name that another thing had, so all are tried again where too few are left.
            if usable.count < space.things.count { (usable, refused[space]) = (words, nil) }
            for (thing, word) in zip(space.things, usable.shuffled(using: &generator)) { names[thing] = word }
        }
    }

    private func text(_ template: String) -> String {
        var (text, end) = ("", template.startIndex)
        for name in template.matches(of: /\b\w+_\b/) {
            text += template[end..<name.range.lowerBound] + (names[String(name.output)] ?? String(name.output))
            end = name.range.upperBound
        }
        return text + template[end...]
    }

    /// Whether `check` refuses a name of the text; each refused word is noted, and not drawn again in its name space.
    private mutating func refuse(_ text: String, beside directory: FlowDirectory) throws -> Bool {
        let source = SourceText(path: "drawn.flow", bytes: Array(text.utf8))
        let problems = check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
            .filter { $0.severity == .error }
        for problem in problems {
            let word = String(decoding: source.bytes[problem.range.lower..<problem.range.upper], as: UTF8.self)
            let spaces = Space.allCases.filter { $0.things.contains { names[$0] == word } }
            guard problem.code == .unusableInSwift, !spaces.isEmpty else {
                throw OtherError(text: "\(problem.code.name): \(problem.message) in\n\(text)")
            }
            for space in spaces { refused[space, default: []].insert(word) }
        }
        return !problems.isEmpty
    }
}

/// The texts of the two flows: each name that ends in an underscore is a placeholder for a drawn word.
private enum DrawnTexts {
    static let inner = """
        flow Inner_ version 1
        type Key_ = text(1...64) secret
        enum Why_ { near_ = 1, far_ = 2 ... 9, none_ = * }
        param tries_: int 1...3 = 2
        context {
          why_: Why_?, whys_: set of Why_?, key_: Key_?, isLit_: bool = false, count_: int 0...9?, left_: int 0...3 = 0
          right_: int 0...3 = 1, wait_: duration?
        }
        command go_(why_: Why_, count_: int 0...9?, other_: int 0...3?, whys_: set of Why_, wait_: duration)
        command turn_(isLit_: bool, why_: Why_?, other_: int 0...3?), cancel
        callback heard_(why_: Why_?, key_: Key_?)
        effect ask_(why_: Why_, count_: int 0...9, key_: Key_?) replies yes_(count_: int 0...9?, key_: Key_?), no_
               otherwise no_ within 10s
        effect tell_(isLit_: bool, whys_: set of Why_?) volatile
        source sdk_ = "SDK" by kind stamped { HEARD => heard_(why_: code, key_: data) }
        final over_ keeps why_, whys_, key_, isLit_, count_, left_, wait_
        final failed_
        within 15m -> failed_
        on cancel -> failed_
        ignore unrecognised, stale heard_
        reject other
        late other
        state first_ waits for user {
          on go_ when count_ < other_ and why_ in whys_ -> sorting_ {
            keep why_, whys_, count_, wait_; left_ = right_; right_ = left_
          }
          on go_ otherwise stay { keep why_ }
          on turn_ when why_ != near_ or not (other_ == left_) stay { keep isLit_; do tell_(isLit_, nil) }
          on turn_ otherwise stay { left_ = right_; right_ = left_; do tell_(isLit_, whys_) }
          ignore heard_
        }
        choice sorting_ {
          when far_ in whys_ or why_ == none_ -> second_ { left_ = right_; right_ = left_ }
          otherwise -> failed_ { do tell_(true, whys_) }
        }
        group group_ {
          timer patience_
          enter { set patience_ 20s; left_ = right_; right_ = left_ }
          on patience_ -> failed_
          state second_ {
            enter { do ask_(near_, tries_, key_) }
            on yes_ when count_ present -> third_ { keep count_, key_; set patience_ 9s }
            on yes_ otherwise -> first_
            on no_ -> first_
            on heard_ when why_ == none_ and key_ present stay { keep why_, key_ }
            ignore heard_ otherwise
            hold patience_
          }
          state third_ waits for user {
            on turn_ when other_ == 2 and isLit_ and right_ == 0 -> over_ { keep isLit_ }
            on turn_ otherwise -> third_
            on heard_ stay
          }
        }
        """

    static let outer = """
        flow Outer_ version 1
        enum Way_ { far_, none_, near_ }
        param tries_: int 1...3 = 2
        context { isLit_: bool = false, why_: Inner_.Why_?, whys_: set of Inner_.Why_?, left_: Way_ = none_, right_: Way_? }
        command go_(left_: Way_, right_: Way_?), cancel
        effect ask_(left_: Way_, why_: Inner_.Why_?) replies yes_(right_: Way_), no_ otherwise no_
        effect tell_(right_: Way_?)
        effect call_ once starts attempt
        final over_ keeps why_, whys_, left_, right_
        final failed_
        within 15m -> failed_
        on cancel -> failed_
        on restored stay
        ignore unrecognised
        reject other
        late other
        state first_ waits for user {
          on go_ when right_ != none_ -> second_ { keep left_, right_; do tell_(right_) }
          on go_ otherwise -> second_ { keep left_ }
        }
        group group_ {
          child leg_ = Inner_(tries_: tries_)
          child twin_ = Inner_
          on leg_.over_ when why_ == near_ -> third_ { keep why_, whys_ }
          on leg_.over_ otherwise -> failed_ { keep isLit_, why_ }
          on leg_.failed_, twin_.over_, twin_.failed_ -> failed_
          state second_ {
            enter { run leg_.turn_(true, why_, 3); run twin_.turn_(isLit_, nil, nil) }
            after 60s -> failed_
          }
        }
        state third_ {
          lane queue_ of Lanes
          enter { take queue_ }
          on queue_ stay { do ask_(left_, why_); do call_ }
          on yes_ when right_ == far_ or left_ != near_ -> over_ { keep right_ }
          on yes_ otherwise -> failed_
          on no_ -> failed_
          after 60s -> failed_
        }
        """
}
