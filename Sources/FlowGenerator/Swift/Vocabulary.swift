import FlowLanguage
import FlowMachine
import KeywayCore

/// What the words of a flow are called in Swift; a list goes by the positions in the machine.
struct Vocabulary {
    let machine: Machine
    /// Nil for the stale event of another: it comes as that one.
    let events: [String?]

    init(_ machine: Machine) {
        self.machine = machine
        var taken = Set(machine.events.filter { !$0.isUnnamedTimer }.map(\.name))
        var named: [String?] = []
        for event in machine.events {
            switch event.signature.origin {
            case .stale: named.append(nil)
            case .timer(let timer) where event.isUnnamedTimer:
                var name = machine.name(ofUnnamed: timer)
                while !taken.insert(name).inserted { name += "Timer" }
                named.append(name)
            case .child, .lane: named.append(SwiftIdentifier.joined([event.name]))
            default: named.append(event.name)
            }
        }
        events = named
    }

    /// The flow's name.
    var flow: String { machine.name.text }

    /// The events that have a case, with their positions.
    var cases: [(position: Int, name: String, event: Machine.Event)] {
        zip(machine.events.indices, zip(events, machine.events)).compactMap { position, event in
            event.0.map { (position, $0, event.1) }
        }
    }

    func type(of field: Field) -> String { bareType(of: field.kind) + (field.isOptional ? "?" : "") }

    func bareType(of kind: Kind) -> String {
        switch kind {
        case .bool: "Bool"
        case .integer: "Int"
        case .duration: "Duration"
        case .text: "String"
        case .enumCase(let position): type(of: machine.enumerations[position])
        case .set(let position): "Set<\(type(of: machine.enumerations[position]))>"
        }
    }

    /// The enum's type as code inside the flow's own type names it; one of a sub-flow's flow is that flow's type.
    private func type(of enumeration: Enumeration) -> String {
        enumeration.name.split(separator: ".").map { SwiftIdentifier.type(String($0)) }.joined(separator: ".")
    }

    /// A value as an expression of the field's type.
    func literal(_ value: Value?, of kind: Kind) -> String {
        switch (value, kind) {
        case (.bool(let flag)?, _): flag ? "true" : "false"
        case (.integer(let number)?, _): NumberLiteral.decimal(number)
        case (.duration(let milliseconds)?, _): Self.duration(milliseconds)
        case (.text(let text)?, _): Self.quoted(text)
        case (.enumCase(let place)?, .enumCase(let position)): enumCase(place, of: position)
        case (.set(let bits)?, .set(let position)):
            "["
                + machine.enumerations[position].cases.indices.filter { $0 < 64 && bits >> UInt64($0) & 1 == 1 }
                .map { enumCase($0, of: position) }.joined(separator: ", ") + "]"
        default: "nil"
        }
    }

    /// `.badName`; with its type where Swift could take it for a case of `Optional`.
    func enumCase(_ place: Int, of enumeration: Int) -> String {
        let declared = machine.enumerations[enumeration]
        guard declared.cases.indices.contains(place) else { return "nil" }
        let member = SwiftIdentifier.member(declared.cases[place].name)
        return [".none", ".some"].contains(member)
            ? "\(declared.isForeign ? "" : flow + ".")\(type(of: declared))\(member)" : member
    }

    /// Whole seconds as seconds.
    static func duration(_ milliseconds: Int64) -> String {
        milliseconds % 1000 == 0
            ? ".seconds(\(NumberLiteral.decimal(milliseconds / 1000)))"
            : ".milliseconds(\(NumberLiteral.decimal(milliseconds)))"
    }

    /// A text as a literal of Swift.
    static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case let scalar where scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isJoinControl:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension Machine.Event {
    /// Whether it is the end of an `after` or `within`, which have no name of their own.
    var isUnnamedTimer: Bool {
        if case .timer = signature.origin { name.contains(" ") } else { false }
    }
}

extension Machine {
    /// `runningAfter30s` for the `after 30s` of `running`, `within15m` for the file's deadline.
    fileprivate func name(ofUnnamed timer: Int) -> String {
        let scope = scopes[timers[timer].scope]
        return SwiftIdentifier.joined((scope.kind == .file ? [] : [scope.name.text]) + [timers[timer].name])
    }
}
