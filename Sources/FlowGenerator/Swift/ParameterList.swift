import KeywayCore

/// The end of a comment, which says of each parameter of a function what it is.
struct ParameterList {
    let parameters: [(name: String, words: String)]

    /// An empty line and the list; nothing where there are no parameters.
    var lines: [String] {
        switch parameters.count {
        case 0: []
        case 1: ["", "- Parameter \(parameters[0].name): \(parameters[0].words)"]
        default: ["", "- Parameters:"] + parameters.map { "  - \($0.name): \($0.words)" }
        }
    }
}

extension ParameterList {
    /// A parameter for each field.
    init(_ fields: [Field], of model: FlowModel) {
        parameters = fields.map { ($0.name, FieldWords(field: $0, enumerations: model.enumerations).text) }
    }
}
