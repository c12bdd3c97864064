/// Why a run cannot have its personal and secret values encrypted, or cannot have them back.
public enum KeyError: Error, Hashable, Sendable {
    /// The key store failed, and says why.
    case unavailable(String)
    /// The run's key does not open the values of the record with this sequence: it is another run's key, or the record was changed.
    case refused(sequence: UInt64)
    /// The key could not encrypt the values of the record with this sequence, and says why.
    case notSealed(sequence: UInt64, String)
}

extension KeyError: CustomStringConvertible {
    /// One sentence, without the run, which the caller knows.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the key store failed: \(reason)"
        case .refused(let sequence): "the run's key does not open the values of record \(sequence)"
        case .notSealed(let sequence, let reason):
            "the run's key could not encrypt the values of record \(sequence): \(reason)"
        }
    }
}
