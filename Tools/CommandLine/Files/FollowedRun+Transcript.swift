import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayRuns

extension FollowedRun {
    /// The transcript as one of a whole run, whose beginning is the recorded one; the times of its lines count from the run's beginning.
    ///
    /// What its header says of a run's beginning must be as it was recorded.
    func beginning(_ other: Transcript) throws(CallRefusal) -> Transcript {
        let table = history.flow.table
        guard let header = other.header, header.flow == table.name else {
            throw CallRefusal("this is no transcript of \(table.name), the flow of the run", at: other.path)
        }
        if let early = other.lines.first(where: { $0.at < end }) {
            throw CallRefusal(
                "its time \(early.at.seconds)s is before the last record that counts, which is at \(end.seconds)s",
                at: other.path, line: early.number)
        }
        try check(header, of: other.path)
        var whole = other
        whole.header?.parameters = table.named(parameters)
        whole.header?.retained = retained
        whole.header?.occupied = []
        return whole
    }

    /// Refuses a header that would have the run begin otherwise than it did: a fork has the beginning from the log.
    private func check(_ header: Transcript.Header, of path: String) throws(CallRefusal) {
        func refusal(_ member: String, _ remedy: String) -> CallRefusal {
            CallRefusal(
                "'\(member)' of the header is about the beginning of a run, which a fork has from the log: \(remedy)",
                at: path, line: header.number)
        }
        let table = history.flow.table
        let choice = Transcript.Header(
            number: header.number, about: "", flow: header.flow, parameters: header.parameters)
        let given = try bind(Transcript(path: path, header: choice), to: table).parameters
        if let other = given.keys.sorted().first(where: { given[$0] != parameters[$0] }) {
            let name = table.variables[other].name
            throw refusal("parameters", "leave '\(name)' out, for which something else was chosen there")
        }
        if !header.retained.isEmpty, header.retained != retained {
            throw refusal("retained", "leave it out, and have the callback come in a line")
        }
        if !header.occupied.isEmpty {
            throw refusal("occupied", "leave it out, and have the other run join the queue in a line")
        }
    }
}
