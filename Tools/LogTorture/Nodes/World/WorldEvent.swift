import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// What happens in the simulated world. Hosts, people and devices are named by their numbers; times are in milliseconds.
///
/// An event is in memory of its own, because it is large and moved often.
indirect enum WorldEvent {
    /// Something happens at a host, unless the life that it was meant for has ended.
    case reaches(host: Int, life: Int, HostEvent)
    /// A statement of a node reaches the engine. Its answer is back after `back` milliseconds, unless `answers` is false.
    ///
    /// `locked` has the runs whose appends were left out of the statement, because their values could not be encrypted.
    case asked(
        EngineStatement, number: UInt64, of: NodeID, host: Int, life: Int, locked: [RunID: KeyError], answers: Bool,
        back: Int64)
    /// The person asks a host for the next wish.
    case personActs(Int)
    /// The person has waited for long enough, and asks elsewhere, unless an answer has come since the attempt.
    case personGivesUp(Int, attempt: Int)
    /// The provider's backend calls back about the person's run, twice at once.
    case webhook(person: Int)
    /// The SDK of a device says something.
    case deviceSpeaks(Int)
    case fault(WorldFault)
}

/// What happens at a host.
enum HostEvent {
    /// The time has come at which the node wants to be woken.
    case wakes
    /// The host's node is given an input.
    case input(NodeInput)
    /// A handler is called, unless the host's own clock has reached `before`.
    case performs(LegOrder, before: Int64)
    /// The order's handler ends: it has replied, returned or failed.
    case handlerEnds(LegOrder)
}

/// What goes wrong at the host of this number, or with the engine.
enum WorldFault: Equatable {
    /// The node dies at once.
    case kill(Int)
    /// The node is asked to end: it takes nothing more, and ends after this time.
    case drain(Int, for: Int64)
    /// A drained node ends, unless its life has ended before.
    case end(Int, life: Int)
    /// A new node starts, where none runs.
    case start(Int)
    /// The host's process is stopped for this time, and then goes on.
    case pause(Int, for: Int64)
    /// No message goes between the host and the engine for this time.
    case cut(Int, for: Int64)
    /// The engine answers nobody for this time.
    case outage(for: Int64)
}
