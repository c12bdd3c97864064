import Foundation

extension URL {
    /// Whether the file's first line says that it was made of a spec.
    var isGenerated: Bool {
        guard let text = try? String(contentsOf: self, encoding: .utf8) else { return false }
        return text.hasPrefix("// Made from ") && text.prefix { $0 != "\n" }.contains("by 'keyway generate ")
    }
}
