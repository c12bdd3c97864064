import FlowFixtures

/// A thing in a flow that has a name, and a flow in which each of them stands once.
enum NamedThing: String, CaseIterable {
    case flow, enumeration, enumCase, state, choice, group, final, command, callback, reply, timer, lane, child, asking
    case telling, bare, variable, set, parameter, field, answered

    /// The name that the thing has where no other is chosen.
    func name(in number: Int) -> String {
        // A flow's name begins like a type's; so may any other.
        self == .flow ? "Flow\(number)" : "\(rawValue)\(number)"
    }

    /// What generated Swift makes of the thing's name, besides the name itself.
    func derivedNames(of name: String) -> [String] {
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        let lower = name.prefix(1).lowercased() + name.dropFirst()
        let own =
            switch self {
            case .flow: ["\(name)Tests", "\(name)Switch"]
            case .asking: ["\(capital)Reply"]
            case .state: ["in\(capital)", "\(name)After30s", "\(name)After30sTimer"]
            case .group: ["\(name)After30s"]
            case .choice: ["through\(capital)"]
            case .child: ["\(name)Over", "\(name)Shut"]
            case .field, .answered: ["\(name)Field"]
            default: [String]()
            }
        return [name, name == capital ? lower : capital] + own
    }

    /// The flow in which the things have these names; any other is called as `name(in:)` says.
    ///
    /// - Parameter isPackable: whether to leave out the sub-flow and the lane, with which a flow is not packed.
    static func flow(_ number: Int, named names: [NamedThing: String], isPackable: Bool) -> String {
        let lines = text.split(separator: "\n").filter {
            !isPackable || !($0.contains("{child}") || $0.contains("{lane}"))
        }
        return allCases.reduce(lines.joined(separator: "\n")) { text, thing in
            text.changingIfPresent("{\(thing.rawValue)}", to: names[thing] ?? thing.name(in: number))
        }
    }

    /// The names in braces are placeholders; those with an underscore at their end are the flow's own and no word of generated code.
    private static let text = """
        flow {flow} version 1
        type Key_ = text(1...64) secret
        enum {enumeration} { none = 1, {enumCase}, some = * }
        param {parameter}: {enumeration} = some
        context {
          {variable}: {enumeration}? = none
          {set}: set of {enumeration}?
          plain_: {enumeration} = none, count_: int 0...3 = 0, key_: Key_?
        }
        command {command}({field}: {enumeration}?, number_: int 0...9?, whys_: set of {enumeration}), cancel
        callback {callback}({field}: {enumeration}, key_: Key_?)
        effect {asking}(why_: {enumeration}?, {field}: int 0...3)
               replies {reply}({answered}: int 0...3, why_: {enumeration}?), no_ otherwise no_ within 10s
        effect {telling}({field}: {enumeration}?)
        effect {bare} once starts attempt
        source sdk_ = "SDK" by kind singleton { HEARD => {callback}({field}: code, key_: data) }
        final {final} keeps {variable}, count_
        final failed_
        within 15m -> failed_
        on cancel -> failed_
        ignore unrecognised
        reject other
        late other
        state {state} waits for user {
          on {command} when {field} == none and number_ < 3 -> {choice} { {variable} = {field}; do {bare} }
          on {command} otherwise -> {choice} { {set} = whys_; do {telling}({field}) }
          on {callback} when {field} == some -> {choice} { {variable} = {field}; key_ = key_; do {telling}({field}) }
          ignore {callback} otherwise
          after 30s -> {choice} { do {telling}({variable}) }
        }
        choice {choice} {
          when {variable} == none and {enumCase} in {set} and {parameter} == some -> second_ { do {bare} }
          otherwise -> {group}In_ { {variable} = none; do {telling}({parameter}) }
        }
        group {group} {
          timer {timer}
          enter { set {timer} 20s }
          on {timer} -> failed_
          after 30s -> failed_
          state second_ {
            enter { do {asking}({variable}, count_) }
            on {reply} when {answered} > 1 and why_ == none -> {group}In_ { {variable} = why_ }
            on {reply} otherwise -> failed_
            on no_ -> {final}
          }
          state {group}In_ {
            child {child} = Inner_
            lane {lane} of Lanes
            enter { take {lane}; run {child}.go_ }
            on {lane} stay
            on {child}.Over when why_ == near_ -> {final}
            on {child}.Over otherwise -> failed_
            on {child}.shut -> failed_
            ignore {callback}
          }
        }
        """

    /// The sub-flow.
    static let inner = """
        flow Inner_ version 1
        enum Why_ { near_, none }
        context { why_: Why_? = none }
        command go_, cancel
        final Over keeps why_
        final shut
        within 15m -> shut
        on cancel -> shut
        state first_ waits for user { on go_ -> Over }
        """
}
