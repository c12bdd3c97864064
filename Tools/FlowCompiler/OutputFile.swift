import FlowGenerator
import Foundation

extension Error {
    /// The system's message, where the error comes from the system; Foundation's own message gives only a number there.
    var message: String {
        let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey]
        if let error = (self as? POSIXError) ?? (underlying as? POSIXError) {
            return String(cString: strerror(error.code.rawValue))
        }
        return localizedDescription
    }

    /// Whether a file could not be read because there is none.
    fileprivate var isOfMissingFile: Bool { (self as? CocoaError)?.code == .fileReadNoSuchFile }
}

/// A generated file on the disk.
struct OutputFile {
    let file: URL
    /// A text near the beginning of every generated file of this kind. A file without it may be somebody's work: it is not
    /// replaced, unless it is empty.
    let marker: String

    init(_ file: URL, marker: String) {
        self.file = file
        self.marker = marker
    }

    /// Writes the whole text or nothing. A file that has this text already is not touched, so that no build compiles it again.
    ///
    /// - Returns: false where the file could not be written; a line on standard error says why.
    func write(_ text: String) -> Bool {
        let bytes = Data(text.utf8)
        do {
            let old = try Data(contentsOf: file)
            if old == bytes { return true }
            guard old.isEmpty || old.hasMarker(marker) else {
                return refuse("was not generated, so it is not replaced")
            }
        } catch {
            // A file that is there and cannot be read may be somebody's work.
            guard error.isOfMissingFile else {
                return refuse("cannot be read, so it is not replaced: \(error.message)")
            }
        }
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Foundation writes another file beside this one and renames it. `FileAccess.write` of `keyway` also flushes, and keeps
            // permissions and links: a generated file needs none of that, for it can be made again. Nor can this tool import `keyway`,
            // which links flows that this tool makes.
            try bytes.write(to: file, options: .atomic)
            return true
        } catch {
            return refuse("cannot be written: \(error.message)")
        }
    }

    /// Writes the problem to standard error; returns false.
    private func refuse(_ problem: String) -> Bool {
        report("\(file.path):1:1: error: this file \(problem)")
        return false
    }
}
