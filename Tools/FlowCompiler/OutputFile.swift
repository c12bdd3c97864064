import Foundation

extension Error {
    /// What the system says, where it is the system that says no; Foundation alone tells a number.
    var words: String {
        let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey]
        if let error = (self as? POSIXError) ?? (underlying as? POSIXError) {
            return String(cString: strerror(error.code.rawValue))
        }
        return localizedDescription
    }
}

/// A generated file on the disk.
struct OutputFile {
    let file: URL
    /// What every earlier file of ours says near its beginning.
    let sign: String

    init(_ file: URL, sign: String) {
        self.file = file
        self.sign = sign
    }

    /// Writes all or nothing, and leaves a file alone that is already equal, so that nothing is built again for it.
    func write(_ text: String) -> Bool {
        let bytes = Data(text.utf8)
        if let old = try? Data(contentsOf: file) {
            if old == bytes { return true }
            guard old.isEmpty || String(decoding: old.prefix(256), as: UTF8.self).contains(sign) else {
                remark("\(file.path):1:1: error: this file was not generated, so it is not replaced")
                return false
            }
        }
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try bytes.write(to: file, options: .atomic)
            return true
        } catch {
            remark("\(file.path):1:1: error: this file cannot be written: \(error.words)")
            return false
        }
    }
}
