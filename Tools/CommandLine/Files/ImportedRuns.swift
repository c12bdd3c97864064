import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// Runs that `keyway export --jsonl` wrote, read back line by line.
struct ImportedRuns {
    private let path: String
    /// The runs of the lines so far, in their order.
    private(set) var runs: [RunID] = []
    /// The runs of which the export may lack the last records, because the exported log was damaged.
    private(set) var incomplete: [RunID] = []
    /// The flows so far, each by the run in whose line its bytes stand; later lines name that run.
    private var versions: [RunID: FlowVersion] = [:]
    private var seen: Set<RunID> = []

    /// - Parameter path: what a refusal calls the file.
    init(path: String) {
        self.path = path
    }

    /// Reads the next line: a run, as one append with all of its records.
    ///
    /// - Throws: `CallRefusal` with the line's number where the line is no run of an export.
    mutating func take(_ line: ArraySlice<UInt8>, number: Int) throws(CallRefusal) -> Append {
        func refusal(_ reason: String) -> CallRefusal { CallRefusal(reason, at: path, line: number) }
        let value: RawValue
        do throws(JSONError) { value = try JSONReader.value(of: line) } catch { throw refusal("\(error)") }
        guard case .object(let members) = value, case .text(let digits)? = members["run"],
            let run = RunID(digits)
        else { throw refusal("this is no line of 'keyway export --jsonl': it names no run") }
        guard case .object(let stored)? = members["stored"], case .list(let texts)? = stored["records"] else {
            throw refusal("the run has no member 'stored', which an export of this version writes")
        }
        guard seen.insert(run).inserted else { throw refusal("run \(run) stands twice") }
        let reference: String?
        switch members["reference"] {
        case .text(let text): reference = text
        case .null, nil: reference = nil
        default: throw refusal("the run's reference is no text")
        }
        let version = try self.version(stored["flow"], refusal)
        if case .object? = stored["flow"] { versions[run] = version }
        guard case .bool(let isComplete)? = stored["complete"] else {
            throw refusal("no member 'complete' says whether the run may lack its last records")
        }
        guard stored["count"] == .integer(Int64(texts.count)) else {
            throw refusal("the run has not as many records as the line says")
        }
        if !isComplete { incomplete.append(run) }
        var records: [Record] = []
        for text in texts {
            guard case .text(let digits) = text, let bytes = [UInt8](hexadecimal: digits) else {
                throw refusal("record \(records.count) is not in hexadecimal digits")
            }
            var reader = ByteReader(bytes)
            do throws(ByteError) {
                records.append(try reader.record(of: run, following: version, reference: reference))
            } catch {
                throw refusal("record \(records.count) cannot be read: \(error)")
            }
            guard reader.isAtEnd else { throw refusal("record \(records.count - 1) ends before its digits") }
        }
        runs.append(run)
        return Append(run: run, records: records, standing: try standing(of: records, refusal))
    }

    /// The flow of a line: its bytes stand in the line itself, or in the line of the earlier run that it names.
    private func version(_ value: RawValue?, _ refusal: (String) -> CallRefusal) throws(CallRefusal) -> FlowVersion {
        if case .object(let members)? = value {
            guard case .text(let table)? = members["table"], case .text(let annotations)? = members["annotations"],
                let tableBytes = [UInt8](hexadecimal: table), let annotationBytes = [UInt8](hexadecimal: annotations)
            else { throw refusal("the run's flow has not its 'table' and 'annotations' in hexadecimal digits") }
            return FlowVersion(table: tableBytes, annotations: annotationBytes)
        }
        guard case .text(let digits)? = value, let version = RunID(digits).flatMap({ versions[$0] }) else {
            throw refusal("the run's flow is neither here nor in an earlier line of the run that is named")
        }
        return version
    }

    /// Whether the run is over after its records, and if not which of them a process needs to go on with it, as its own flow decides.
    private func standing(of records: [Record], _ refusal: (String) -> CallRefusal) throws(CallRefusal) -> Standing {
        do throws(Replay.Failure) {
            var fold = try Fold(records.first, tellingSteps: false)
            for record in records.dropFirst() { try fold.take(record) }
            return fold.machine.standing
        } catch {
            throw refusal("the records are no run: \(error)")
        }
    }
}
