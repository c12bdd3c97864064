/// What one call of the program asks for.
struct Call {
    /// A spec, as its path.
    var spec = ""
    /// The files to write, each with what goes into it.
    var outputs: [(path: String, product: Product)] = []
    /// The folder for a file that is called as the flow.
    var folder: String?
    /// The module that has the generated flow, for its tests; nil when it stands beside them.
    var module: String?
    /// Whether the generated flow is for packed runs as well.
    var isPackable = false
    /// Specs among which a child's flow is looked for.
    var neighbours: [String] = []

    /// What can be made of a flow.
    enum Product: String {
        case flow = "--flow"
        case suite = "--suite"
        case readableSwitch = "--switch"
    }

    /// Nil for words that make no call.
    init?(_ words: [String]) {
        var words = words[...]
        while let option = words.popFirst() {
            if option == "--packed" {
                isPackable = true
                continue
            }
            guard option.hasPrefix("--") else {
                guard words.isEmpty, !outputs.isEmpty || folder != nil else { return nil }
                spec = option
                return
            }
            guard let value = words.popFirst() else { return nil }
            switch option {
            case "--into": folder = value
            case "--module": module = value
            case "--beside": neighbours.append(value)
            default:
                guard let product = Product(rawValue: option) else { return nil }
                outputs.append((value, product))
            }
        }
        return nil
    }
}
