import KeywayRuns

/// Something that came to a run and is not decided for good.
struct WaitingInput: Sendable {
    let input: Input
    /// Who waits for the answer; nil where nobody does, or does any more.
    var asker: Asker?
}
