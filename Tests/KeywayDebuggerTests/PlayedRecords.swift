import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog

/// Plays a shipped transcript, and returns the records of its run.
///
/// - Parameters:
///   - added: a line that comes behind the transcript's first command; nil adds none.
///   - other: a flow of the same name that plays it; nil is the shipped one.
func playedRecords(_ path: String, adding added: String? = nil, by other: LoadedFlow? = nil) throws -> [Record] {
    var lines = try ShippedFlows.bytes(at: path).split(separator: UInt8(ascii: "\n")).map(Array.init)
    if let added { lines.insert(Array(added.utf8), at: 2) }
    let transcript = Transcript.read(Array(lines.joined(separator: [UInt8(ascii: "\n")])), path: path)
    let flow = try other ?? ShippedFlows.named(transcript.header?.flow ?? "nothing")
    let (log, run) = (MemoryLog(), RunID(high: 7, low: 7))
    var player = try Player(
        transcript.bind(to: flow.table), as: run, of: flow.table, annotations: flow.annotations, log: log)
    try player.play { _ in }
    return log.records(of: run)
}
