import Foundation
import Keyway
import OtplessBM
import Testing

@testable import ProviderAdapters

extension SharedSDKTests.OTPlessTests {
    /// Answers of 100,000 levels, kept until the process ends: freeing one level frees the next within it, and overflows a stack.
    private nonisolated(unsafe) static var keptAnswers: [[String: Any]] = []

    @Test("An answer with 100,000 levels is read on a small stack, and what lies too deep is left out")
    func deepAnswers() throws {
        let wraps: [(Any) -> Any] = [{ [$0] }, { ["data": $0] }]
        for wrap in wraps {
            var value: Any = "deep"
            for _ in 0..<100_000 { value = wrap(value) }
            Self.keptAnswers.append(["data": value])
        }
        let count = wraps.count
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for place in 0..<count {
                let answer = OtplessResponse(
                    responseType: .VERIFY, response: Self.keptAnswers[place], statusCode: 200)
                let depth = Self.depth(of: RawValue(answer))
                // `RawValue(answer)` puts an object around the response, which `greatestDepth` does not count: hence the greater bound.
                #expect(depth > 50 && depth <= RawValue.greatestDepth + 2)
            }
            done.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        done.wait()
    }

    /// How many levels of lists and objects the value has.
    private nonisolated static func depth(of value: RawValue) -> Int {
        switch value {
        case .list(let elements): 1 + (elements.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
        default: 0
        }
    }
}
