import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog

/// Plays a shipped transcript, and returns the records of its run.
///
/// - Parameter other: a flow of the same name that plays it; nil is the shipped one.
func playedRecords(_ path: String, by other: LoadedFlow? = nil) throws -> [Record] {
    let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
    let flow = try other ?? ShippedFlows.named(transcript.header?.flow ?? "nothing")
    let (log, run) = (MemoryLog(), RunID(high: 7, low: 7))
    var player = try Player(
        transcript.bind(to: flow.table), as: run, of: flow.table, annotations: flow.annotations, log: log)
    try player.play { _ in }
    return log.records(of: run)
}
