import Keyway

func story(of reference: String, in folder: String) throws -> [String] {
    let log = try FileLog.Reader(folder)
    for run in log.runs {
        let replayed = try Replay(of: log.records(of: run))
        guard replayed.timeline.reference == reference else { continue }
        return replayed.timeline.entries.map { "\($0.event) was \($0.disposition), then \($0.state)" }
    }
    return []
}
