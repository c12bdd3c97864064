package import KeywayCore
import KeywayLog
package import KeywayRuns

/// A store of keys in memory, for tests: its keys can be erased, and it can be made to give no answer or a wrong key.
package final class TestKeys: KeyStore {
    /// What the store does wrong.
    package enum Fault: Sendable {
        /// It gives no answer.
        case outage
        /// `key(of:)` gives a wrong key.
        case exchange
    }

    /// The store gives no answer, as in an outage.
    package struct IsOut: Error {}
    /// The run has a key already.
    package struct HasKey: Error {}

    private let state = Lock<(keys: [RunID: TestKey], fault: Fault?, made: UInt8, erasures: Int)>(([:], nil, 0, 0))

    package init() {}

    /// The runs that have a key.
    package var runs: Set<RunID> { state.withLock { Set($0.keys.keys) } }

    /// How often the store was asked to erase a key.
    package var erasures: Int { state.withLock { $0.erasures } }

    /// From now on the store has this fault; nil for none.
    package func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    package func makeKey(for run: RunID) async throws -> any RunKey {
        try state.withLock { state in
            if case .outage? = state.fault { throw IsOut() }
            if state.keys[run] != nil { throw HasKey() }
            state.made += 1
            let key = TestKey(number: state.made)
            state.keys[run] = key
            return key
        }
    }

    package func key(of run: RunID) async throws -> (any RunKey)? {
        try state.withLock { state in
            switch state.fault {
            case .outage?: throw IsOut()
            case .exchange?: return TestKey(number: 255)
            case nil: return state.keys[run]
            }
        }
    }

    package func eraseKey(of run: RunID) async throws {
        try state.withLock { state in
            state.erasures += 1
            if case .outage? = state.fault { throw IsOut() }
            state.keys[run] = nil
        }
    }
}

/// A key for tests, which is no cipher: it flips bits of the plain bytes, and puts a checksum of one byte in front.
///
/// By the checksum it refuses most bytes that another key sealed, or that are bound to something else.
package struct TestKey: RunKey {
    package struct Refused: Error {}

    private let number: UInt8

    package init(number: UInt8) {
        self.number = number
    }

    package func seal(_ plain: [UInt8], boundTo binding: [UInt8]) -> [UInt8] {
        [sum(plain + binding)] + plain.map { $0 ^ number ^ 0xA5 }
    }

    package func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        let plain = sealed.dropFirst().map { $0 ^ number ^ 0xA5 }
        guard sealed.first == sum(plain + binding) else { throw Refused() }
        return plain
    }

    private func sum(_ bytes: [UInt8]) -> UInt8 {
        bytes.reduce(number) { ($0 << 1 | $0 >> 7) &+ $1 }
    }
}
