import KeywayCore

extension Transcript {
    /// Reads a transcript. Whatever the bytes are, the result is a transcript, with the problems that were found.
    ///
    /// - Parameter occupied: the providers in whose queues other runs stand before the transcript begins, once for each such run; empty
    ///   unless the transcript goes on with a run that has begun already.
    package static func read(_ bytes: [UInt8], path: String, behind occupied: [String] = []) -> Transcript {
        var reader = TranscriptReader(path: path)
        for provider in occupied { reader.others[provider, default: 0] += 1 }
        for (index, line) in lines(of: bytes).enumerated() where !line.isBlank {
            reader.read(line, number: index + 1)
        }
        return reader.finish()
    }

    /// The lines without their line feeds, and without a byte order mark at the beginning; carriage returns stay.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.split(separator: 0x0A, omittingEmptySubsequences: false)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}

/// Reads line after line and remembers what is wrong.
struct TranscriptReader {
    private(set) var transcript: Transcript
    /// Whether a line was read already: only the first can be the header.
    private var hasBegun = false
    /// Whether the header names another format: no further line is read then.
    private var isForeign = false
    /// The earliest time that the next line may have, in ms: that of the line before, or when the app runs again.
    private var earliestNext: Int64 = 0
    /// How many other runs stand in the queue of each provider.
    var others: [String: Int] = [:]

    init(path: String) {
        transcript = Transcript(path: path, header: nil)
    }

    /// Reads one line, which is counted from 1, or reports why it cannot be read.
    mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
        guard !isForeign else { return }
        let isFirst = !hasBegun
        hasBegun = true
        let members: [String: RawValue]
        do {
            guard case .object(let object) = try JSONReader.value(of: line) else {
                return report("not a JSON object", at: number)
            }
            members = object
        } catch {
            return report("\(error)", at: number)
        }
        switch (isFirst, members["transcript"]) {
        case (true, nil):
            report("no header: the first line has no 'transcript'", at: number)
            readMoment(members, number: number)
        case (true, _?): readHeader(members, number: number)
        case (false, _?): report("a header belongs in the first line", at: number)
        case (false, nil): readMoment(members, number: number)
        }
    }

    /// What was read, once there are no more lines.
    mutating func finish() -> Transcript {
        if !hasBegun { report("no header: the file is empty", at: 1) }
        return transcript
    }

    mutating func report(_ sentence: String, at number: Int) {
        transcript.problems.append(TranscriptProblem(path: transcript.path, line: number, sentence))
    }

    /// Reports each key that is not among the known ones.
    mutating func reportKeys(
        of members: [String: RawValue], besides known: [String], in place: String, at number: Int
    ) {
        for key in members.keys.sorted() where !known.contains(key) {
            report("\(place) has no \(quoted(key)), only \(listed(known))", at: number)
        }
    }

    /// Reports that the file is of another format, and reads no further line.
    mutating func refuse(_ sentence: String, at number: Int) {
        isForeign = true
        report(sentence, at: number)
    }

    mutating func accept(_ header: Transcript.Header) {
        transcript.header = header
    }

    /// Seconds as whole milliseconds; nil past the greatest time.
    static func milliseconds(_ seconds: Double) -> Int64? {
        let milliseconds = (seconds * 1000).rounded()
        return milliseconds <= Double(Transcript.greatestTime) ? Int64(exactly: milliseconds) : nil
    }

    /// Appends the line, or reports why its time cannot be: too large, or before `earliestNext`.
    mutating func accept(
        _ content: Transcript.Line.Content, demanding demands: Transcript.LineDemands?, seconds: Double, number: Int
    ) {
        guard let at = Self.milliseconds(seconds) else {
            return report("'at' is later than any run can last", at: number)
        }
        // Compared in milliseconds: where seconds were added up, rounding errors could make the same time look earlier.
        guard at >= earliestNext else {
            if case .restart? = transcript.lines.last?.content {
                return report("the app does not run again before \(earliestNext.seconds) s", at: number)
            }
            return report("'at' goes back: the line before is at \(earliestNext.seconds) s", at: number)
        }
        earliestNext = at
        if case .restart(let after, _) = content { earliestNext += after }
        transcript.lines.append(Transcript.Line(number: number, at: at, content: content, demands: demands))
    }
}
