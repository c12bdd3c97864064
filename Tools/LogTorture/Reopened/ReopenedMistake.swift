import KeywayCore

/// A mistake that is made on purpose, in the live runs, in the log below them or in the app around them, to show that the torture finds it.
enum ReopenedMistake: String, CaseIterable {
    /// A handler is called though the orchestrator was shut down.
    case performedAfterShutDown
    /// What happens once is performed again in the app's next life.
    case onceRepeated
    /// Records that the log has lost are reported as durable.
    case lossTakenForSuccess
    /// A command that is asked again is decided again.
    case repetitionDecided
    /// Who asks for an answer is told it when the command is decided, and not when it is durable.
    case answeredTooEarly
    /// The handler of the second order of a decision is called twice.
    case calledTwice

    /// The rules by which runs come back; with a fault in them where live runs make the mistake, and not the log or the app.
    var recovery: Recovery {
        switch self {
        case .performedAfterShutDown: Recovery(planted: .performsAfterShutDown)
        case .onceRepeated: Recovery(planted: .repeatsOnce)
        case .lossTakenForSuccess, .repetitionDecided, .answeredTooEarly, .calledTwice: .sound
        }
    }
}
