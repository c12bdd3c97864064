import FlowTranscripts

/// The transcripts that a call finds, read once.
struct FoundTranscripts {
    /// A transcript with the file that has it.
    struct Entry {
        var path: String
        var bytes: [UInt8]
        var transcript: Transcript
    }

    /// The transcripts in the folder of specs.
    private let entries: [Entry]

    /// - Parameter specs: the folder of specs; nil where there is none.
    init(specs: String?) throws(CallRefusal) {
        entries = try specs.map { folder throws(CallRefusal) in try Self.entries(in: folder) } ?? []
    }

    /// - Throws: `CallRefusal` also where a file does not say of which flow it is: it would be left out without anybody noticing.
    private static func entries(in folder: String) throws(CallRefusal) -> [Entry] {
        var entries: [Entry] = []
        for path in try FileAccess.files(in: folder, endingIn: [".jsonl"]) {
            let bytes = try FileAccess.bytes(of: path, as: "a transcript")
            let transcript = Transcript.read(bytes, path: path)
            if transcript.header == nil { throw CallRefusal(transcript.problems.map { CallRefusal.Problem($0) }) }
            entries.append(Entry(path: path, bytes: bytes, transcript: transcript))
        }
        return entries
    }

    /// The transcripts of this flow, from the folder of specs and from a folder `Transcripts` beside the flow's file.
    func transcripts(of flow: String, inFolderBeside path: String) throws(CallRefusal) -> [Entry] {
        let beside = FileAccess.spelledFolder(of: path) + "Transcripts"
        var all = entries
        if try FileAccess.isFolder(beside) {
            let known = Set(entries.map { FileAccess.identity(of: $0.path) })
            all += try Self.entries(in: beside).filter { !known.contains(FileAccess.identity(of: $0.path)) }
        }
        return all.filter { $0.transcript.header?.flow == flow }
    }
}
