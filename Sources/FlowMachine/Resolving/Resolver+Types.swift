import FlowLanguage
package import KeywayCore

extension Resolver {
    /// Declares the types and enums of the file.
    mutating func resolveTypes() {
        for declaration in declarations {
            switch declaration {
            case .type(let type): resolveType(type)
            case .enumeration(let enumeration): resolveEnumeration(enumeration)
            default: break
            }
        }
    }

    private mutating func resolveType(_ type: TypeDeclaration) {
        let classification = type.classification.map { Field.Classification($0.content) } ?? .plain
        guard let kind = kind(of: type) else {
            // The name is declared all the same, so that its uses are not reported as unknown.
            _ = declare(type.name, as: .scalar(.text(0...0), classification), in: \.types, "type")
            return
        }
        _ = declare(type.name, as: .scalar(kind, classification), in: \.types, "type")
    }

    /// The kind that the declaration's base and bounds make; nil after a report.
    private mutating func kind(of type: TypeDeclaration) -> Kind? {
        switch (type.base, type.lower.content, type.upper.content) {
        case (.text, .integer(let lower), .integer(let upper)):
            guard lower <= Kind.greatestLeastLength else {
                report(
                    "the least length of '\(type.name.text)' is at most \(Kind.greatestLeastLength): tests and proofs "
                        + "build such a text", at: type.lower.range, .numberOutOfRange)
                return nil
            }
            return range(lower, upper, of: type).map { .text($0) }
        case (.int, .integer(let lower), .integer(let upper)):
            return range(lower, upper, of: type).map { .integer(Int64($0.lowerBound)...Int64($0.upperBound)) }
        case (.duration, .duration(let lower), .duration(let upper)):
            return range(lower, upper, of: type).map { .duration(Int64($0.lowerBound)...Int64($0.upperBound)) }
        default:
            let wanted = type.base == .duration ? "durations, as in 'duration(1s...15m)'" : "integers"
            report("the bounds of '\(type.name.text)' must be \(wanted)", at: type.lower.range, .typeMismatch)
            return nil
        }
    }

    /// The range of these bounds; nil after a report where it would be empty.
    private mutating func range(_ lower: Int, _ upper: Int, of type: TypeDeclaration) -> ClosedRange<Int>? {
        guard lower <= upper else {
            report(
                "the range of '\(type.name.text)' is empty: its lower bound is the greater", at: type.lower.range,
                .emptyRange)
            return nil
        }
        return lower...upper
    }

    private mutating func resolveEnumeration(_ declaration: EnumerationDeclaration) {
        var cases: [Enumeration.Case] = []
        var names: [String: SourceRange] = [:]
        var codes = CodeRegister()
        for enumCase in declaration.cases {
            if let first = names[enumCase.name.text] {
                report(
                    "case '\(enumCase.name.text)' is declared twice", at: enumCase.name.range, .duplicateName,
                    see: .init("'\(enumCase.name.text)' is declared here first", at: first))
                continue
            }
            names[enumCase.name.text] = enumCase.name.range
            var resolved: [Enumeration.Code] = []
            // A case without a code has its own name as its code.
            let implied: [(Enumeration.Code, SourceRange)] =
                enumCase.codes.isEmpty ? [(.spelling(enumCase.name.text), enumCase.name.range)] : []
            var own: [SourceRange] = []
            for (code, range) in implied + enumCase.codes.compactMap({ self.code($0) }) {
                if let first = codes.note(code, at: range) {
                    let problem =
                        own.contains(first)
                        ? "'\(enumCase.name.text)' has the code \(code.spelled) already"
                        : "the code \(code.spelled) of '\(enumCase.name.text)' belongs to another case already"
                    report(problem, at: range, .duplicateCode, see: .init("it is claimed here first", at: first))
                }
                own.append(range)
                resolved.append(code)
            }
            cases.append(Enumeration.Case(name: enumCase.name.text, codes: resolved))
        }
        machine.enumerations.append(Enumeration(name: declaration.name.text, cases: cases))
        machine.enumerationDocumentation.append(declaration.documentation)
        _ = declare(declaration.name, as: .enumeration(machine.enumerations.count - 1), in: \.types, "type")
    }

    /// A code of a case and where it stands in the spec; nil after a report.
    private mutating func code(_ code: EnumerationDeclaration.Code) -> (Enumeration.Code, SourceRange)? {
        switch code {
        case .rest(let range): return (.rest, range)
        case .range(let bounds):
            return (.range(Int64(bounds.content.lowerBound)...Int64(bounds.content.upperBound)), bounds.range)
        case .literal(let literal):
            switch literal.content {
            case .integer(let number): return (.spelling(String(number)), literal.range)
            case .string(let text): return (.spelling(text), literal.range)
            case .name(let parts): return (.spelling(parts.joined(separator: ".")), literal.range)
            case .bool(let flag): return (.spelling(flag ? "true" : "false"), literal.range)
            case .duration, .nil, .set:
                report(
                    "a code is a name, a text, an integer, a range of integers or '*'", at: literal.range, .typeMismatch
                )
                return nil
            }
        }
    }

    /// A field or variable of this name, with the kind and class that the reference names.
    ///
    /// Nil after a report, and where the type is of a sub-flow whose flow is not known.
    mutating func field(_ name: String, _ reference: KindReference, isOptional: Bool) -> Field? {
        switch reference {
        case .bool:
            return Field(name: name, kind: .bool, isOptional: isOptional)
        case .duration:
            // A duration without bounds is at least a millisecond and at most a day; bounds are in milliseconds.
            return Field(name: name, kind: .duration(1...86_400_000), isOptional: isOptional)
        case .boundedDuration(let bounds):
            let range = Int64(bounds.content.lowerBound)...Int64(bounds.content.upperBound)
            return Field(name: name, kind: .duration(range), isOptional: isOptional)
        case .int(let bounds):
            let range = Int64(bounds.content.lowerBound)...Int64(bounds.content.upperBound)
            return Field(name: name, kind: .integer(range), isOptional: isOptional)
        case .named(let type):
            usedTypes.insert(type.text)
            switch types[type.text] {
            case .scalar(let kind, let classification):
                return Field(name: name, kind: kind, classification: classification, isOptional: isOptional)
            case .enumeration(let position):
                return Field(name: name, kind: .enumCase(of: position), isOptional: isOptional)
            case nil where type.isOfSubFlow:
                return foreignEnumeration(type).map {
                    Field(name: name, kind: .enumCase(of: $0), isOptional: isOptional)
                }
            case nil:
                reportUnknown(type, "type", .unknownType, among: types.names + ["bool", "duration", "int"])
                return nil
            }
        case .set(let element, let range):
            usedTypes.insert(element.text)
            guard let position = enumeration(named: element) else {
                if element.isOfSubFlow { return nil }
                if types[element.text] == nil {
                    reportUnknown(element, "enum", .unknownType, among: types.names)
                } else {
                    report("a set is of an enum, and '\(element.text)' is none", at: range, .typeMismatch)
                }
                return nil
            }
            // A set is kept as 64 bits, one for each case.
            guard machine.enumerations[position].cases.count <= 64 else {
                report("a set holds at most 64 cases, and '\(element.text)' has more", at: range, .typeMismatch)
                return nil
            }
            return Field(name: name, kind: .set(of: position), isOptional: isOptional)
        }
    }

    /// The position of the enum of this name, of the file or of a sub-flow's flow; nil where the name means another type or nothing.
    private mutating func enumeration(named name: Name) -> Int? {
        if name.isOfSubFlow { return foreignEnumeration(name) }
        if case .enumeration(let position) = types[name.text] { return position }
        return nil
    }

    /// Warns of each type and enum of the file that nothing names.
    mutating func reportUnusedTypes() {
        for declaration in declarations {
            let name: Name
            switch declaration {
            case .type(let type): name = type.name
            case .enumeration(let enumeration): name = enumeration.name
            default: continue
            }
            if !usedTypes.contains(name.text), !spec.unreadWords.contains(name.text) {
                diagnostics.append(.warning(at: name.range, "type '\(name.text)' is never used", code: .neverUsed))
            }
        }
    }
}

extension Field.Classification {
    init(_ classification: FlowLanguage.Classification) {
        switch classification {
        case .personal: self = .personal
        case .secret: self = .secret
        case .transient: self = .transient
        }
    }

    /// The class as specs and messages write it; `plain` for a value without a class.
    package var name: String {
        switch self {
        case .plain: "plain"
        case .personal: "personal"
        case .secret: "secret"
        case .transient: "transient"
        }
    }
}

extension Name {
    /// Whether the name is written like that of an enum of a sub-flow's flow, `OTPlessSNA.Why`.
    fileprivate var isOfSubFlow: Bool { text.contains(".") }
}

extension Enumeration.Code {
    /// The code as a message shows it.
    fileprivate var spelled: String {
        switch self {
        case .spelling(let text): "'\(text)'"
        case .range(let bounds): "\(bounds.lowerBound)...\(bounds.upperBound)"
        case .rest: "'*'"
        }
    }
}

/// The codes that the cases of an enum have so far, with their places; a code may belong to one case only.
private struct CodeRegister {
    private var spellings: [String: SourceRange] = [:]
    private var ranges: [(bounds: ClosedRange<Int64>, range: SourceRange)] = []
    /// Where the code `*`, which takes any other code, stands; nil while no case has it.
    private var rest: SourceRange?

    /// Notes the code for a case; returns where an earlier code stands that is the same or overlaps, else nil.
    mutating func note(_ code: Enumeration.Code, at range: SourceRange) -> SourceRange? {
        switch code {
        case .rest:
            defer { rest = rest ?? range }
            return rest
        case .spelling(let text):
            defer { spellings[text] = spellings[text] ?? range }
            let number = Self.number(text)
            return spellings[text] ?? number.flatMap { number in ranges.first { $0.bounds.contains(number) }?.range }
        case .range(let bounds):
            defer { ranges.append((bounds, range)) }
            if let overlapping = ranges.first(where: { $0.bounds.overlaps(bounds) }) { return overlapping.range }
            return spellings.first { Self.number($0.key).map(bounds.contains) ?? false }?.value
        }
    }

    /// The integer whose plain spelling the text is; nil for any other text, also for "01".
    private static func number(_ text: String) -> Int64? {
        Int64(text).flatMap { String($0) == text ? $0 : nil }
    }
}
