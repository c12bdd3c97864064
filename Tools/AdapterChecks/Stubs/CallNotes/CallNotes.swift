import Foundation

/// Texts that the stub of an SDK or a test notes, mostly one for each call, in order; any thread may add one.
public final class CallNotes: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [String] = []

    public init() {}

    public var all: [String] { lock.withLock { notes } }

    public func add(_ note: String) {
        lock.withLock { notes.append(note) }
    }

    public func removeAll() {
        lock.withLock { notes = [] }
    }
}
