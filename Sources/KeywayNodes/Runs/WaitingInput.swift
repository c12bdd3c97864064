import KeywayCore
import KeywayLog
import KeywayRuns

/// Something that came to a run and is not decided for good.
struct WaitingInput: Sendable {
    enum Content: Sendable {
        case input(Input)
        /// The command by which a run is to begin, of a run that has begun or is to begin by an earlier request.
        indirect case beginning(NewRun)
        /// A provider's report. Where it is of a source of the run's device, the run hears it only if it still holds the source.
        case word(DeviceWord)
    }

    let content: Content
    /// The device whose row says that the run holds the word's source; nil for a word that is meant for this run, and for what is no word.
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
