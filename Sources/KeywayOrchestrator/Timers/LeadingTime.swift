import KeywayCore

/// The clock of a run that came back: ahead of the process's, where the wall clock was set back since the run's last record.
struct LeadingTime: Alarm {
    let time: any Alarm
    /// By how many milliseconds the run's clock is ahead; never less than none.
    let lead: Int64

    var now: Instant { time.now.advanced(byMilliseconds: lead) }

    func sleep(until instant: Instant) async throws {
        try await time.sleep(until: instant.advanced(byMilliseconds: -lead))
    }
}
