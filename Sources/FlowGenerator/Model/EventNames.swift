import FlowLanguage
import FlowMachine
import KeywayCore

/// The events' names as generated code has them, each a single word, by the events' positions in the machine.
struct EventNames {
    /// The name of each event; nil for a `stale` event, which only stands for another event of an earlier attempt or order.
    let all: [String?]

    init(_ machine: Machine) {
        var taken = Set(machine.events.compactMap(\.givenName))
        all = machine.events.map { event in
            guard case .timer(let timer) = event.signature.origin, event.isUnnamedTimer else { return event.givenName }
            var name = machine.name(madeFor: timer)
            while !taken.insert(name).inserted { name += "Timer" }
            return name
        }
    }

    /// The events that have a name, with their positions in the machine.
    var named: [(position: Int, name: String)] {
        all.enumerated().compactMap { position, name in name.map { (position, $0) } }
    }
}

extension Machine.Event {
    /// The event's name as one word; nil for a `stale` event, and for a timer that the spec gives no name.
    fileprivate var givenName: String? {
        switch signature.origin {
        case .stale: nil
        case .timer: isUnnamedTimer ? nil : name
        // `silentFailed` for `silent.failed`, the end of a sub-flow.
        case .child: OneWord.joined([name])
        default: name
        }
    }

    /// Whether the event is that of an `after` or `within`; only such a timer has a space in its name, such as `after 30s`.
    fileprivate var isUnnamedTimer: Bool {
        if case .timer = signature.origin { name.contains(" ") } else { false }
    }
}

extension Machine {
    /// `runningAfter30s` for the `after 30s` of `running`, `within15m` for the deadline of the whole flow. The timer has no name of its
    /// own, only the text of its declaration.
    fileprivate func name(madeFor timer: Int) -> String {
        let scope = scopes[timers[timer].scope]
        return OneWord.joined((scope.kind == .file ? [] : [scope.name.text]) + [timers[timer].name])
    }
}

/// Several words as one name.
enum OneWord {
    /// `after 30s` as `after30s`.
    static func joined(_ words: [String]) -> String {
        let parts = words.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
        return parts.enumerated().map { $0.offset == 0 ? $0.element : capitalized($0.element) }.joined()
    }

    /// The name with its first letter in upper case.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
