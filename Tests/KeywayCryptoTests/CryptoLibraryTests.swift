import Foundation
import Testing

@testable import KeywayCrypto

@Suite("The system's library", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
struct CryptoLibraryTests {
    @Test("A process ends well while its threads still hash and encrypt")
    func threads() async {
        await #expect(processExitsWith: .success) {
            // It is called behind all that libcrypto, which is used later, would have `exit` call.
            atexit { usleep(200_000) }
            Thread.detachNewThread {
                while true { _ = try? AESGCM.seal([1], boundTo: [], key: Array(repeating: 2, count: 32)) }
            }
            Thread.detachNewThread { while true { _ = try? HashFunction.sha256.digest(of: [1]) } }
            usleep(100_000)
            exit(0)
        }
    }
}
