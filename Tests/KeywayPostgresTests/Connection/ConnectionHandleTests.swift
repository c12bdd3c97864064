import Foundation
import Testing

@testable import KeywayPostgres

@Suite("Connecting to one of several hosts", .enabled(if: Connection.isAvailable, "built without the trait Postgres"))
struct ConnectionHandleTests {
    @Test("A host that accepts a connection and says nothing leaves time for the next one")
    func silent() throws {
        let folder = URL(fileURLWithPath: "/tmp/keyway-silent-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let listener = try #require(Self.listener(at: folder.appending(path: ".s.PGSQL.5432").path))
        defer { close(listener) }
        let conninfo = "host=\(folder.path),\(folder.path)/none port=5432 dbname=postgres user=keyway"
        let address = try #require(ConnectionAddress(conninfo, preparesStatements: true))
        do {
            _ = try Connection(to: address, before: .after(.milliseconds(400)))
            Issue.record("nobody was there")
        } catch {
            #expect(error.reason.contains("did not accept the connection in time"))
            #expect(error.reason.contains("\(folder.path)/none"))
        }
    }

    /// A socket at which connections wait for ever.
    private static func listener(at path: String) -> Int32? {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_UNIX, stream, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard listener >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return isBound && listen(listener, 8) == 0 ? listener : nil
    }
}
