import KeywayRuns

/// Something that came to a run and is not decided for good.
struct WaitingInput: Sendable {
    enum Content: Sendable {
        case input(Input)
        /// A provider's report. Where it is of a source of the run's device, the run hears it only if it still holds the source.
        case word(DeviceWord)
    }

    let content: Content
    /// The flow that the run must follow; nil where any will do.
    var flow: String?
    /// Who waits for the answer; nil where nobody does, or does any more.
    var asker: Asker?

    init(_ input: Input, following flow: String? = nil, asker: Asker? = nil) {
        content = .input(input)
        self.flow = flow
        self.asker = asker
    }

    init(_ word: DeviceWord, asker: Asker? = nil) {
        content = .word(word)
        self.asker = asker
    }
}
