import FlowConformance
import FlowGenerator
import KeywayFileLog

/// The folder of a corpus on the disk: what flows mean, as data by which implementations in other languages are tested.
struct CorpusFolder {
    let path: String
    let corpora: [FlowCorpus]
    /// The call of keyway that writes the folder, for a refusal to name.
    let command: String

    /// The page about the corpus, which also tells the folder of a corpus from any other.
    private static let page = "README.md"

    /// Every file that the corpus has, by its path.
    private var files: [(path: String, bytes: [UInt8])] {
        [(path.appending(component: Self.page), Array(CorpusGuide.text.utf8))]
            + corpora.flatMap { corpus in
                corpus.files.map {
                    (path.appending(component: corpus.name).appending(component: $0.path), $0.bytes)
                }
            }
    }

    /// Writes the files that are missing or have other bytes, and returns their paths.
    func write() throws(CallRefusal) -> [String] {
        try refuseForeignFiles()
        if let extra = try leftovers().first {
            throw CallRefusal("the corpus has no such file; remove it, and nothing is written until then", at: extra)
        }
        var written: [String] = []
        for file in files where try !isAsItMustBe(file) {
            try FileAccess.makeFolder(String(file.path.dropLast(file.path.lastComponent.count + 1)))
            try FileAccess.write(file.path, with: file.bytes)
            written.append(file.path)
        }
        return written
    }

    /// - Throws: `CallRefusal` with the stale files, and the command that makes them anew.
    func check() throws(CallRefusal) {
        var stale = try leftovers()
        for file in files where try !isAsItMustBe(file) { stale.append(file.path) }
        guard !stale.isEmpty else { return }
        let root = path.appending(component: "")
        let names = stale.prefix(3).map { $0.hasPrefix(root) ? String($0.dropFirst(root.count)) : $0 }
        let more = stale.count > names.count ? " and \(stale.count - names.count) more" : ""
        throw CallRefusal([
            .init("not as the flows say: \(names.joined(separator: ", "))\(more)", at: path), .init("run: \(command)"),
        ])
    }

    func json(written: [String]) -> JSONValue {
        .object(["folder": .text(path), "flows": .list(corpora.map(\.json)), "written": .texts(written)])
    }

    private func isAsItMustBe(_ file: (path: String, bytes: [UInt8])) throws(CallRefusal) -> Bool {
        try FileAccess.holds(file.bytes, at: file.path, as: "a file of a corpus")
    }

    /// Refuses a folder that has files but not the page of a corpus, since it is probably the wrong folder.
    private func refuseForeignFiles() throws(CallRefusal) {
        guard try FileAccess.isFolder(path, for: "a corpus"),
            let first = try FileAccess.files(in: path, endingIn: [""]).first
        else { return }
        let page = path.appending(component: Self.page)
        if try FileAccess.kind(of: page) == .file,
            try FileAccess.bytes(of: page, as: "a corpus's page").hasMarker(CorpusGuide.sign)
        {
            return
        }
        throw CallRefusal("this file is of no corpus, so nothing is written into \(path)", at: first)
    }

    /// The files in the flows' folders that the corpus does not have.
    private func leftovers() throws(CallRefusal) -> [String] {
        let known = Set(files.map(\.path))
        var found: [String] = []
        for corpus in corpora {
            let folder = path.appending(component: corpus.name)
            guard try FileAccess.isFolder(folder) else { continue }
            found += try FileAccess.files(in: folder, endingIn: [""]).filter { !known.contains($0) }
        }
        return found
    }
}
