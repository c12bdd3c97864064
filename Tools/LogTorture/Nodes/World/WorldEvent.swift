import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// What happens in the simulated world.
enum WorldEvent {
    /// Something reaches a host, in the life that it was meant for.
    case reaches(host: Int, life: Int, HostEvent)
    /// A statement of a node reaches the engine, and its answer goes back at once if anybody waits for it.
    case asked(
        EngineStatement, number: UInt64, of: NodeID, host: Int, life: Int, locked: [RunID: KeyError], answers: Bool,
        back: Int64)
    case personActs(Int)
    /// Nobody has answered the person, who asks elsewhere.
    case personGivesUp(Int, attempt: Int)
    /// The provider's backend calls back, on two hosts at once.
    case webhook(person: Int)
    /// The SDK of a device says something.
    case deviceSpeaks(Int)
    case fault(WorldFault)
}

/// What happens at a host.
enum HostEvent {
    case wakes
    case input(NodeInput)
    /// A handler is called, unless its time has passed.
    case performs(LegOrder, before: Int64)
    case handlerEnds(LegOrder)
}

/// What goes wrong.
enum WorldFault: Equatable {
    case kill(Int)
    /// The node takes nothing more, and ends after so long.
    case drain(Int, for: Int64)
    /// The node ends, if its host is still in that life.
    case end(Int, life: Int)
    case start(Int)
    case pause(Int, for: Int64)
    case cut(Int, for: Int64)
    case outage(for: Int64)
}
