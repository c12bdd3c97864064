import Foundation
import Testing

@testable import KeywayCrypto

@Suite("The system's library", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
struct CryptoLibraryTests {
    @Test("A process ends well while its threads still encrypt")
    func threads() async {
        await #expect(processExitsWith: .success) {
            // It is called behind all that libcrypto, which is used later, would have `exit` call.
            atexit { usleep(200_000) }
            for _ in 0..<2 {
                Thread.detachNewThread {
                    while true { _ = try? AESGCM.seal([1], boundTo: [], key: Array(repeating: 2, count: 32)) }
                }
            }
            usleep(100_000)
            exit(0)
        }
    }
}
