import KeywayCore

/// What the values of a field are, for who reads a list of parameters: `0 to 3, or absent.`
struct FieldWords {
    let field: Field
    /// The enums that the field's kind refers to by position.
    let enumerations: [FlowModel.DocumentedEnumeration]

    /// The whole sentence, with its full stop.
    var text: String {
        let values = values + (field.isOptional ? ", or absent" : "")
        return [values, field.classification.promise].compactMap(\.self).joined(separator: "; ") + "."
    }

    private var values: String {
        switch field.kind {
        case .bool: "true or false"
        case .integer(let bounds): "\(bounds.lowerBound) to \(bounds.upperBound)"
        case .duration(let bounds):
            "\(SpelledDuration(milliseconds: bounds.lowerBound)) to \(SpelledDuration(milliseconds: bounds.upperBound))"
        case .text(let bounds): "a text of \(bounds.lowerBound) to \(bounds.upperBound) Unicode scalars"
        case .enumCase(let position): "a case of `\(enumerations[position].declared.name)`"
        case .set(let position): "cases of `\(enumerations[position].declared.name)`"
        }
    }
}

extension Field.Classification {
    /// What the class promises of a value; nil for a plain one.
    var promise: String? {
        switch self {
        case .plain: nil
        case .personal: "personal: no log has it in clear"
        case .secret: "secret: no log has it in clear"
        case .transient: "transient: never written"
        }
    }
}
