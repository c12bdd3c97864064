import KeywayCore
import KeywayLog
import KeywayTesting

/// Draws values that stand nowhere else, and remembers which of them no log may have in clear.
final class CanaryValues: Sendable {
    private struct State {
        var generator: SeededGenerator
        var secrets: [Value] = []
        var plain: [String] = []
    }

    /// Letters that hardly ever stand beside each other in names, and characters that base64 and URLs write differently.
    private static let letters = Array("qxzjkvwQXZJKVW0123456789+/=&%?# äß€")
    private let state: Lock<State>

    init(seed: UInt64) {
        state = Lock(State(generator: SeededGenerator(seed: seed)))
    }

    /// The values that no log may have in clear.
    var secrets: [Value] { state.withLock { $0.secrets } }
    /// The texts that a log must have.
    var plain: [String] { state.withLock { $0.plain } }

    /// A value for each field, in their order. `areRead`: whether the flow reads the fields; if not, no log may have the plain ones either.
    func values(for fields: [Field], areRead: Bool = true) -> [Value?] {
        fields.map { value(for: $0, isPlain: $0.classification == .plain && areRead) }
    }

    private func value(for field: Field, isPlain: Bool) -> Value {
        state.withLock { state in
            let value: Value
            switch field.kind {
            case .integer:
                value = .integer(.random(in: 100_000_000_000_000...999_999_999_999_999, using: &state.generator))
            case .duration:
                value = .duration(.random(in: 500_000_000_000...999_999_999_999, using: &state.generator))
            default:
                let length = Int.random(in: 14...30, using: &state.generator)
                let text = String((0..<length).map { _ in Self.letters.randomElement(using: &state.generator) ?? "q" })
                if isPlain { state.plain.append(text) }
                value = .text(text)
            }
            if !isPlain { state.secrets.append(value) }
            return value
        }
    }
}
