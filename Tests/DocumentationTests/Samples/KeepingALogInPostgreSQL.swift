import Keyway
import KeywayKeys
import KeywayPostgres

func serve(_ services: [Orchestrator.Service], keys: any KeyStore) async throws -> Orchestrator {
    let database = try PostgresDatabase("postgresql://keyway@db.internal/signin")
    return try await Orchestrator(
        // It returns when this process has the log: at once, or when the process that has it is gone.
        opening: { try await database.openLog(waitingAtMost: .seconds(24 * 3600)) },
        serving: services, keys: keys,
        // Both machines go by the clock of the database.
        time: Orchestrator.SystemTime(beginningAt: try await database.now()),
        device: { _, _ in Device() })
}

func keyStore(in database: PostgresDatabase, wrappedBy secret: [UInt8]) throws -> PostgresKeyStore {
    guard let wrapping = AESGCMKey(bytes: secret) else {
        throw FileKeyStore.Failure.malformed(path: "the server's secret")
    }
    return PostgresKeyStore(database, wrappedBy: wrapping)
}
