/// What bounds a run, so that none is endless and none fills a log.
package enum RunLimits {
    /// How many records may change a run. At this many the deadline of its flow's `within` comes early.
    package static let greatestChanges = 2000
}
