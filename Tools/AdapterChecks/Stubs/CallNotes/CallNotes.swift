import Foundation

/// What an SDK was asked to do, in order; it is noted from any thread.
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
