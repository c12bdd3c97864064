public import KeywayLog

/// A log that nodes of many processes share.
///
/// `PostgresDatabase.openSharedLog()` of `KeywayPostgres` opens one that lies in a database. It is a value: hand it to the nodes of the
/// process.
public struct SharedLog: Sendable {
    package let engine: any SharedLogEngine

    package init(_ engine: any SharedLogEngine) {
        self.engine = engine
    }

    /// A log in memory, which ends with the process: for tests, and to try things out. Several nodes of the process can share it.
    public static func inMemory() -> SharedLog { SharedLog(MemorySharedLog()) }

    /// What a record survives once the log has told it as durable, by the settings of its store when the log was opened.
    public var durability: Durability { engine.durability }

    /// Why the latest statement that failed did so; nil while none has failed. Later successes do not change it.
    public var lastFault: StorageFault? { engine.lastFault }
}
