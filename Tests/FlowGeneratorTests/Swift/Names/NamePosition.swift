/// A place of a spec where a name can stand, and flows with odd words there.
enum NamePosition: String, CaseIterable, CustomStringConvertible {
    case flow, state, timer, lane, child, command, callback, reply, field, effect, variable, parameter, enumeration
    case enumerationCase

    var description: String { rawValue }

    /// The flows, with their names, in which each of the words stands in this position.
    ///
    /// Each flow has few of the words, so that its cells stay few, and no two that differ only in their first letter's case.
    func flows(of words: [String]) -> [(name: String, text: String)] {
        // A name like a type's may hide types, which shows in a flow that uses most constructs. Any other may hide functions, which
        // shows in a small flow.
        if self == .flow {
            return words.map {
                ($0, $0.first?.isUppercase == true ? Self.usingMostConstructs(named: $0) : Self.small(named: $0))
            }
        }
        let (upper, lower) = (
            words.filter { $0.first?.isUppercase == true }, words.filter { $0.first?.isUppercase != true }
        )
        return (upper.inParts(of: 50) + lower.inParts(of: 50)).enumerated().map { number, part in
            let name = "Odd\(rawValue)_\(number)"
            if self == .enumeration { return (name, Self.usingMostConstructs(named: name, with: part)) }
            return (name, "flow \(name) version 1\nwithin 15m -> ended_\nfinal ended_ \(text(with: part))")
        }
    }

    private func text(with words: [String]) -> String {
        func lines(_ line: (String) -> String) -> String { words.map(line).joined(separator: "\n") }
        let list = words.joined(separator: ", ")
        switch self {
        case .flow, .enumeration: return ""
        case .state:
            let chain = zip(words, words.dropFirst() + ["ended_"]).map { state, next in
                "state \(state) waits for user { on next_ -> \(next) }"
            }
            return "\ncommand next_\n" + chain.joined(separator: "\n")
        case .timer:
            return "\nstate only_ {\n" + lines { "timer \($0)" } + "\nenter {\n" + lines { "set \($0) 1s" }
                + "\n}\non \(list) -> ended_\n}"
        case .lane:
            return "\nstate only_ waits for user {\n" + lines { "lane \($0) of SDK_\($0)" } + "\nenter {\n"
                + lines { "take \($0)" } + "\n}\non \(list) -> ended_\n}"
        case .child:
            let ends = words.map { "\($0).over_" }.joined(separator: ", ")
            return "\nstate only_ {\n" + lines { "child \($0) = Inner_" } + "\nenter {\n" + lines { "run \($0).go_" }
                + "\n}\non \(ends) -> ended_\n}"
        case .command: return "\ncommand \(list)\nstate only_ waits for user { on \(list) -> ended_ }"
        case .callback:
            let rows = words.enumerated().map { "WORD\($0) => \($1)" }.joined(separator: "\n")
            return "\ncallback \(list)\nsource sdk_ = \"SDK_\" by kind_ singleton {\n\(rows)\n}\nignore unrecognised\n"
                + "state only_ waits for user { on \(list) -> ended_ }"
        case .reply:
            return "\neffect ask_ replies \(list) otherwise \(words.first ?? "")\n"
                + "state only_ { enter { do ask_ } on \(list) -> ended_ }"
        case .field:
            let rows = lines {
                "on the\($0)_it when \($0) -> ended_ { \($0)_it = \($0) }\nignore the\($0)_it otherwise"
            }
            return "keeps \(words.map { "\($0)_it" }.joined(separator: ", "))\n"
                + "context {\n" + lines { "\($0)_it: bool = false" } + "\n}\n"
                + lines { "command the\($0)_it(\($0): bool)" } + "\nstate only_ waits for user {\n\(rows)\n}"
        case .effect:
            return "\n" + lines { "effect \($0)(it_: bool) replies agreed_ otherwise agreed_" }
                + "\nstate only_ { enter {\n" + lines { "do \($0)(true)" } + "\n} on agreed_ -> ended_ }"
        case .variable:
            return "keeps \(list)\ncommand next_\ncontext {\n" + lines { "\($0): bool = false" }
                + "\n}\neffect tell_(" + words.map { "\($0)_it: bool" }.joined(separator: ", ")
                + ")\nstate only_ waits for user { on next_ -> ended_ { do tell_(\(list)) } }"
        case .parameter:
            return "\ncommand next_\n" + lines { "param \($0): bool = false" } + "\neffect tell_("
                + words.map { "\($0)_it: bool" }.joined(separator: ", ")
                + ")\nstate only_ waits for user { on next_ -> ended_ { do tell_(\(list)) } }"
        case .enumerationCase:
            return "keeps kept_\nenum Word_ { \(list) }\ncontext { kept_: Word_? }\ncommand next_(word_: Word_)\n"
                + "state only_ waits for user {\n"
                + lines { "on next_ when word_ == \($0) -> ended_ { kept_ = word_ }" } + "\n}"
        }
    }

    /// A flow that uses most constructs of the language once, and declares an enum for each name in `enumerations`.
    ///
    /// All other names in it end in an underscore, so that `OddWords` leaves them out. A provider's word, as `HEARD`, is a string in Swift.
    static func usingMostConstructs(named name: String, with enumerations: [String] = []) -> String {
        """
        flow \(name) version 1
        \(enumerations.map { "enum \($0) { near_, far_ }" }.joined(separator: "\n"))

        type Text_ = text(1...64) personal
        type Key_ = text(1...64) secret
        enum Way_ { near_ = 1, far_ = 2 ... 9, other_ = * }

        context {
          text_: Text_?, key_: Key_?, way_: Way_ = near_, ways_: set of Way_?
          count_: int 0...3 = 0, lit_: bool = false, wait_: duration?, ended_: Inner_.Why_?, whys_: set of Inner_.Why_?
          \(enumerations.map { "\($0)_it: \($0) = near_" }.joined(separator: "\n  "))
        }

        command go_(text_: Text_, ways_: set of Way_, wait_: duration), stop_
        callback heard_(way_: Way_, key_: Key_?)

        effect call_(text_: Text_) once starts attempt calls SDK_.call_
        effect ask_(text_: Text_?, key_: Key_?, way_: Way_, ways_: set of Way_?, count_: int 0...3, wait_: duration?)
               replies yes_(count_: int 0...3), no_ otherwise no_ within 10s
        effect show_(\((["lit_: bool"] + enumerations.map { "\($0)_it: \($0)" }).joined(separator: ", "))) volatile

        source sdk_ = "SDK_" by kind_ stamped {
          HEARD => heard_(way_: code_, key_: data_.key_)
        }

        final done_ keeps \((["text_", "way_"] + enumerations.map { "\($0)_it" }).joined(separator: ", "))
        final failed_
        require done_ only after yes_
        require always count_ < 3

        within 15m -> failed_
        on stop_ -> failed_
        ignore unrecognised, stale heard_
        reject other
        late other

        state idle_ waits for user {
          on go_ when way_ == near_ and not lit_ -> sorting_ { keep text_, ways_, wait_ }
          on go_ otherwise -> failed_
        }

        choice sorting_ {
          when far_ in ways_ and count_ < 2 -> asking_ { count_ += 1 }
          when far_ in ways_ and count_ >= 2 -> failed_
          otherwise -> inner_
        }

        group working_ {
          timer patience_
          enter { set patience_ 20s }
          on patience_ -> failed_

          state asking_ {
            lane queue_ of SDK_
            enter { do call_(text_); do ask_(text_, key_, way_, ways_, count_, wait_); take queue_ }
            hold patience_
            on yes_ when count_ > 1 -> done_
            on yes_ otherwise -> inner_ {
              clear patience_; lit_ = true
              do show_(\((["lit_"] + enumerations.map { "\($0)_it" }).joined(separator: ", ")))
            }
            on no_ -> inner_
            on queue_ stay
            on heard_ when key_ present and way_ in { near_, far_ } stay { keep way_, key_ }
            ignore heard_ otherwise
            after 30s -> failed_
          }
          state inner_ {
            child leg_ = Inner_
            enter { run leg_.go_ }
            on leg_.over_ when why_ == near_ or why_ absent -> failed_ { ended_ = why_; whys_ = all_; keep key_ }
            on leg_.over_ otherwise -> failed_ { ended_ = far_; lit_ = isLit_ }
            late heard_
          }
        }
        """
    }

    private static func small(named name: String) -> String {
        """
        flow \(name) version 1
        context { lit_: bool = false }
        command go_(lit_: bool)
        effect ask_(lit_: bool) replies yes_ otherwise yes_
        final done_
        within 15m -> done_
        reject other
        late other
        state idle_ waits for user { on go_ when lit_ -> asking_ { keep lit_ } ignore go_ otherwise }
        state asking_ { enter { do ask_(lit_) } on yes_ -> done_ }
        """
    }

    /// The sub-flow of the flow that uses most constructs.
    static let inner = """
        flow Inner_ version 1
        type Key_ = text(1...64) secret
        enum Why_ { near_, far_ }
        context { why_: Why_?, all_: set of Why_?, key_: Key_?, isLit_: bool = false }
        command go_, cancel
        final over_ keeps why_, all_, key_, isLit_
        within 15m -> over_
        state first_ waits for user { on go_, cancel -> over_ }
        """
}

extension [String] {
    fileprivate func inParts(of count: Int) -> [[String]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
