import KeywayCore

/// How Swift writes the types and values of a flow.
struct Vocabulary {
    let model: FlowModel

    /// The flow's name.
    private var flow: String { model.name }

    /// The type of the field's values, with `?` where the field may be absent.
    func type(of field: Field) -> String { bareType(of: field.kind) + (field.isOptional ? "?" : "") }

    /// The type of the kind's values, without a `?`.
    func bareType(of kind: Kind) -> String {
        switch kind {
        case .bool: "Bool"
        case .integer: "Int"
        case .duration: "Duration"
        case .text: "String"
        case .enumCase(let position): type(of: model.enumerations[position].declared)
        case .set(let position): "Set<\(type(of: model.enumerations[position].declared))>"
        }
    }

    /// The enum's type as code inside the flow's generated type names it; an enum that a sub-flow's flow declares as `Flow.Enum`.
    private func type(of enumeration: Enumeration) -> String {
        enumeration.name.split(separator: ".").map { SwiftIdentifier.type(String($0)) }.joined(separator: ".")
    }

    /// A value as a Swift expression of the kind's type; `nil` for an absent value.
    func literal(_ value: Value?, of kind: Kind) -> String {
        switch (value, kind) {
        case (.bool(let flag)?, _): flag ? "true" : "false"
        case (.integer(let number)?, _): NumberLiteral.decimal(number)
        case (.duration(let milliseconds)?, _): Self.duration(milliseconds)
        case (.text(let text)?, _): Self.quoted(text)
        case (.enumCase(let place)?, .enumCase(let position)): enumCase(place, of: position)
        case (.set(let bits)?, .set(let position)):
            "["
                + model.enumerations[position].declared.cases.indices.filter { $0 < 64 && bits >> UInt64($0) & 1 == 1 }
                .map { enumCase($0, of: position) }.joined(separator: ", ") + "]"
        default: "nil"
        }
    }

    /// The case at this place of the enum as `.badName`, with its type where Swift could take it for a case of `Optional`; `nil` where
    /// the enum has no such case.
    func enumCase(_ place: Int, of enumeration: Int) -> String {
        let declared = model.enumerations[enumeration].declared
        guard declared.cases.indices.contains(place) else { return "nil" }
        let member = SwiftIdentifier.member(declared.cases[place].name)
        return Self.casesOfOptional.contains(member)
            ? "\(model.enumerations[enumeration].isForeign ? "" : flow + ".")\(type(of: declared))\(member)" : member
    }

    /// The first value of a field, for a place whose type is written beside it. No flow is named there, since a variable called as the
    /// flow would hide it.
    func initialLiteral(_ value: Value, of field: Field) -> String {
        guard case (.enumCase(let place), .enumCase(let position)) = (value, field.kind) else {
            return literal(value, of: field.kind)
        }
        let cases = model.enumerations[position].declared.cases
        guard cases.indices.contains(place) else { return "nil" }
        let member = SwiftIdentifier.member(cases[place].name)
        return field.isOptional && Self.casesOfOptional.contains(member) ? ".some(\(member))" : member
    }

    /// What Swift takes for a case of `Optional` where a value may be absent.
    private static let casesOfOptional: Set<String> = [".none", ".some"]

    /// A time as `.seconds(...)` where it is whole seconds, else as `.milliseconds(...)`.
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
