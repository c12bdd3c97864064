/// What one call of the program asks for.
struct Call {
    /// The path of the spec.
    var spec = ""
    /// The paths of the files to write, each with what goes into it.
    var outputs: [(path: String, product: Product)] = []
    /// A folder in which, besides `outputs`, the flow is written in Swift to a file with the flow's name (`--into`); nil for none.
    var folder: String?
    /// The module that has the generated flow, which its tests import; nil where the tests are in the same module.
    var module: String?
    /// Whether the generated flow is a `PackableFlow` as well, whose runs take a few bytes each (`--packed`).
    var isPackable = false
    /// The paths of the other specs of the spec's module (`--beside`).
    var neighbours: [String] = []
    /// The specs of other modules that generated code can import (`--import`).
    var importable: [(module: String, path: String)] = []
    /// The paths of specs of other modules whose tests lie beside the spec's (`--tested`).
    var tested: [String] = []
    /// The specs of targets that the spec's target does not see (`--elsewhere`).
    var elsewhere: [(target: String, path: String)] = []

    /// What can be made of a flow: itself in Swift, the suite of its tests, or a `switch` that the suite compares it with.
    enum Product: String {
        case flow = "--flow"
        case suite = "--suite"
        case readableSwitch = "--switch"
    }

    /// Nil for arguments that are no valid call.
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
            case "--tested": tested.append(value)
            case "--import", "--elsewhere":
                guard let path = words.popFirst() else { return nil }
                if option == "--import" { importable.append((value, path)) } else { elsewhere.append((value, path)) }
            default:
                guard let product = Product(rawValue: option) else { return nil }
                outputs.append((value, product))
            }
        }
        return nil
    }
}
