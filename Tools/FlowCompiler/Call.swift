import FlowGenerator
import Foundation

/// What one call of the program asks for.
struct Call {
    enum Output {
        case file(String)
        /// The file in it is called as the flow.
        case folder(String)
    }

    var spec: String
    var output: Output
    /// The module whose tests get the readable switch; nil for the flow itself.
    var module: String?

    /// Nil for words that make no call.
    init?(_ words: [String]) {
        var words = words[...]
        if words.count == 5, words.first == "--switch" {
            module = words[1]
            words = words.dropFirst(2)
        }
        guard words.count == 3, let option = words.popFirst(), let path = words.popFirst(), let spec = words.popFirst()
        else { return nil }
        self.spec = spec
        switch option {
        case "--out": output = .file(path)
        case "--into" where module == nil: output = .folder(path)
        default: return nil
        }
    }

    /// The file to write.
    func file(of flow: String) -> URL {
        switch output {
        case .file(let path): URL(filePath: path)
        case .folder(let path): URL(filePath: path).appending(path: SwiftFlow.fileName(of: flow))
        }
    }
}
