import KeywayCore
import KeywayLog
import KeywayRuns

/// Something that came to a run and waits: it is not decided yet, or its records are not durable yet.
struct WaitingInput: Sendable {
    enum Content: Sendable {
        case input(Input)
        /// A second request to begin the run. An earlier one has begun it or waits for the log, and the answer to this one depends on that.
        indirect case beginning(NewRun)
        /// A provider's report. One that came to the run as the holder of its device's source is heard only if the run still holds the
        /// source.
        case word(DeviceWord)
    }

    let content: Content
    /// The device through which the report came to the run: the log has a row for each device, which says which run holds each source.
    /// Nil where the report named the run, and where the content is no report.
    var device: DeviceID?
    /// The flow, in its version, that the run must follow; nil where any will do.
    var flow: RunningFlow?
    /// Who waits for the answer; nil where nobody does, or does any more.
    var asker: Asker?
    /// Whether somebody has waited for the answer, and perhaps still does.
    let isAsked: Bool

    /// Whether it says that a handler has finished.
    var isEndOfHandler: Bool { if case .input(.finished) = content { true } else { false } }

    init(_ input: Input, following flow: RunningFlow? = nil, asker: Asker? = nil) {
        content = .input(input)
        self.flow = flow
        self.asker = asker
        isAsked = asker != nil
    }

    init(beginning new: NewRun, asker: Asker) {
        content = .beginning(new)
        flow = new.flow
        self.asker = asker
        isAsked = true
    }

    init(_ word: DeviceWord, of device: DeviceID? = nil, asker: Asker? = nil) {
        content = .word(word)
        self.device = device
        self.asker = asker
        isAsked = asker != nil
    }
}
